#include "results/wording.hpp"

#include <algorithm>
#include <charconv>

namespace slipfront {

std::string fixed_text(double value, int decimals) {
  char buffer[400];  // the largest double has 309 digits before the point
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, decimals).ptr;
  return std::string(buffer, end);
}

std::string mode_list(const std::vector<int>& modes) {
  std::string text;
  for (const int mode : modes) text += (text.empty() ? "" : ", ") + std::to_string(mode);
  return text;
}

bool has_own_experiments(const Ranking& ranking) {
  return std::any_of(ranking.rows.begin(), ranking.rows.end(),
                     [](const RankingRow& row) { return !row.combination.experiment.empty(); });
}

std::vector<std::string> ranking_statements(const Ranking& ranking) {
  const std::string modes =
      (ranking.average_over.size() == 1 ? "mode " : "modes ") + mode_list(ranking.average_over);
  const std::string groups = has_own_experiments(ranking)
                                 ? " Ranks count within the combinations of one experiment; areas, "
                                   "all in one box, compare between them."
                                 : "";
  return {
      "Area fraction that the front does not dominate (0 best, 1 worst), " + to_text(ranking.rule) +
          " rule; in brackets the rank.",
      (ranking.predicts ? "Average over the predicted " + modes + "."
                        : "Average over the fitted " + modes + ": the study predicts no mode.") +
          groups,
      ranking.fixed_box ? "Box kept from an earlier table:"
                        : "Box of this table (its areas compare within this table only):"};
}

}  // namespace slipfront
