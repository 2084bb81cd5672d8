// A ranking as text: for people (text, markdown, latex) and for programs (csv, json).
//
//   text      aligned columns, a bar per average area, the boxes and the rule below
//   csv       combo,rank_average,area_average,area_<m>,rank_<m>,...,front_points,
//             evaluations,failed_evaluations,seconds; shortest text of each double
//   json      {"rule","average_over","fixed_box","boxes":{"1":{"lower":[f,z],"upper":[f,z]}},
//             "experimental_variability":{...},"rows":[{the csv's columns and "title"}]};
//             its "boxes" can be given to `slipfront rank --box`
//   markdown, latex   Table 9 with four decimals; names escaped
//
// With a stability of the same table, all but the csv also tell rank intervals (95 %) and the
// probability of the best three; the csv's columns stay (ranking_stability.csv has them).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "results/rank_stability.hpp"
#include "results/ranking.hpp"

namespace slipfront {

/// "text", "csv", "json", "markdown", "latex".
const std::vector<std::string>& ranking_formats();

/// Throws a Failure for an unknown format. `columns`: of the terminal that shows the text; a
/// table that is wider leaves out counts, then bars, then modes, and says so. 0: no limit.
std::string format_ranking(const Ranking& ranking, std::string_view format,
                           const RankStability* stability = nullptr, std::size_t columns = 0);

/// "1-3", "2"; with an en dash.
std::string interval_text(const RankInterval& interval);

}  // namespace slipfront
