// Prints the ranking of a run folder.
#pragma once

#include <string>

#include "results/ranking_record.hpp"
#include "studies/rank_run.hpp"

namespace slipfront {

/// The table on stdout, in colour if it is text and stdout takes colour; combinations
/// that are not in it yet on stderr.
void print_ranking(const RunRanking& table, const std::string& format);
/// With rank intervals, and sentences about how sure the order is.
void print_ranking(const RunRanking& table, const RankingRecord& record, const std::string& format);

/// A ranking for people with its heading in bold and its best rows in green.
std::string coloured_ranking(const std::string& table);

}  // namespace slipfront
