#include "results/ranking_text.hpp"

#include <algorithm>
#include <cmath>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "core/suggest.hpp"
#include "results/json_file.hpp"
#include "results/markdown_table.hpp"
#include "results/markup.hpp"
#include "results/wording.hpp"

namespace slipfront {

namespace {

constexpr int kSecondsDecimals = 1;  // enough to see what a combination costs
constexpr int kBoxDigits = 4;        // of a corner, for people
constexpr int kBarCells = 5;         // width of a bar in characters
constexpr int kCellSteps = 8;        // a block character is filled in eighths
constexpr double kPercent = 100;

constexpr char kVariabilityName[] = "experimental variability";
constexpr char kOfTheStudy[] = "that of the study";

std::string corner(const ErrorPair& pair) {
  return "(" + to_text(pair.frequency, kBoxDigits) + ", " + to_text(pair.damping, kBoxDigits) + ")";
}

std::vector<std::string> box_lines(const Ranking& ranking) {
  std::vector<std::string> lines;
  for (const int mode : ranking.modes) {
    const Box& box = ranking.boxes.at(mode);
    std::string line = "mode " + std::to_string(mode) + ": (frequency, damping) error from " +
                       corner(box.lower) + " to " + corner(box.upper);
    if (box.lower.frequency >= box.upper.frequency || box.lower.damping >= box.upper.damping)
      line += "; no error lies below the upper corner";
    lines.push_back(line);
  }
  return lines;
}

// ---- csv and json -----------------------------------------------------------------------

std::string csv(const Ranking& ranking) {
  std::string text = "combo,rank_average,area_average";
  for (const int mode : ranking.modes)
    text += ",area_" + std::to_string(mode) + ",rank_" + std::to_string(mode);
  const bool own = has_own_experiments(ranking);
  text += ",front_points,evaluations,failed_evaluations,seconds";
  text += own ? ",experiment\n" : "\n";
  for (const RankingRow& row : ranking.rows) {
    const RankedCombination& c = row.combination;
    text +=
        csv_cell(c.id) + "," + std::to_string(row.average.rank) + "," + to_text(row.average.area);
    for (const int mode : ranking.modes)
      text +=
          "," + to_text(row.modes.at(mode).area) + "," + std::to_string(row.modes.at(mode).rank);
    text += "," + std::to_string(c.front_points) + "," + std::to_string(c.evaluations) + "," +
            std::to_string(c.failed_evaluations) + "," + to_text(c.seconds) +
            (own ? "," + csv_cell(c.experiment) : "") + "\n";
  }
  return text;
}

std::string json(const Ranking& ranking, const RankStability* stability) {
  Json rows = Json::array();
  for (const RankingRow& row : ranking.rows) {
    const RankedCombination& c = row.combination;
    Json entry = {{"combo", c.id},
                  {"title", c.title},
                  {"rank_average", row.average.rank},
                  {"area_average", row.average.area}};
    for (const int mode : ranking.modes) {
      entry["area_" + std::to_string(mode)] = row.modes.at(mode).area;
      entry["rank_" + std::to_string(mode)] = row.modes.at(mode).rank;
    }
    entry["front_points"] = c.front_points;
    entry["evaluations"] = c.evaluations;
    entry["failed_evaluations"] = c.failed_evaluations;
    entry["seconds"] = c.seconds;
    if (!c.experiment.empty()) entry["experiment"] = c.experiment;
    if (stability) {
      const StableRow& stable = stability->rows.at(rows.size());
      entry["rank_interval"] = {stable.average.lower, stable.average.upper};
      entry["best_three"] = stable.best_three;
    }
    rows.push_back(entry);
  }
  Json boxes = Json::object();
  for (const int mode : ranking.modes) {
    const Box& box = ranking.boxes.at(mode);
    boxes[std::to_string(mode)] = {{"lower", pair_json(box.lower)},
                                   {"upper", pair_json(box.upper)}};
  }
  Json variability = Json::object();
  for (const auto& [mode, pair] : ranking.variability)
    variability[std::to_string(mode)] = {{"errors", pair_json(pair)},
                                         {"area", ranking.variability_area.at(mode)}};
  Json root = {{"rule", to_text(ranking.rule)},           {"modes", ranking.modes},
               {"average_over", ranking.average_over},    {"predicts", ranking.predicts},
               {"fixed_box", ranking.fixed_box},          {"boxes", boxes},
               {"experimental_variability", variability}, {"rows", rows}};
  return to_pretty_text(root);
}

// ---- tables for people ------------------------------------------------------------------

using Row = std::vector<std::string>;

std::string area_and_rank(const RankedArea& value) {
  std::string rank = std::to_string(value.rank);
  if (rank.size() < 2) rank = " " + rank;  // ranks of up to two digits stand in line
  return fixed_text(value.area, kAreaDecimals) + " (" + rank + ")";
}

/// Header, one row per combination, and the experimental variability if there is one.
struct Table {
  Row header;
  std::vector<Row> rows;
  std::optional<Row> variability;
};

/// `area(value)` and `bare(area)` give the cells of a combination and of the variability.
template <class AreaCell, class BareCell>
Table make_table(const Ranking& ranking, const RankStability* stability, AreaCell area_cell,
                 BareCell bare_cell) {
  Table table;
  const bool own = has_own_experiments(ranking);
  table.header = {"combo"};
  if (own) table.header.push_back("experiment");
  table.header.push_back("average " + mode_list(ranking.average_over));
  if (stability) table.header.insert(table.header.end(), {"rank 95 %", "best 3"});
  for (const int mode : ranking.modes) table.header.push_back("mode " + std::to_string(mode));
  for (const char* name : {"points", "evaluations", "failed", "seconds"})
    table.header.push_back(name);
  for (const RankingRow& row : ranking.rows) {
    const RankedCombination& c = row.combination;
    Row cells = {c.id};
    if (own) cells.push_back(c.experiment.empty() ? kOfTheStudy : c.experiment);
    cells.push_back(area_cell(row.average));
    if (stability) {
      const StableRow& stable = stability->rows.at(table.rows.size());
      cells.push_back(interval_text(stable.average));
      cells.push_back(std::to_string(std::lround(kPercent * stable.best_three)) + " %");
    }
    for (const int mode : ranking.modes) cells.push_back(area_cell(row.modes.at(mode)));
    for (const long count : {long{c.front_points}, c.evaluations, c.failed_evaluations})
      cells.push_back(std::to_string(count));
    cells.push_back(fixed_text(c.seconds, kSecondsDecimals));
    table.rows.push_back(cells);
  }
  if (!ranking.variability_area.empty()) {
    Row cells = {kVariabilityName};
    if (own) cells.push_back(kOfTheStudy);
    cells.push_back(ranking.variability_average ? bare_cell(*ranking.variability_average) : "");
    if (stability) cells.resize(cells.size() + 2);
    for (const int mode : ranking.modes) {
      const auto found = ranking.variability_area.find(mode);
      cells.push_back(found == ranking.variability_area.end() ? "" : bare_cell(found->second));
    }
    cells.resize(table.header.size());
    table.variability = cells;
  }
  return table;
}

/// A horizontal bar of kBarCells characters, filled in eighths of a character.
std::string bar(double share) {
  static const char* const kBlocks[] = {" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
  int steps = static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * kBarCells * kCellSteps));
  std::string text;
  for (int cell = 0; cell < kBarCells; ++cell) {
    text += kBlocks[std::clamp(steps, 0, kCellSteps)];
    steps -= kCellSteps;
  }
  return text;
}

/// Characters of UTF-8 text: bytes that do not continue another one.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;  // 10xxxxxx continues a character
  }));
}

/// What a text table shows, from everything to what fits a narrow terminal.
struct TextParts {
  bool counts = true, bars = true, modes = true;
};

std::string text_lines(const Ranking& ranking, const RankStability* stability,
                       const TextParts& parts) {
  double longest = 0;  // all bars on one scale, as the cells of Table 9 are coloured
  const auto stretch = [&](double area) { longest = std::max(longest, area); };
  for (const RankingRow& row : ranking.rows) {
    stretch(row.average.area);
    for (const auto& [mode, value] : row.modes) stretch(value.area);
  }
  for (const auto& [mode, area] : ranking.variability_area) stretch(area);
  if (longest == 0) longest = 1;

  const Table table = make_table(
      ranking, stability,
      [&](const RankedArea& value) {
        return area_and_rank(value) + (parts.bars ? " " + bar(value.area / longest) : "");
      },
      [&](double area) {
        return fixed_text(area, kAreaDecimals) + (parts.bars ? "      " + bar(area / longest) : "");
      });

  std::vector<Row> lines = {table.header};
  lines.insert(lines.end(), table.rows.begin(), table.rows.end());
  if (table.variability) lines.push_back(*table.variability);
  std::vector<std::size_t> widths(table.header.size(), 0);
  for (const Row& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], width(line[i]));

  // Counts stand right, names and areas left.
  const std::size_t first_mode = 2 + (has_own_experiments(ranking) ? 1 : 0) + (stability ? 2 : 0);
  const std::size_t first_count = first_mode + ranking.modes.size();
  const auto shown = [&](std::size_t column) {
    return column < first_mode || (column < first_count ? parts.modes : parts.counts);
  };
  std::string text;
  for (const Row& line : lines) {
    std::string out;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (!shown(i)) continue;
      const std::string blanks(widths[i] - width(line[i]), ' ');
      out += (i == 0 ? "" : "  ") + (i < first_count ? line[i] + blanks : blanks + line[i]);
    }
    while (!out.empty() && out.back() == ' ') out.pop_back();
    text += out + "\n";
  }
  return text;
}

std::string text_table(const Ranking& ranking, const RankStability* stability,
                       std::size_t columns) {
  const auto fits = [columns](const std::string& lines) {
    for (std::size_t begin = 0; begin < lines.size();) {
      const std::size_t end = lines.find('\n', begin);
      if (width(lines.substr(begin, end - begin)) > columns) return false;
      begin = end + 1;
    }
    return true;
  };
  std::string text = text_lines(ranking, stability, {});
  if (columns > 0 && !fits(text)) {
    text = text_lines(ranking, stability, {.counts = false});
    std::string missing = "the counts";
    if (!fits(text)) {
      text = text_lines(ranking, stability, {.counts = false, .bars = false});
      missing = "counts and bars";
    }
    if (!fits(text)) {
      text = text_lines(ranking, stability, {.counts = false, .bars = false, .modes = false});
      missing = "modes, counts and bars";
    }
    text += "(This terminal is too narrow for " + missing + ".)\n";
  }
  text += "\n";
  for (const std::string& statement : ranking_statements(ranking)) text += statement + "\n";
  for (const std::string& line : box_lines(ranking)) text += "  " + line + "\n";
  return text;
}

std::string markdown(const Ranking& ranking, const RankStability* stability) {
  const Table table = make_table(ranking, stability, area_and_rank,
                                 [](double area) { return fixed_text(area, kAreaDecimals); });
  std::vector<Row> rows = {table.header};
  rows.insert(rows.end(), table.rows.begin(), table.rows.end());
  if (table.variability) rows.push_back(*table.variability);
  std::string text = markdown_table(rows, "---:") + "\n";
  for (const std::string& statement : ranking_statements(ranking)) text += statement + "\n";
  text += "\n";
  for (const std::string& box : box_lines(ranking)) text += "- " + box + "\n";
  return text;
}

std::string latex(const Ranking& ranking, const RankStability* stability) {
  const Table table = make_table(ranking, stability, area_and_rank,
                                 [](double area) { return fixed_text(area, kAreaDecimals); });
  const auto line = [](const Row& cells) {
    std::string text;
    for (const std::string& cell : cells) text += (text.empty() ? "" : " & ") + escape_latex(cell);
    return text + " \\\\\n";
  };
  std::string text = "\\begin{tabular}{l" + std::string(table.header.size() - 1, 'r') +
                     "}\n\\hline\n" + line(table.header) + "\\hline\n";
  for (const Row& row : table.rows) text += line(row);
  if (table.variability) text += "\\hline\n" + line(*table.variability);
  text += "\\hline\n\\end{tabular}\n\n{\\footnotesize\n";
  for (const std::string& statement : ranking_statements(ranking))
    text += escape_latex(statement) + "\n";
  for (const std::string& box : box_lines(ranking)) text += "\\\\ " + escape_latex(box) + "\n";
  return text + "}\n";
}

}  // namespace

const std::vector<std::string>& ranking_formats() {
  static const std::vector<std::string> formats = {"text", "csv", "json", "markdown", "latex"};
  return formats;
}

std::string interval_text(const RankInterval& interval) {
  const std::string lower = std::to_string(interval.lower);
  return interval.lower == interval.upper ? lower
                                          : lower + "\u2013" + std::to_string(interval.upper);
}

std::string format_ranking(const Ranking& ranking, std::string_view format,
                           const RankStability* stability, std::size_t columns) {
  if (format == "text") return text_table(ranking, stability, columns);
  if (format == "csv") return csv(ranking);
  if (format == "json") return json(ranking, stability);
  if (format == "markdown") return markdown(ranking, stability);
  if (format == "latex") return latex(ranking, stability);
  throw Failure({"--format", "", "'" + std::string(format) + "'", "must be a known format",
                 suggestion(format, ranking_formats())});
}

}  // namespace slipfront
