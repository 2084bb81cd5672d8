// How the tables of this room word numbers and modes, the same in text and in the report.
#pragma once

#include <string>
#include <vector>

#include "results/ranking.hpp"

namespace slipfront {

/// Decimals of an area fraction, as in Table 9.
inline constexpr int kAreaDecimals = 4;

/// With so many digits behind the point, whatever the locale: "0.0555".
std::string fixed_text(double value, int decimals);

/// "2, 3".
std::string mode_list(const std::vector<int>& modes);

/// True if any row is compared with measured curves of its own.
bool has_own_experiments(const Ranking& ranking);

/// "a, b and c"; of many the first few, and how many more.
std::string listed(const std::vector<std::string>& names);

/// Areas of 1 that tell of no bad model: by mode, whose front points could all not be solved, and
/// which combinations the study did not ask for it.
std::vector<std::string> unsolved_sentences(const Ranking& ranking);

/// The rule, what is averaged, and where the boxes come from: a sentence each.
std::vector<std::string> ranking_statements(const Ranking& ranking);

}  // namespace slipfront
