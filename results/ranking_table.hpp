// A ranking as numbers, to be held against another one: a second run, or a published table.
//
//   combo,area_average,area_1,area_2,...[,seconds_per_evaluation]
//
// Column by column and combination by combination; every column that a file has is read, so
// that ranking.csv of any run is such a table. Areas as in results/area.hpp; seconds are those
// of the whole search over its evaluations, or what the file's author measured.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "results/ranking.hpp"

namespace slipfront {

struct RankingTable {
  std::string source;               // for messages: a file, or "the run"
  std::vector<std::string> combos;  // in the order of the table
  std::map<std::string, std::map<std::string, double>> columns;  // column -> combo -> value
};

/// area_average, area_<m> and seconds_per_evaluation of a run.
RankingTable ranking_table(const Ranking& ranking);

/// From a CSV file whose first column is `combo` and all others are numbers (but for a last one
/// named `experiment`, which is passed over); an empty cell is a value that the table lacks. Throws
/// a Failure that names file and line.
RankingTable read_ranking_table(const std::string& path);

}  // namespace slipfront
