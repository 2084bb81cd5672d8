#include "results/report/front_figures.hpp"

#include <algorithm>

#include "core/number.hpp"
#include "results/markup.hpp"
#include "results/ranking_text.hpp"
#include "results/report/chart.hpp"
#include "results/wording.hpp"

namespace slipfront {

namespace {

/// A front in one mode: the points that have errors there.
struct ModeFront {
  std::vector<std::size_t> points;  // places in the front
  std::vector<ErrorPair> errors;    // of these
};

ModeFront in_mode(const Front& front, int mode) {
  ModeFront here;
  for (std::size_t p = 0; p < front.points.size(); ++p) {
    const auto found = front.points[p].errors.find(mode);
    if (found == front.points[p].errors.end() || !found->second) continue;
    here.points.push_back(p);
    here.errors.push_back(*found->second);
  }
  return here;
}

/// Every point; the first of the front, which has the least frequency error, is ringed.
PlotSeries cloud_of(const ModeFront& front, const SeriesStyle& style) {
  PlotSeries cloud;
  cloud.style = style;
  cloud.line = false;
  if (!front.points.empty() && front.points[0] == 0) cloud.ring = 0;
  for (const ErrorPair& pair : front.errors) {
    cloud.x.push_back(pair.frequency);
    cloud.y.push_back(pair.damping);
  }
  return cloud;
}

/// Joins the points that none dominates.
PlotSeries line_of(const ModeFront& front, const SeriesStyle& style) {
  PlotSeries line;
  line.style = style;
  line.markers = false;
  for (const std::size_t p : non_dominated(front.errors)) {
    line.x.push_back(front.errors[p].frequency);
    line.y.push_back(front.errors[p].damping);
  }
  return line;
}

/// What the signs in a chart of fronts mean.
std::vector<std::string> front_notes(const Chart& chart) {
  std::vector<std::string> notes = {"ringed: least frequency error in the fitted mode"};
  if (!chart.rectangles.empty()) notes.push_back("dashed box: experimental variability");
  if (chart.cross) notes.push_back("cross: corner of the area's box");
  return notes;
}

/// The line with points added where it crosses a side of the box or the side's continuation: then
/// whatever lies outside may be moved onto the nearest side, and what lies inside stays.
std::vector<ErrorPair> with_crossings(const std::vector<ErrorPair>& line, const ErrorPair& lower,
                                      const ErrorPair& upper) {
  std::vector<ErrorPair> all;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (i > 0) {
      const ErrorPair from = line[i - 1], to = line[i];
      std::vector<double> shares;
      const auto cross = [&](double a, double b, double side) {
        if ((a < side && side < b) || (b < side && side < a))
          shares.push_back((side - a) / (b - a));
      };
      for (const ErrorPair& corner : {lower, upper}) {
        cross(from.frequency, to.frequency, corner.frequency);
        cross(from.damping, to.damping, corner.damping);
      }
      std::sort(shares.begin(), shares.end());
      for (const double s : shares)
        all.push_back({from.frequency + s * (to.frequency - from.frequency),
                       from.damping + s * (to.damping - from.damping)});
    }
    all.push_back(line[i]);
  }
  return all;
}

/// The box, or its part up to `upper`; shaded what the front leaves uncovered of it.
Chart area_chart(AreaRule rule, const std::vector<ErrorPair>& kept, const Box& box,
                 const ErrorPair& upper) {
  Chart chart;
  chart.x_label = kFrequencyError;
  chart.y_label = kDampingError;
  std::vector<ErrorPair> curve;
  PlotSeries line;
  line.style = plain_style("#08519c", Marker::circle);
  curve.push_back({box.lower.frequency, upper.damping});
  double last = upper.damping;
  for (const ErrorPair& e : kept) {
    if (curve.size() == 1)
      curve.push_back({e.frequency, upper.damping});
    else if (rule == AreaRule::staircase)
      curve.push_back({e.frequency, last});
    curve.push_back({e.frequency, e.damping});
    last = e.damping;
    if (e.frequency > upper.frequency || e.damping > upper.damping) continue;
    line.x.push_back(e.frequency);
    line.y.push_back(e.damping);
  }
  curve.push_back({upper.frequency, last});
  ChartBand band;  // what is not dominated: below the curve
  for (const ErrorPair& e : with_crossings(curve, box.lower, upper)) {
    band.x.push_back(std::clamp(e.frequency, box.lower.frequency, upper.frequency));
    band.lower.push_back(box.lower.damping);
    band.upper.push_back(std::clamp(e.damping, box.lower.damping, upper.damping));
  }
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
    const ModeFront front = in_mode(one.front, mode);
    for (std::size_t k = 0; k < front.points.size(); ++k)
      figure.csv += csv_row({csv_cell(one.summary.id), std::to_string(front.points[k]),
                             to_text(front.errors[k].frequency), to_text(front.errors[k].damping)});
    PlotSeries cloud = cloud_of(front, one.style), line = line_of(front, one.style);
    const std::string rank = std::to_string(ranking.rows[i].average.rank);
    line.label = rank;
    chart.series.push_back(line);
    cloud.name =
        rank + "  " + one.summary.id + (front.points.empty() ? " (no point in this mode)" : "");
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
      const ModeFront front = in_mode(one.front, mode);
      for (std::size_t k = 0; k < front.points.size(); ++k)
        figure.csv +=
            csv_row({csv_cell(one.summary.id), csv_cell(member.label), std::to_string(mode),
                     std::to_string(front.points[k]), to_text(front.errors[k].frequency),
                     to_text(front.errors[k].damping)});
      PlotSeries cloud = cloud_of(front, member.style);
      cloud.name = member.label;
      chart.series.push_back(line_of(front, member.style));
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
