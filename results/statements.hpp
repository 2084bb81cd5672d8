// Statements about a ranking that can be counted, such as what a paper found: kept in a file,
// held against the table of a run.
//
//   {"groups": {"smooth": ["iwan4-wj", ...], ...},
//    "statements": [
//     {"section": "4.1.1", "text": "...", "column": "area_1",
//      "lower": ["smooth"], "higher": ["jenkins-wj", "edf-wj"]},
//     {"section": "4.1.1", "text": "...", "column": "area_1",
//      "alike": ["iwan4-wj", "iwan5-wj"], "within": 0.005}]}
//
// lower, higher   every pair of one of these and one of those counts: is its value lower?
// alike           every pair of these counts: do its values differ by at most `within`?
//
// "groups" may be left out. A name is a combination, a group, or "others": all of the table that
// `lower` or `higher` does not name on the other side. Combinations that the table lacks are left
// out.
#pragma once

#include <string>
#include <vector>

#include "results/ranking_table.hpp"

namespace slipfront {

struct Statement {
  std::string section, text, column;
  std::vector<std::string> lower, higher;  // combinations
  std::vector<std::string> alike;
  double within = 0;
};

/// Throws a Failure with all that is wrong in the file. `combos`: those of the table, for
/// "others".
std::vector<Statement> read_statements(const std::string& path,
                                       const std::vector<std::string>& combos);

struct StatementCount {
  int held = 0, pairs = 0;
  std::vector<std::string> exceptions;  // "edf-wj 0.0312 not below jenkins-wj 0.0300"
};

StatementCount count_statement(const Statement& statement, const RankingTable& table);

}  // namespace slipfront
