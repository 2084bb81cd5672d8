#include "results/report/figures.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "core/number.hpp"
#include "io/atomic_file.hpp"
#include "results/markup.hpp"
#include "results/ranking_text.hpp"
#include "results/report/chart.hpp"
#include "results/report/heat_map.hpp"
#include "results/wording.hpp"

namespace slipfront {

namespace {

constexpr char kFrequencyError[] = "frequency error [1]";
constexpr char kDampingError[] = "damping error [1]";
constexpr char kAmplitude[] = "modal amplitude [m \u221akg]";
constexpr char kFrequency[] = "natural frequency [Hz]";
constexpr char kDamping[] = "damping ratio [1]";

std::string row(const std::vector<std::string>& cells) {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) text += (i == 0 ? "" : ",") + cells[i];
  return text + "\n";
}

std::string mode_title(const Ranking& ranking, int mode) {
  const bool averaged =
      std::count(ranking.average_over.begin(), ranking.average_over.end(), mode) > 0;
  return "Mode " + std::to_string(mode) +
         (ranking.predicts && averaged ? " (predicted)" : " (fitted)");
}

SeriesStyle plain(const std::string& colour, Marker marker, const std::string& dash = "") {
  SeriesStyle style;
  style.colour = colour;
  style.marker = marker;
  style.dash = dash;
  return style;
}

/// The measured backbone of a mode at a combination's own modal amplitudes.
MeasuredBackbone measured_for(const ReportData& data, const ReportedCombination* one, int mode) {
  MeasuredBackbone measured = data.experiment.at(mode);
  if (!one || !measured.response_amplitude) return measured;
  const auto factor = one->summary.amplitude_factor.find(mode);
  if (factor != one->summary.amplitude_factor.end())
    for (double& amplitude : measured.amplitude) amplitude *= factor->second;
  return measured;
}

void add_experiment(const MeasuredBackbone& measured, Chart& frequency, Chart& damping) {
  frequency.bands.push_back(
      {measured.amplitude, measured.frequency_lower, measured.frequency_upper});
  damping.bands.push_back({measured.amplitude, measured.damping_lower, measured.damping_upper});
  PlotSeries line;
  line.name = "experiment, bounds grey";
  line.x = measured.amplitude;
  line.markers = false;
  line.style = plain("#444444", Marker::circle);
  line.y = measured.frequency_hz;
  frequency.series.push_back(line);
  line.y = measured.damping;
  damping.series.push_back(line);
}

Chart backbone_chart(const std::string& title, const char* y_label) {
  Chart chart;
  chart.title = title;
  chart.x_label = kAmplitude;
  chart.y_label = y_label;
  chart.log_x = true;
  return chart;
}

Figure experiment_figure(const ReportData& data) {
  Figure figure{"experiment", "",
                "mode,amplitude,frequency_hz,frequency_lower,frequency_upper,damping,"
                "damping_lower,damping_upper\n"};
  std::vector<Chart> top, bottom;
  for (const auto& [mode, m] : data.experiment) {
    top.push_back(backbone_chart(mode_title(data.ranking, mode), kFrequency));
    bottom.push_back(backbone_chart("", kDamping));
    if (m.response_amplitude) top.back().x_label = bottom.back().x_label = "response amplitude [m]";
    add_experiment(m, top.back(), bottom.back());
    for (std::size_t i = 0; i < m.size(); ++i)
      figure.csv +=
          row({std::to_string(mode), to_text(m.amplitude[i]), to_text(m.frequency_hz[i]),
               to_text(m.frequency_lower[i]), to_text(m.frequency_upper[i]), to_text(m.damping[i]),
               to_text(m.damping_lower[i]), to_text(m.damping_upper[i])});
  }
  const int columns = static_cast<int>(top.size());
  top.insert(top.end(), bottom.begin(), bottom.end());
  figure.svg = charts_svg(top, columns, "Measured backbones with bounds");
  return figure;
}

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
      figure.csv += row({csv_cell(one.summary.id), std::to_string(p),
                         to_text(found->second->frequency), to_text(found->second->damping)});
    }
    PlotSeries cloud;  // every point; the line joins those that none dominates
    cloud.style = one.style;
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
    cloud.name = rank + "  " + one.summary.id;
    chart.series.push_back(cloud);
  }
  figure.svg = charts_svg({chart}, 1, "Fronts, " + chart.title);
  return figure;
}

Figure backbone_figure(const ReportData& data, std::size_t index) {
  const ReportedCombination& one = data.combinations[index];
  Figure figure{"backbones-" + one.summary.id, "",
                "point,mode,amplitude,frequency_hz,damping,residual,status\n"};
  const char* names[] = {"frequency-optimal", "middle", "damping-optimal"};
  const SeriesStyle styles[] = {plain("#0072b2", Marker::circle),
                                plain("#009e73", Marker::square, "6 3"),
                                plain("#d55e00", Marker::triangle, "1.5 3")};
  std::vector<Chart> top, bottom;
  const std::vector<int> points = shown_points(one.front);
  for (const int mode : one.front.modes) {
    top.push_back(backbone_chart(mode_title(data.ranking, mode), kFrequency));
    bottom.push_back(backbone_chart("", kDamping));
    if (data.experiment.count(mode))
      add_experiment(measured_for(data, &one, mode), top.back(), bottom.back());
    for (std::size_t k = 0; k < points.size(); ++k) {
      const Backbone* b = backbone_of(one, points[k], mode);
      if (!b) continue;
      // With fewer than three points the last one is the damping-optimal all the same.
      const std::size_t style = k > 0 && k + 1 == points.size() ? 2 : k;
      PlotSeries series;
      series.name = names[style];
      series.style = styles[style];
      series.x = b->amplitude;
      series.y = b->frequency_hz;
      top.back().series.push_back(series);
      series.y = b->damping;
      bottom.back().series.push_back(series);
      for (std::size_t i = 0; i < b->size(); ++i) {
        const bool good = b->status[i] == PointStatus::converged;
        const auto number = [&](double v) { return good ? to_text(v) : std::string(); };
        figure.csv +=
            row({std::to_string(points[k]), std::to_string(mode), to_text(b->amplitude[i]),
                 number(b->frequency_hz[i]), number(b->damping[i]), number(b->residual[i]),
                 csv_cell(to_text(b->status[i]))});
      }
    }
  }
  if (!top.empty()) top.back().legend = true;
  const int columns = static_cast<int>(top.size());
  top.insert(top.end(), bottom.begin(), bottom.end());
  const std::string title = one.summary.title.empty() ? one.summary.id : one.summary.title;
  figure.svg = charts_svg(top, std::max(1, columns), title, title);
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
  Chart chart;
  chart.title = best.combination.id + ", mode " + std::to_string(mode) + ": area " +
                fixed_text(best.modes.at(mode).area, kAreaDecimals);
  chart.x_label = kFrequencyError;
  chart.y_label = kDampingError;
  ChartBand band;  // what is not dominated: below the curve
  const auto add = [&](double x, double y) {
    band.x.push_back(std::clamp(x, box.lower.frequency, box.upper.frequency));
    band.lower.push_back(box.lower.damping);
    band.upper.push_back(std::clamp(y, box.lower.damping, box.upper.damping));
  };
  PlotSeries line;
  line.name = best.combination.id;
  line.style = plain("#08519c", Marker::circle);
  add(box.lower.frequency, box.upper.damping);
  const auto found = best.combination.errors.find(mode);
  const std::vector<ErrorPair> none;
  const std::vector<ErrorPair>& pairs =
      found == best.combination.errors.end() ? none : found->second;
  double last = box.upper.damping;
  for (const std::size_t p : non_dominated(pairs)) {
    const ErrorPair& e = pairs[p];
    if (line.x.empty())
      add(e.frequency, box.upper.damping);
    else if (ranking.rule == AreaRule::staircase)
      add(e.frequency, last);
    add(e.frequency, e.damping);
    last = e.damping;
    line.x.push_back(e.frequency);
    line.y.push_back(e.damping);
    figure.csv += row({to_text(e.frequency), to_text(e.damping)});
  }
  add(box.upper.frequency, last);
  chart.bands.push_back(band);
  chart.series.push_back(line);
  chart.rectangles.push_back(
      {box.lower.frequency, box.upper.frequency, box.lower.damping, box.upper.damping, true});
  chart.cross = box.lower;
  figure.svg = charts_svg({chart}, 1, "Construction of the area, mode " + std::to_string(mode));
  return figure;
}

Figure convergence_figure(const ReportData& data) {
  Figure figure{"convergence", "", "combo,evaluations,best_frequency,best_damping,area\n"};
  Chart frequency, damping, area;
  frequency.title = "Least frequency error";
  damping.title = "Least damping error";
  area.title = "Area of the front so far";
  frequency.y_label = kFrequencyError;
  damping.y_label = kDampingError;
  area.y_label = "area fraction [1]";
  area.legend = true;
  for (Chart* chart : {&frequency, &damping, &area}) {
    chart->x_label = "evaluations";
    chart->log_x = chart->log_y = true;
  }
  for (const SearchHistory& history : data.record.histories) {
    const auto one = std::find_if(data.combinations.begin(), data.combinations.end(),
                                  [&](const auto& c) { return c.summary.id == history.id; });
    PlotSeries f, z, a;
    f.markers = z.markers = false;
    if (one != data.combinations.end()) f.style = z.style = a.style = one->style;
    a.name = history.id;
    for (const HistoryStep& step : history.steps) {
      const auto at = static_cast<double>(step.evaluations);
      f.x.push_back(at);
      f.y.push_back(step.best_frequency);
      z.x.push_back(at);
      z.y.push_back(step.best_damping);
      if (step.area) {
        a.x.push_back(at);
        a.y.push_back(*step.area);
      }
      figure.csv +=
          row({csv_cell(history.id), std::to_string(step.evaluations), to_text(step.best_frequency),
               to_text(step.best_damping), step.area ? to_text(*step.area) : ""});
    }
    frequency.series.push_back(f);
    damping.series.push_back(z);
    area.series.push_back(a);
  }
  figure.svg = charts_svg({frequency, damping, area}, 3, "Convergence");
  return figure;
}

Figure parameter_table(const ReportData& data) {
  Figure figure{"parameters", "",
                "combo,parameter,unit,scale,lower,upper,front_lower,front_upper,points_on_lower,"
                "points_on_upper\n"};
  for (const ReportedCombination& one : data.combinations)
    for (const ParameterRange& p : one.summary.parameters) {
      const auto optional = [](const std::optional<double>& v) { return v ? to_text(*v) : ""; };
      figure.csv +=
          row({csv_cell(one.summary.id), csv_cell(p.name), csv_cell(p.unit), to_text(p.scale),
               to_text(p.lower), to_text(p.upper), optional(p.front_lower), optional(p.front_upper),
               std::to_string(p.points_on_lower), std::to_string(p.points_on_upper)});
    }
  return figure;
}

}  // namespace

std::vector<Figure> make_figures(const ReportData& data) {
  std::vector<Figure> figures;
  const Ranking& ranking = data.ranking;
  if (!data.experiment.empty()) figures.push_back(experiment_figure(data));
  if (ranking.rows.empty()) return figures;
  figures.push_back(
      {"ranking", heat_map_svg(ranking, data.record), format_ranking(ranking, "csv")});
  if (data.record.stability)
    figures.push_back({"rank-intervals", rank_interval_svg(ranking, *data.record.stability),
                       stability_csv(ranking, *data.record.stability)});
  for (const int mode : ranking.modes) {
    figures.push_back(front_figure(data, mode));
    const Box& box = ranking.boxes.at(mode);
    if (box.lower.frequency < box.upper.frequency && box.lower.damping < box.upper.damping)
      figures.push_back(area_figure(data, mode));
  }
  for (std::size_t i = 0; i < data.combinations.size(); ++i)
    if (!data.combinations[i].backbones.empty()) figures.push_back(backbone_figure(data, i));
  const auto& histories = data.record.histories;
  if (std::any_of(histories.begin(), histories.end(),
                  [](const auto& h) { return !h.steps.empty(); }))
    figures.push_back(convergence_figure(data));
  figures.push_back(parameter_table(data));
  return figures;
}

void write_figures(const RunFolder& folder, const ReportData& data) {
  namespace fs = std::filesystem;
  const std::string place = folder.file("figures");
  make_folder(place);
  std::set<std::string> written, changed;
  const auto write = [&](const std::string& name, const std::string& text) {
    const std::string path = place + "/" + name;
    written.insert(name);
    if (file_exists(path) && read_file(path) == text) return;
    write_atomically(path, text);
    changed.insert(name);
  };
  for (const Figure& figure : make_figures(data)) {
    if (!figure.svg.empty()) write(figure.name + ".svg", figure.svg);
    write(figure.name + ".csv", figure.csv);
  }
  if (!data.ranking.rows.empty()) {
    const RankStability* stability = data.record.stability ? &*data.record.stability : nullptr;
    write("ranking.md", format_ranking(data.ranking, "markdown", stability));
    write("ranking.tex", format_ranking(data.ranking, "latex", stability));
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(place)) {
    const std::string name = entry.path().filename().string();
    // The PDF of a figure that is as it was stays; that of another figure is out of date.
    const std::string figure = entry.path().stem().string() + ".svg";
    const bool pdf = entry.path().extension() == ".pdf";
    if (pdf && written.count(figure) && !changed.count(figure)) continue;
    const bool stale = pdf && changed.count(figure) > 0;
    const bool own = stale || name.starts_with("backbones-") || name.starts_with("fronts-mode-") ||
                     name.starts_with("area-mode-");
    if (own && !written.count(name)) fs::remove(entry.path());
  }
}

}  // namespace slipfront
