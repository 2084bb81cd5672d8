#include "results/report/page.hpp"

#include <algorithm>
#include <cmath>

#include "core/number.hpp"
#include "page_text.hpp"
#include "results/html.hpp"
#include "results/markup.hpp"
#include "results/ranking_text.hpp"
#include "results/report/comparisons.hpp"
#include "results/report/findings.hpp"
#include "results/report/heat_map.hpp"
#include "results/report/page_data.hpp"
#include "results/wording.hpp"

namespace slipfront {

namespace {

constexpr int kDigits = 4;  // of seconds and shares, for people
constexpr double kPercent = 100;
constexpr int kColourSteps = 4;  // of the colour key, beside white
constexpr double kMilli = 1e3;
constexpr std::size_t kAllTexts = 100;  // more columns than any table has: all hold text

std::string number(double value) { return to_text(value, kDigits); }

std::string percent(double share) { return std::to_string(std::lround(share * kPercent)) + " %"; }

std::string paragraph(const std::string& text, const std::string& attributes = "") {
  return element("p", escape_html(text), attributes) + "\n";
}

std::string section(const std::string& id, const std::string& title, const std::string& content) {
  return "<section id=\"" + id + "\" aria-labelledby=\"" + id + "-title\">\n" +
         element("h2", escape_html(title), "id=\"" + id + "-title\"") + "\n" + content +
         "</section>\n";
}

/// A place that the script fills; without a script it says so.
std::string drawn(const std::string& id) {
  return "<div id=\"" + id + "\" class=\"drawn\"></div>\n";
}

std::string sort_head(const std::string& label, const std::string& key, bool numbers,
                      const std::string& extra = "") {
  const std::string attributes = "scope=\"col\" data-key=\"" + key + "\" class=\"" +
                                 (numbers ? "n" : "") + extra + "\"" +
                                 (key == "rank" ? " aria-sort=\"ascending\"" : "");
  return element("th", element("button", escape_html(label), "type=\"button\""), attributes);
}

std::string area_cell(const RankedArea& value, const RankInterval* interval, double scale) {
  const double share = colour_share(value.area, scale);
  std::string text = fixed_text(value.area, kAreaDecimals) +
                     element("span", "(" + std::to_string(value.rank) + ")", "class=\"rank\"");
  if (interval)
    text += element("span", interval_text(*interval),
                    "class=\"interval\" title=\"rank, 95 % interval\"");
  return element("td", text,
                 "class=\"n heat\" data-value=\"" + to_text(value.area) + "\" data-rank=\"" +
                     std::to_string(value.rank) + "\" style=\"background:" + shade(share) +
                     (is_dark(share) ? ";color:#fff" : "") + "\"");
}

std::string sortable(const std::string& text, double value, const std::string& extra = "") {
  return element("td", text, "class=\"n" + extra + "\" data-value=\"" + to_text(value) + "\"");
}

std::string bare_area(double area, double scale) {
  const double share = colour_share(area, scale);
  return element("td", fixed_text(area, kAreaDecimals),
                 "class=\"n heat\" style=\"background:" + shade(share) +
                     (is_dark(share) ? ";color:#fff" : "") + "\"");
}

double seconds_per_evaluation(const ReportedCombination& one) {
  const auto count = static_cast<double>(one.summary.evaluations);
  return one.seconds > 0 && count > 0 ? one.seconds / count : 0;
}

std::string ranking_rows(const ReportData& data, double scale) {
  const Ranking& ranking = data.ranking;
  std::string rows;
  for (std::size_t i = 0; i < ranking.rows.size(); ++i) {
    const RankingRow& row = ranking.rows[i];
    const ReportedCombination& one = data.combinations[i];
    const StableRow* stable = data.record.stability ? &data.record.stability->rows[i] : nullptr;
    const std::string title =
        row.combination.title.empty() ? row.combination.id : row.combination.title;
    std::string name = element("span", escape_html(title), "class=\"title\"");
    if (title != row.combination.id) name += " " + id_text(row.combination.id);
    if (!row.combination.experiment.empty()) name += " " + id_text(row.combination.experiment);
    name = swatch_svg(one.style) + element("span", name);
    std::string cells = sortable(std::to_string(row.average.rank), row.average.rank) +
                        element("th", element("button", name, "type=\"button\" class=\"choose\""),
                                "scope=\"row\"") +
                        area_cell(row.average, stable ? &stable->average : nullptr, scale);
    for (const int mode : ranking.modes)
      cells += area_cell(row.modes.at(mode), stable ? &stable->modes.at(mode) : nullptr, scale);
    if (stable) cells += sortable(percent(stable->best_three), stable->best_three);
    cells += sortable(std::to_string(row.combination.front_points), row.combination.front_points,
                      " extra") +
             sortable(std::to_string(row.combination.evaluations),
                      static_cast<double>(row.combination.evaluations), " extra");
    rows += element("tr", cells, "data-combination=\"" + std::to_string(i) + "\"") + "\n";
  }
  return rows;
}

std::string finding_list(const ReportData& data) {
  std::string items;
  for (const Finding& finding : findings(data)) {
    std::string text;
    for (const std::string& sentence : finding.sentences)
      text += (text.empty() ? "" : " ") + sentence;
    items += element("dt", escape_html(finding.head)) + element("dd", escape_html(text)) + "\n";
  }
  return items.empty() ? "" : element("dl", items, "id=\"findings\"") + "\n";
}

std::string ranking_section(const ReportData& data) {
  const Ranking& ranking = data.ranking;
  if (ranking.rows.empty())
    return section("ranking", "Ranking",
                   paragraph("No combination is finished yet: there is nothing to rank."));
  const double scale = largest_area(ranking);
  std::string head = sort_head("#", "rank", true) + sort_head("combination", "name", false) +
                     sort_head("average " + mode_list(ranking.average_over), "average", true);
  for (const int mode : ranking.modes)
    head += sort_head("mode " + std::to_string(mode), "mode" + std::to_string(mode), true);
  if (data.record.stability) head += sort_head("best three", "best", true);
  head += sort_head("points", "points", true, " extra") +
          sort_head("evaluations", "evaluations", true, " extra");
  std::string foot;
  if (!ranking.variability_area.empty()) {
    std::string cells = "<td></td><th scope=\"row\">experimental variability</th>";
    cells +=
        ranking.variability_average ? bare_area(*ranking.variability_average, scale) : "<td></td>";
    for (const int mode : ranking.modes) {
      const auto found = ranking.variability_area.find(mode);
      cells +=
          found == ranking.variability_area.end() ? "<td></td>" : bare_area(found->second, scale);
    }
    if (data.record.stability) cells += "<td></td>";
    cells += "<td class=\"extra\"></td><td class=\"extra\"></td>";
    foot = element("tfoot", element("tr", cells));
  }
  std::string steps;
  for (int step = 0; step <= kColourSteps; ++step) {
    const double share = static_cast<double>(step) / kColourSteps;
    steps += element(
        "span", number(scale * share * share),
        "style=\"background:" + shade(share) + (is_dark(share) ? ";color:#fff" : "") + "\"");
  }
  std::string boxes;
  for (const int mode : ranking.modes) {
    const Box& box = ranking.boxes.at(mode);
    const auto pair = [](const ErrorPair& e) {
      return "(" + number(e.frequency) + ", " + number(e.damping) + ")";
    };
    std::string text = "Mode " + std::to_string(mode) + ": frequency and damping error from " +
                       pair(box.lower) + " to " + pair(box.upper);
    if (const auto v = ranking.variability.find(mode); v != ranking.variability.end())
      text += "; experimental variability " + pair(v->second);
    boxes += element("li", escape_html(text)) + "\n";
  }
  const std::vector<std::string> statements = ranking_statements(ranking);
  const std::string bars = data.record.stability
                               ? " Small: rank interval, 95 % of " +
                                     std::to_string(data.record.stability->draws) +
                                     " drawn experiments."
                               : "";
  return section(
      "ranking", "Ranking: what the data support",
      finding_list(data) + paragraph(statements[0] + " " + statements[1] + bars, "class=\"note\"") +
          "<p class=\"note\">Colour by the square root of the area, the same in all columns: " +
          element("span", steps, "class=\"scale\"") + "</p>\n" + drawn("filters") +
          "<div class=\"wide\"><table id=\"ranking-table\">\n<caption "
          "class=\"hidden\">Combinations "
          "by area fraction; click a heading to sort</caption>\n" +
          element("thead", element("tr", head)) + "\n" +
          element("tbody", ranking_rows(data, scale)) + "\n" + foot + "</table></div>\n" +
          "<p id=\"ranking-note\" class=\"note\" "
          "aria-live=\"polite\"></p>\n<details><summary>Boxes "
          "of the areas</summary><ul>\n" +
          boxes + "</ul>" +
          paragraph(ranking.fixed_box ? "Kept from an earlier table." : statements[2]) +
          "</details>\n");
}

std::string sure_section(const ReportData& data) {
  std::string content;
  if (data.record.stability)
    content += paragraph(
                   "Each bar spans the ranks of the average area in 95 % of the drawn "
                   "experiments; the dot is the rank in the table. The experiment is drawn as "
                   "whole curves, correlated along amplitude over " +
                       percent(data.record.stability->correlation) +
                       " of its logarithmic range; no model was fitted again. Hollow: the other "
                       "area rule.",
                   "class=\"note\"") +
               "<div class=\"two\">" + drawn("intervals") + drawn("differences") + "</div>\n";
  else if (!data.record.why_not.empty())
    content += paragraph("How sure this order is cannot be told: " + data.record.why_not + ".");
  const Effects& effects = data.record.effects;
  if (!effects.attributes.empty()) {
    std::string rows;
    for (const AttributeEffect& e : effects.attributes)
      rows += element("tr", text_cell(e.attribute) + number_cell(std::to_string(e.levels)) +
                                number_cell(percent(e.share)) + number_cell(percent(e.alone)) +
                                number_cell(percent(e.unique))) +
              "\n";
    content += element("h3", "What the area depends on") +
               paragraph(
                   "Of the variation of the average area over the combinations: what each choice "
                   "adds, averaged over all orders of adding them (share), what it tells alone, "
                   "and what it adds to all others. The combinations are no balanced design, so "
                   "the last two overlap or leave a rest; the shares sum to what all choices "
                   "tell together: " +
                       percent(effects.explained) + ".",
                   "class=\"note\"") +
               html_table({"choice", "levels", "share", "alone", "adds"}, 1, rows);
    const auto pair_rows = [&](bool of_law) {
      std::string text;
      for (const PairedComparison& p : effects.pairs) {
        if ((p.attribute == "law") != of_law) continue;
        std::string cells = text_cell(p.attribute) + id_cell(p.first) + text_cell(p.first_level) +
                            id_cell(p.second) + text_cell(p.second_level);
        std::string also;
        for (const std::string& name : p.also) also += (also.empty() ? "" : ", ") + name;
        cells += text_cell(also);
        const auto signed_text = [](double v) {
          return (v > 0 ? "+" : "") + fixed_text(v, kAreaDecimals);
        };
        cells += number_cell(signed_text(p.average));
        for (const int mode : data.ranking.modes)
          cells += number_cell(signed_text(p.modes.at(mode)));
        text += element("tr", cells) + "\n";
      }
      return text;
    };
    std::vector<std::string> columns = {"choice", "first",          "",       "second",
                                        "",       "also differ in", "average"};
    for (const int mode : data.ranking.modes) columns.push_back("mode " + std::to_string(mode));
    constexpr std::size_t kTexts = 6;
    for (const bool of_law : {false, true}) {
      const std::string rows_text = pair_rows(of_law);
      if (rows_text.empty()) continue;
      content +=
          element(
              "details",
              element("summary", of_law ? "Pairs that differ in the law only"
                                        : "Pairs that differ in one other choice only") +
                  paragraph("Area of the second minus that of the first: below zero, the second is "
                            "better.",
                            "class=\"note\"") +
                  html_table(columns, kTexts, rows_text),
              of_law ? "" : "open=\"open\"") +
          "\n";
    }
  }
  return content.empty() ? "" : section("sure", "How sure, and why", content);
}

/// Empty if no two combinations differ in their optimizer or their experiment only.
std::string comparison_section(const ReportData& data) {
  const std::vector<Comparison> all = comparisons(data);
  if (all.empty()) return "";
  const bool optimizers = all.front().attribute == "optimizer";
  const bool experiments = all.back().attribute == "experiment";
  const std::string title = optimizers && experiments ? "Optimizers and experiments compared"
                            : optimizers              ? "Optimizers compared"
                                                      : "Experiments compared";
  std::string note = "Combinations that differ in this choice only, everything else being equal.";
  if (optimizers) note += " Two optimizers that both found the whole front lie on each other.";
  if (experiments)
    note +=
        " The same model against other measured curves: fronts that lie apart tell how much "
        "its errors depend on the test.";
  return section("compared", title,
                 paragraph(note + " Dashed: errors within the experimental variability. Ringed: "
                                  "least frequency error in the fitted mode.",
                           "class=\"note\"") +
                     drawn("comparisons"));
}

std::string drawn_sections(const ReportData& data) {
  if (data.combinations.empty()) return "";
  std::string html;
  html += section("fronts", "Fronts",
                  paragraph("Every marker is a parameter set: its frequency and damping error. "
                            "Nearer to the lower left corner is better; lines join the points "
                            "that no other beats in the mode shown. Dashed: errors within the "
                            "experimental variability. Cross: corner of the area's box. Ringed: "
                            "least frequency error in the fitted mode. Point at a marker for its "
                            "numbers; click, or press Enter, to pin it below. Arrow keys walk.",
                            "class=\"note\"") +
                      drawn("front-choice") + drawn("front-charts") +
                      "<div id=\"tip\" role=\"status\" aria-live=\"polite\"></div>\n");
  html += section("pinned", "Pinned parameter set", drawn("pinned-panel"));
  html += comparison_section(data);
  html += section(
      "backbones", data.experiment.empty() ? "Backbones" : "Experiment and backbones",
      paragraph(std::string(data.experiment.empty() ? "The measured curves are not in this folder. "
                                                    : "Grey: measured, with bounds. ") +
                    "Three parameter sets of the chosen combination: least frequency "
                    "error, middle, least damping error.",
                "class=\"note\"") +
          drawn("backbone-choice") + drawn("backbone-charts") + drawn("backbone-errors"));
  html += section("area", "How an area is made", drawn("area-choice") + drawn("area-chart"));
  html += section("parameters", "Parameter ranges",
                  paragraph("Bar: where the front found the parameter within its search bounds. "
                            "A mark at an end counts front points on that bound: the search might "
                            "have gone further.",
                            "class=\"note\"") +
                      drawn("parameter-choice") + drawn("parameter-ranges"));
  const auto& histories = data.record.histories;
  if (std::any_of(histories.begin(), histories.end(),
                  [](const auto& h) { return !h.steps.empty(); }))
    html += section("convergence", "Convergence",
                    paragraph("Least errors and the area of the front so far against evaluations, "
                              "for the models chosen above. A curve that still falls at its end "
                              "asks for a longer search.",
                              "class=\"note\"") +
                        drawn("convergence-charts"));
  return html;
}

std::string left_out_text(const CombinationSummary& summary) {
  std::string text;
  for (const auto& [mode, count] : summary.left_out)
    if (count > 0)
      text += (text.empty() ? "mode " : ", mode ") + std::to_string(mode) + ": " +
              std::to_string(count);
  return text;
}

std::string quality_text(const CombinationSummary& summary) {
  std::string text;
  for (const auto& [name, value] : summary.front_quality) {
    std::string words = name;
    std::replace(words.begin(), words.end(), '_', ' ');
    text += (text.empty() ? "" : ", ") + words + " " + number(value);
  }
  if (summary.gradients > 0)
    text += (text.empty() ? "" : ", ") + std::to_string(summary.gradients) +
            " evaluations with gradient";
  return text;
}

std::string fit_section(const ReportData& data) {
  std::string rows, failures, notes;
  for (std::size_t i = 0; i < data.combinations.size(); ++i) {
    const ReportedCombination& one = data.combinations[i];
    const CombinationSummary& s = one.summary;
    const double each = seconds_per_evaluation(one);
    rows += element("tr", id_cell(s.id) + text_cell(s.optimizer) + text_cell(s.stop_reason) +
                              number_cell(std::to_string(s.evaluations)) +
                              number_cell(std::to_string(s.failed_evaluations)) +
                              number_cell(one.seconds > 0 ? fixed_text(one.seconds, 1) : "") +
                              number_cell(each > 0 ? number(each * kMilli) : "") +
                              text_cell(quality_text(s))) +
            "\n";
    std::string reasons;
    for (const SearchHistory& history : data.record.histories)
      if (history.id == s.id)
        for (const auto& [reason, count] : history.failures)
          reasons += (reasons.empty() ? "" : "; ") + reason + ": " + std::to_string(count);
    const std::string left_out = left_out_text(s);
    if (s.failed_evaluations > 0 || !left_out.empty() || one.front.points.empty()) {
      if (one.front.points.empty())
        reasons += (reasons.empty() ? "" : "; ") +
                   std::string("no parameter set could be solved: empty front, area 1");
      failures += element("tr", id_cell(s.id) + text_cell(reasons) + text_cell(left_out) +
                                    number_cell(std::to_string(s.failed_evaluations))) +
                  "\n";
    }
    for (const std::string& note : s.notes)
      notes += element("li", id_text(s.id) + ": " + escape_html(note)) + "\n";
  }
  std::string html;
  if (!rows.empty()) {
    html = section("cost", "Searches and their cost",
                   html_table({"combination", "optimizer", "why it ended", "evaluations", "failed",
                               "seconds", "ms per evaluation", "quality of the front"},
                              3, rows));
  }
  std::string trouble;
  if (!data.unfinished.empty()) {
    std::string open;
    for (const UnfinishedCombination& u : data.unfinished)
      open += element("tr", id_cell(u.id) + text_cell(u.title) +
                                number_cell(std::to_string(u.evaluations))) +
              "\n";
    trouble += paragraph("Not finished, and not in the ranking:") +
               html_table({"combination", "", "evaluations so far"}, 2, open);
  }
  if (!failures.empty())
    trouble +=
        paragraph("Parameter sets that could not be solved never reach a front:") +
        html_table({"combination", "reasons", "front points without errors", "failed evaluations"},
                   3, failures);
  if (trouble.empty() && !data.combinations.empty())
    trouble = paragraph("Every evaluation was solved, and every combination is finished.");
  if (!notes.empty())
    trouble += element("details", element("summary", "Notes of the solver and the searches") +
                                      element("ul", notes)) +
               "\n";
  return html + section("failures", "Failures and notes", trouble);
}

std::string provenance_section(const ReportData& data) {
  std::string html;
  for (const Provenance& run : data.runs) {
    std::string rows;
    const auto row = [&](const std::string& name, const std::string& value) {
      rows += element("tr", text_cell(name) + text_cell(value)) + "\n";
    };
    row("started", run.started);
    row("ended", run.ended.empty() ? "not yet" : run.ended);
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
  for (const auto& [name, hash] : data.fingerprints)
    rows += element("tr", text_cell(name) + text_cell(hash)) + "\n";
  for (const ReportedCombination& one : data.combinations)
    rows += element("tr",
                    text_cell("combination " + one.summary.id) + text_cell(one.summary.identity)) +
            "\n";
  return section("provenance", "Provenance",
                 html +
                     element("details", element("summary", "Fingerprints of the numbers") +
                                            html_table({"of", "fingerprint"}, kAllTexts, rows)) +
                     "\n");
}

std::string state_line(const ReportData& data) {
  const std::size_t finished = data.combinations.size(), open = data.unfinished.size();
  if (open == 0) return "";
  return paragraph(std::to_string(finished) + " of " + std::to_string(finished + open) +
                       " combinations are finished" +
                       (data.running ? "; a run was at work when this page was made. " : ". ") +
                       "Areas and ranks will change with those that are missing.",
                   "class=\"state\" role=\"status\"");
}

}  // namespace

std::string page_html(const ReportData& data) {
  const std::string title = escape_html(data.title);
  const std::string body = ranking_section(data);
  const std::string rest =
      drawn_sections(data) + sure_section(data) + fit_section(data) + provenance_section(data);
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
         "'unsafe-inline'; script-src 'unsafe-inline'\"/>\n" +
         element("title", title) + "\n" + element("style", page_text::kStyle) +
         "\n</head>\n<body>\n<header>" + element("h1", title) + "\n" + state_line(data) +
         "<nav aria-label=\"Sections\" id=\"contents\"></nav></header>\n<main>\n" + body + rest +
         "</main>\n<noscript><p>The figures need JavaScript; the files in figures/ do "
         "not.</p></noscript>\n<script type=\"application/json\" id=\"data\">" +
         page_data_json(data) + "</script>\n<script>" + page_text::kScript +
         "</script>\n</body>\n</html>\n";
}

}  // namespace slipfront
