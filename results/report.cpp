#include "results/report.hpp"

#include <algorithm>

#include "core/number.hpp"
#include "io/atomic_file.hpp"
#include "results/front_plot.hpp"
#include "results/html.hpp"
#include "results/markup.hpp"
#include "results/wording.hpp"

namespace slipfront {

namespace {

constexpr int kDigits = 4;  // of errors, parameters and seconds, for people

constexpr char kStyle[] = R"(
body { font: 15px/1.45 system-ui, sans-serif; color: #222; max-width: 1320px;
       margin: 2rem auto; padding: 0 1.5rem; }
h1 { font-size: 1.6rem; margin-bottom: .3rem; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; border-bottom: 1px solid #ccc; }
table { border-collapse: collapse; margin: .6rem 0; }
th, td { padding: .22rem .6rem; text-align: left; vertical-align: top; }
thead th { border-bottom: 2px solid #888; font-weight: 600; white-space: nowrap; }
tbody tr + tr td { border-top: 1px solid #e6e6e6; }
td.n, th.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
tr.variability td { border-top: 2px solid #888; }
.rank { display: inline-block; min-width: 2.4em; opacity: .85; }
.id { font-family: ui-monospace, monospace; font-size: .92em; white-space: nowrap; }
.note { color: #555; }
.wide { overflow-x: auto; }
.scale { display: inline-block; width: 12rem; height: .9rem; vertical-align: middle;
         border: 1px solid #999; margin: 0 .4rem; }
.legend { columns: 17rem; column-gap: 1.5rem; margin: .6rem 0; padding: 0; list-style: none; }
.legend li { display: flex; align-items: center; gap: .45rem; break-inside: avoid; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(34rem, 1fr)); gap: 1rem; }
.plots svg { width: 100%; height: auto; border: 1px solid #ddd; }
.plots g:hover path { stroke-width: 3; stroke-opacity: 1; fill-opacity: 1; }
details { margin: .3rem 0; }
summary { cursor: pointer; }
@media (max-width: 40rem) { .plots { grid-template-columns: 1fr; } }
)";

std::string number(double value) { return to_text(value, kDigits); }

std::string area_cell(double area, const std::string& rank, double scale) {
  const double share = area / scale;
  return element("td",
                 fixed_text(area, kAreaDecimals) + " " + element("span", rank, "class=\"rank\""),
                 "class=\"n\" style=\"background:" + shade(share) +
                     (is_dark(share) ? ";color:#fff" : "") + "\"");
}

double largest_area(const Ranking& ranking) {
  double largest = 0;
  for (const RankingRow& row : ranking.rows)
    for (const auto& [mode, value] : row.modes) largest = std::max(largest, value.area);
  for (const auto& [mode, area] : ranking.variability_area) largest = std::max(largest, area);
  return largest > 0 ? largest : 1;
}

std::string ranking_section(const Ranking& ranking) {
  const double scale = largest_area(ranking);
  std::vector<std::string> columns = {"combination", "model",
                                      "average " + mode_list(ranking.average_over)};
  for (const int mode : ranking.modes) columns.push_back("mode " + std::to_string(mode));
  for (const char* name : {"front points", "evaluations", "failed"}) columns.push_back(name);

  std::string rows;
  const auto bracket = [](int rank) { return "(" + std::to_string(rank) + ")"; };
  for (const RankingRow& row : ranking.rows) {
    const RankedCombination& c = row.combination;
    std::string cells = id_cell(c.id) + text_cell(c.title) +
                        area_cell(row.average.area, bracket(row.average.rank), scale);
    for (const int mode : ranking.modes)
      cells += area_cell(row.modes.at(mode).area, bracket(row.modes.at(mode).rank), scale);
    for (const long count : {long{c.front_points}, c.evaluations, c.failed_evaluations})
      cells += number_cell(std::to_string(count));
    rows += element("tr", cells) + "\n";
  }
  if (!ranking.variability_area.empty()) {
    std::string cells = "<td colspan=\"2\">experimental variability</td>";
    cells += ranking.variability_average ? area_cell(*ranking.variability_average, "", scale)
                                         : number_cell("");
    for (const int mode : ranking.modes) {
      const auto found = ranking.variability_area.find(mode);
      cells += found == ranking.variability_area.end() ? number_cell("")
                                                       : area_cell(found->second, "", scale);
    }
    rows += element("tr", cells + "<td colspan=\"3\"></td>", "class=\"variability\"") + "\n";
  }

  std::string gradient;
  for (const double stop : {0.0, 0.5, 1.0}) gradient += (stop == 0 ? "" : ",") + shade(stop);
  const std::string bar =
      element("span", "",
              "class=\"scale\" style=\"background:linear-gradient(to right," + gradient + ")\"");
  const std::vector<std::string> sentences = ranking_statements(ranking);
  return element("h2", "Ranking") + element("p", sentences[0] + " " + sentences[1]) + "\n" +
         element("p",
                 "Colour, the same in all columns: 0" + bar + fixed_text(scale, kAreaDecimals)) +
         "\n" + html_table(columns, 2, rows);
}

std::string box_section(const Ranking& ranking) {
  std::string rows;
  for (const int mode : ranking.modes) {
    const Box& box = ranking.boxes.at(mode);
    std::string cells = number_cell(std::to_string(mode));
    for (const double value :
         {box.lower.frequency, box.upper.frequency, box.lower.damping, box.upper.damping})
      cells += number_cell(number(value));
    const auto found = ranking.variability.find(mode);
    const bool known = found != ranking.variability.end();
    cells += number_cell(known ? number(found->second.frequency) : "") +
             number_cell(known ? number(found->second.damping) : "");
    rows += element("tr", cells) + "\n";
  }
  const std::string origin =
      ranking.fixed_box
          ? "The boxes are kept from an earlier table."
          : "The lower corner is the minimum over all combinations and the experimental "
            "variability: areas compare within this table only.";
  return element("h2", "Boxes") + element("p", origin) + "\n" +
         html_table({"mode", "frequency from", "frequency to", "damping from", "damping to",
                     "experiment: frequency", "experiment: damping"},
                    0, rows);
}

std::string front_section(const Ranking& ranking) {
  std::string html = element("h2", "Fronts") + "<ul class=\"legend\">\n";
  for (std::size_t i = 0; i < ranking.rows.size(); ++i)
    html += element("li", legend_marker_svg(i) + id_text(ranking.rows[i].combination.id)) + "\n";
  html += "</ul>\n" +
          element("p",
                  "Every marker is a parameter set of the front; lines join those that no other "
                  "dominates in the mode shown. Dashed: the box of the area, with a cross on its "
                  "lower corner. Grey: errors within the experimental variability.",
                  "class=\"note\"") +
          "\n<div class=\"plots\">\n";
  for (const int mode : ranking.modes) {
    FrontPlot plot;
    const bool averaged =
        std::count(ranking.average_over.begin(), ranking.average_over.end(), mode) > 0;
    plot.title = "Mode " + std::to_string(mode) +
                 (ranking.predicts && averaged ? ", predicted" : ", fitted");
    plot.box = ranking.boxes.at(mode);
    if (const auto found = ranking.variability.find(mode); found != ranking.variability.end())
      plot.variability = found->second;
    for (const RankingRow& row : ranking.rows) {
      PlotSeries& series = plot.series.emplace_back();
      series.name = row.combination.id;
      if (const auto found = row.combination.errors.find(mode);
          found != row.combination.errors.end())
        series.points = found->second;
    }
    html += front_plot_svg(plot);
  }
  return html + "</div>\n";
}

/// "beta (3 of 35 on the lower bound), ..."; empty if nothing sits on a bound.
std::string bounds_text(const CombinationSummary& summary) {
  std::string text;
  const auto add = [&](const ParameterRange& p, int points, const char* which) {
    if (points == 0) return;
    text += (text.empty() ? "" : ", ") + p.name + " (" + std::to_string(points) + " of " +
            std::to_string(summary.front_points) + " on the " + which + " bound)";
  };
  for (const ParameterRange& p : summary.parameters) {
    add(p, p.points_on_lower, "lower");
    add(p, p.points_on_upper, "upper");
  }
  return text;
}

std::string left_out_text(const CombinationSummary& summary) {
  std::string text;
  for (const auto& [mode, count] : summary.left_out)
    if (count > 0)
      text += (text.empty() ? "mode " : ", mode ") + std::to_string(mode) + ": " +
              std::to_string(count);
  return text;
}

constexpr std::size_t kParameterTexts = 3;  // name, unit, scale; the other columns are numbers

std::string parameter_details(const CombinationSummary& summary) {
  std::string rows;
  for (const ParameterRange& p : summary.parameters) {
    const auto optional = [](const std::optional<double>& v) { return v ? number(*v) : ""; };
    rows += element("tr", text_cell(p.name) + text_cell(p.unit) + text_cell(to_text(p.scale)) +
                              number_cell(number(p.lower)) + number_cell(number(p.upper)) +
                              number_cell(optional(p.front_lower)) +
                              number_cell(optional(p.front_upper))) +
            "\n";
  }
  std::string notes;
  for (const std::string& note : summary.notes)
    notes += element("p", escape_html(note), "class=\"note\"") + "\n";
  return element("details", element("summary", id_text(summary.id)) +
                                html_table({"parameter", "unit", "scale", "searched from", "to",
                                            "front from", "to"},
                                           kParameterTexts, rows) +
                                notes) +
         "\n";
}

constexpr std::size_t kAllTexts = 7;  // no column of the fits holds numbers

std::string fit_section(const ReportData& data) {
  std::string rows, details, missing;
  for (const RankingRow& row : data.ranking.rows) {
    const std::string& id = row.combination.id;
    const auto found = std::find_if(data.combinations.begin(), data.combinations.end(),
                                    [&](const auto& c) { return c.summary.id == id; });
    if (found == data.combinations.end()) {
      missing += (missing.empty() ? "" : ", ") + id;
      continue;
    }
    const CombinationSummary& s = found->summary;
    rows +=
        element("tr",
                id_cell(id) + text_cell(s.model) + text_cell(s.framework) + text_cell(s.interface) +
                    text_cell(s.optimizer + (s.stop_reason.empty() ? "" : ": ") + s.stop_reason) +
                    text_cell(bounds_text(s)) + text_cell(left_out_text(s))) +
        "\n";
    details += parameter_details(s);
  }
  std::string html =
      element("h2", "Fits") +
      html_table({"combination", "law", "framework", "interface", "optimizer and why it ended",
                  "parameters on a bound", "points left out"},
                 kAllTexts, rows);
  if (!missing.empty())
    html += element("p", "Without results in this folder: " + escape_html(missing) + ".") + "\n";
  return html + element("h2", "Parameters of the fronts") + details;
}

std::string provenance_section(const ReportData& data) {
  std::string html = element("h2", "Provenance");
  for (const Provenance& run : data.runs) {
    std::string rows;
    const auto row = [&](const std::string& name, const std::string& value) {
      rows += element("tr", text_cell(name) + text_cell(value)) + "\n";
    };
    row("started", run.started);
    row("ended", run.ended);
    row("host", run.host + ", " + run.system);
    row("processor", run.cpu);
    row("threads", std::to_string(run.threads));
    row("seed", std::to_string(run.seed));
    row("slipfront", run.slipfront);
    row("built", run.compiler + ", " + run.build);
    std::string libraries;
    for (const auto& [name, version] : run.libraries)
      libraries += (libraries.empty() ? "" : ", ") + name + " " + version;
    row("libraries", libraries);
    for (const auto& [file, hash] : run.inputs) row("input " + file, hash);
    html += element("div", element("table", element("tbody", rows)), "class=\"wide\"") + "\n";
  }
  std::string rows;
  for (const RankingRow& row : data.ranking.rows)
    rows +=
        element("tr", id_cell(row.combination.id) + number_cell(number(row.combination.seconds)));
  return html +
         element("details", element("summary", "Seconds of each combination") +
                                html_table({"combination", "seconds"}, 1, rows)) +
         "\n";
}

}  // namespace

std::string report_html(const ReportData& data) {
  const std::string title = escape_html(data.title);
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n" +
         std::string(
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n") +
         element("title", title) + "\n" + element("style", kStyle) + "\n</head>\n<body>\n" +
         element("h1", title) + "\n" + ranking_section(data.ranking) + box_section(data.ranking) +
         front_section(data.ranking) + fit_section(data) + provenance_section(data) +
         "</body>\n</html>\n";
}

void write_report(const RunFolder& folder, const Ranking& ranking, const std::string& title) {
  const ReportData data = {title, ranking, folder.read_finished(), folder.read_provenance()};
  write_atomically(folder.file("report.html"), report_html(data));
}

}  // namespace slipfront
