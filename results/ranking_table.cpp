#include "results/ranking_table.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/failure.hpp"
#include "io/atomic_file.hpp"
#include "io/csv.hpp"

namespace slipfront {

namespace {

constexpr std::string_view kCombo = "combo,";
// The last column of ranking.csv where combinations have experiments of their own: a text.
constexpr std::string_view kExperiment = ",experiment";

/// The line without its last cell; a comma between quotation marks ends none.
std::string_view without_last_cell(std::string_view line) {
  bool quoted = false;
  std::size_t last = line.size();
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') quoted = !quoted;
    if (line[i] == ',' && !quoted) last = i;
  }
  return line.substr(0, last);
}

}  // namespace

RankingTable ranking_table(const Ranking& ranking) {
  RankingTable table{"the run", {}, {}};
  for (const RankingRow& row : ranking.rows) {
    const std::string& id = row.combination.id;
    table.combos.push_back(id);
    table.columns["area_average"][id] = row.average.area;
    for (const int mode : ranking.modes)
      table.columns["area_" + std::to_string(mode)][id] = row.modes.at(mode).area;
    if (row.combination.evaluations > 0 && row.combination.seconds > 0)
      table.columns["seconds_per_evaluation"][id] =
          row.combination.seconds / static_cast<double>(row.combination.evaluations);
  }
  return table;
}

RankingTable read_ranking_table(const std::string& path) {
  RankingTable table{path, {}, {}};
  const auto refuse = [&](const std::string& place, const std::string& found,
                          const std::string& rule) {
    throw Failure(Problem{path, place, found, rule, "as ranking.csv of a run"});
  };
  // The ids, which hold no commas, are taken off; what is left is a table of numbers.
  const std::string text = read_file(path);
  std::string numbers;
  std::vector<std::string> ids;
  bool header = true, has_experiment = false;
  std::size_t line_number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    ++line_number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty() && line.front() != '#') {
      if (header) has_experiment = line.ends_with(kExperiment);
      if (has_experiment) line = without_last_cell(line);
      const std::string place = "line " + std::to_string(line_number);
      if (header && !line.starts_with(kCombo))
        refuse(place, "'" + std::string(line) + "'", "the first column must be named combo");
      const std::size_t comma = line.find(',');
      if (comma == line.npos || comma == 0)
        refuse(place, "'" + std::string(line) + "'", "must be a combination and its numbers");
      const std::string id(line.substr(0, comma));
      if (!header && std::find(ids.begin(), ids.end(), id) != ids.end())
        refuse(place, "'" + id + "' a second time", "every combination must have one row");
      if (!header) ids.push_back(id);
      numbers += line.substr(comma + 1);
      header = false;
    }
    numbers += '\n';
  }
  const CsvTable csv = parse_csv(numbers, path);
  table.combos = ids;
  for (const std::string& name : csv.names)
    for (std::size_t i = 0; i < ids.size(); ++i)
      if (const double value = csv.column(name)[i]; !std::isnan(value))
        table.columns[name][ids[i]] = value;
  return table;
}

}  // namespace slipfront
