#include "results/report/front_figures.hpp"

#include <algorithm>

#include "core/number.hpp"
#include "results/markup.hpp"
#include "results/ranking_text.hpp"
#include "results/report/chart.hpp"
#include "results/wording.hpp"

namespace slipfront {

namespace {

bool has_errors(const FrontPoint& point, int mode) {
  const auto found = point.errors.find(mode);
  return found != point.errors.end() && found->second.has_value();
}

/// What the signs in a chart of fronts mean.
std::vector<std::string> front_notes(const Chart& chart) {
  std::vector<std::string> notes = {"ringed: least frequency error in the fitted mode"};
  if (!chart.rectangles.empty()) notes.push_back("dashed box: experimental variability");
  if (chart.cross) notes.push_back("cross: corner of the area's box");
  return notes;
}

/// The box, or its part up to `upper`; shaded what the front leaves uncovered of it.
Chart area_chart(AreaRule rule, const std::vector<ErrorPair>& kept, const Box& box,
                 const ErrorPair& upper) {
  Chart chart;
  chart.x_label = kFrequencyError;
  chart.y_label = kDampingError;
  ChartBand band;  // what is not dominated: below the curve
  const auto add = [&](double x, double y) {
    band.x.push_back(std::clamp(x, box.lower.frequency, upper.frequency));
    band.lower.push_back(box.lower.damping);
    band.upper.push_back(std::clamp(y, box.lower.damping, upper.damping));
  };
  PlotSeries line;
  line.style = plain_style("#08519c", Marker::circle);
  add(box.lower.frequency, upper.damping);
  double last = upper.damping;
  for (const ErrorPair& e : kept) {
    if (band.x.size() == 1)
      add(e.frequency, upper.damping);
    else if (rule == AreaRule::staircase)
      add(e.frequency, last);
    add(e.frequency, e.damping);
    last = e.damping;
    if (e.frequency > upper.frequency || e.damping > upper.damping) continue;
    line.x.push_back(e.frequency);
    line.y.push_back(e.damping);
  }
  add(upper.frequency, last);
  chart.bands.push_back(band);
  chart.series.push_back(line);
  if (upper == box.upper)
    chart.rectangles.push_back(
        {box.lower.frequency, box.upper.frequency, box.lower.damping, box.upper.damping, true});
  chart.cross = box.lower;
  return chart;
}

}  // namespace

Figure front_figure(const ReportData& data, int mode) {
  const Ranking& ranking = data.ranking;
  Figure figure{"fronts-mode-" + std::to_string(mode), "",
                "combo,point,frequency_error,damping_error\n"};
  Chart chart;
  chart.title = mode_title(ranking, mode);
  chart.x_label = kFrequencyError;
  chart.y_label = kDampingError;
  chart.log_x = chart.log_y = chart.legend = true;
  if (const auto v = ranking.variability.find(mode); v != ranking.variability.end())
    chart.rectangles.push_back({0, v->second.frequency, 0, v->second.damping, true});
  const ErrorPair corner = ranking.boxes.at(mode).lower;
  if (corner.frequency > 0 && corner.damping > 0) chart.cross = corner;
  for (std::size_t i = 0; i < data.combinations.size(); ++i) {
    const ReportedCombination& one = data.combinations[i];
    std::vector<ErrorPair> pairs;
    for (std::size_t p = 0; p < one.front.points.size(); ++p) {
      const auto found = one.front.points[p].errors.find(mode);
      if (found == one.front.points[p].errors.end() || !found->second) continue;
      pairs.push_back(*found->second);
      figure.csv += csv_row({csv_cell(one.summary.id), std::to_string(p),
                             to_text(found->second->frequency), to_text(found->second->damping)});
    }
    PlotSeries cloud;  // every point; the line joins those that none dominates
    cloud.style = one.style;
    if (!one.front.points.empty() && has_errors(one.front.points[0], mode)) cloud.ring = 0;
    cloud.line = false;
    PlotSeries line;
    line.style = one.style;
    line.markers = false;
    for (const ErrorPair& pair : pairs) {
      cloud.x.push_back(pair.frequency);
      cloud.y.push_back(pair.damping);
    }
    for (const std::size_t p : non_dominated(pairs)) {
      line.x.push_back(pairs[p].frequency);
      line.y.push_back(pairs[p].damping);
    }
    const std::string rank = std::to_string(ranking.rows[i].average.rank);
    line.label = rank;
    chart.series.push_back(line);
    cloud.name = rank + "  " + one.summary.id + (pairs.empty() ? " (no point in this mode)" : "");
    chart.series.push_back(cloud);
  }
  chart.notes = front_notes(chart);
  chart.notes.insert(chart.notes.begin(), "numbers: rank of the average area");
  figure.svg = charts_svg({chart}, 1, "Fronts, " + chart.title);
  return figure;
}

Figure comparison_figure(const ReportData& data, const Comparison& comparison) {
  const ReportedCombination& first = data.combinations[comparison.members[0].index];
  Figure figure{comparison.attribute + "s-" + first.summary.id, "",
                "combo," + comparison.attribute + ",mode,point,frequency_error,damping_error\n"};
  std::vector<Chart> charts;
  for (const int mode : data.ranking.modes) {
    Chart& chart = charts.emplace_back();
    chart.title = mode_title(data.ranking, mode);
    chart.x_label = kFrequencyError;
    chart.y_label = kDampingError;
    chart.log_x = chart.log_y = true;
    const ErrorPair corner = data.ranking.boxes.at(mode).lower;
    if (corner.frequency > 0 && corner.damping > 0) chart.cross = corner;
    std::vector<ErrorPair> spreads;
    for (const ComparedCombination& member : comparison.members) {
      const ReportedCombination& one = data.combinations[member.index];
      const auto v = one.summary.variability.find(mode);
      if (v != one.summary.variability.end() &&
          std::find(spreads.begin(), spreads.end(), v->second) == spreads.end()) {
        spreads.push_back(v->second);
        chart.rectangles.push_back({0, v->second.frequency, 0, v->second.damping, true});
      }
      std::vector<ErrorPair> pairs;
      for (std::size_t p = 0; p < one.front.points.size(); ++p) {
        if (!has_errors(one.front.points[p], mode)) continue;
        pairs.push_back(*one.front.points[p].errors.at(mode));
        figure.csv += csv_row({csv_cell(one.summary.id), csv_cell(member.label),
                               std::to_string(mode), std::to_string(p),
                               to_text(pairs.back().frequency), to_text(pairs.back().damping)});
      }
      PlotSeries cloud, line;
      cloud.style = line.style = member.style;
      cloud.line = line.markers = false;
      if (!pairs.empty() && has_errors(one.front.points[0], mode)) cloud.ring = 0;
      for (const ErrorPair& pair : pairs) {
        cloud.x.push_back(pair.frequency);
        cloud.y.push_back(pair.damping);
      }
      for (const std::size_t p : non_dominated(pairs)) {
        line.x.push_back(pairs[p].frequency);
        line.y.push_back(pairs[p].damping);
      }
      cloud.name = member.label;
      chart.series.push_back(line);
      chart.series.push_back(cloud);
    }
  }
  charts.back().legend = true;
  charts.back().notes = front_notes(charts.back());
  const std::string title = "By " + comparison.attribute + ": " + comparison.title;
  figure.svg = charts_svg(charts, static_cast<int>(charts.size()), title, title);
  return figure;
}

Figure area_figure(const ReportData& data, int mode) {
  const Ranking& ranking = data.ranking;
  const RankingRow& best = *std::min_element(ranking.rows.begin(), ranking.rows.end(),
                                             [&](const RankingRow& a, const RankingRow& b) {
                                               return a.modes.at(mode).area < b.modes.at(mode).area;
                                             });
  const Box& box = ranking.boxes.at(mode);
  Figure figure{"area-mode-" + std::to_string(mode), "", "frequency_error,damping_error\n"};
  const auto found = best.combination.errors.find(mode);
  std::vector<ErrorPair> kept;
  if (found != best.combination.errors.end())
    for (const std::size_t p : non_dominated(found->second)) kept.push_back(found->second[p]);
  ErrorPair reach = {0, 0};  // of the front beyond the box's lower corner
  for (const ErrorPair& e : kept) {
    reach.frequency = std::max(reach.frequency, e.frequency - box.lower.frequency);
    reach.damping = std::max(reach.damping, e.damping - box.lower.damping);
    figure.csv += csv_row({to_text(e.frequency), to_text(e.damping)});
  }
  std::vector<Chart> charts = {area_chart(ranking.rule, kept, box, box.upper)};
  charts[0].title = best.combination.id + ", mode " + std::to_string(mode) + ": area " +
                    fixed_text(best.modes.at(mode).area, kAreaDecimals);
  // A front that fills little of the box is shown once more, magnified.
  constexpr double kLittle = 0.2, kAround = 1.5, kLeast = 0.01;
  const ErrorPair size = {box.upper.frequency - box.lower.frequency,
                          box.upper.damping - box.lower.damping};
  if (!kept.empty() &&
      (reach.frequency < kLittle * size.frequency || reach.damping < kLittle * size.damping)) {
    const auto part = [&](double reached, double whole) {
      return std::min(whole, kAround * std::max(reached, kLeast * whole));
    };
    const ErrorPair corner = {box.lower.frequency + part(reach.frequency, size.frequency),
                              box.lower.damping + part(reach.damping, size.damping)};
    charts.push_back(area_chart(ranking.rule, kept, box, corner));
    charts[1].title = "Its corner, magnified";
  }
  for (Chart& chart : charts) chart.series[0].name = best.combination.id;
  figure.svg = charts_svg(charts, 2, "Construction of the area, mode " + std::to_string(mode));
  return figure;
}

}  // namespace slipfront
