#include "results/report/figures.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "core/number.hpp"
#include "io/atomic_file.hpp"
#include "results/markup.hpp"
#include "results/ranking_text.hpp"
#include "results/report/chart.hpp"
#include "results/report/front_figures.hpp"
#include "results/report/heat_map.hpp"
#include "results/wording.hpp"

namespace slipfront {

namespace {

constexpr char kAmplitude[] = "modal amplitude [m \u221akg]";
constexpr char kFrequency[] = "natural frequency [Hz]";
constexpr char kDamping[] = "damping ratio [1]";

/// The measured backbone of a mode at a combination's own modal amplitudes.
MeasuredBackbone measured_for(const ReportData& data, const ReportedCombination* one, int mode) {
  const bool own = one && one->experiment.count(mode);
  MeasuredBackbone measured = own ? one->experiment.at(mode) : data.experiment.at(mode);
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
  line.style = plain_style("#444444", Marker::circle);
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
  const bool response =
      std::all_of(data.experiment.begin(), data.experiment.end(),
                  [](const auto& mode) { return mode.second.response_amplitude; });
  Figure figure{"experiment", "",
                std::string("mode,") + (response ? "response_amplitude" : "amplitude") +
                    ",frequency_hz,frequency_lower,frequency_upper,damping,damping_lower,"
                    "damping_upper\n"};
  std::vector<Chart> top, bottom;
  for (const auto& [mode, m] : data.experiment) {
    top.push_back(backbone_chart(mode_title(data.ranking, mode), kFrequency));
    bottom.push_back(backbone_chart("", kDamping));
    if (m.response_amplitude) top.back().x_label = bottom.back().x_label = "response amplitude [m]";
    add_experiment(m, top.back(), bottom.back());
    for (std::size_t i = 0; i < m.size(); ++i)
      figure.csv += csv_row({std::to_string(mode), to_text(m.amplitude[i]),
                             to_text(m.frequency_hz[i]), to_text(m.frequency_lower[i]),
                             to_text(m.frequency_upper[i]), to_text(m.damping[i]),
                             to_text(m.damping_lower[i]), to_text(m.damping_upper[i])});
  }
  const int columns = static_cast<int>(top.size());
  top.insert(top.end(), bottom.begin(), bottom.end());
  figure.svg = charts_svg(top, columns, "Measured backbones with bounds");
  return figure;
}

Figure backbone_figure(const ReportData& data, std::size_t index) {
  const ReportedCombination& one = data.combinations[index];
  Figure figure{"backbones-" + one.summary.id, "",
                "point,mode,amplitude,frequency_hz,damping,residual,status\n"};
  const char* names[] = {"frequency-optimal", "middle", "damping-optimal"};
  const SeriesStyle styles[] = {plain_style("#0072b2", Marker::circle),
                                plain_style("#009e73", Marker::square, "6 3"),
                                plain_style("#d55e00", Marker::triangle, "1.5 3")};
  std::vector<Chart> top, bottom;
  const std::vector<int> points = shown_points(one.front);
  for (const int mode : one.front.modes) {
    top.push_back(backbone_chart(mode_title(data.ranking, mode), kFrequency));
    bottom.push_back(backbone_chart("", kDamping));
    if (one.experiment.count(mode) || data.experiment.count(mode))
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
            csv_row({std::to_string(points[k]), std::to_string(mode), to_text(b->amplitude[i]),
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
      figure.csv += csv_row({csv_cell(history.id), std::to_string(step.evaluations),
                             to_text(step.best_frequency), to_text(step.best_damping),
                             step.area ? to_text(*step.area) : ""});
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
      figure.csv += csv_row({csv_cell(one.summary.id), csv_cell(p.name), csv_cell(p.unit),
                             to_text(p.scale), to_text(p.lower), to_text(p.upper),
                             optional(p.front_lower), optional(p.front_upper),
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
  for (const Comparison& comparison : comparisons(data))
    figures.push_back(comparison_figure(data, comparison));
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
    const char* mine[] = {"backbones-",   "fronts-mode-", "area-mode-",      "optimizers-",
                          "experiments-", "experiment.",  "rank-intervals.", "convergence.",
                          "parameters.",  "ranking."};
    const bool own = stale || std::any_of(std::begin(mine), std::end(mine), [&](const char* start) {
                       return name.starts_with(start);
                     });
    if (own && !written.count(name)) fs::remove(entry.path());
  }
}

}  // namespace slipfront
