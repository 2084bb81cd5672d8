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

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kNamed = 6;  // so many names in one sentence, the rest is counted
  std::string text;
  const std::size_t shown = std::min(names.size(), kNamed);
  for (std::size_t i = 0; i < shown; ++i) {
    const bool last = i + 1 == shown && shown == names.size() && i > 0;
    text += (i == 0 ? "" : last ? " and " : ", ") + names[i];
  }
  if (names.size() > shown) text += " and " + std::to_string(names.size() - shown) + " more";
  return text;
}

std::vector<std::string> unsolved_sentences(const Ranking& ranking) {
  std::vector<std::string> sentences;
  for (const int mode : ranking.modes) {
    std::vector<std::string> unsolved, not_asked;
    for (const RankingRow& row : ranking.rows) {
      const auto errors = row.combination.errors.find(mode);
      if (errors != row.combination.errors.end() && !errors->second.empty()) continue;
      (row.combination.asked_for(mode) ? unsolved : not_asked).push_back(row.combination.id);
    }
    if (!unsolved.empty())
      sentences.push_back("No front point of " + listed(unsolved) + " could be solved in mode " +
                          std::to_string(mode) + ": the area there is 1 for want of a solution.");
    if (!not_asked.empty())
      sentences.push_back(
          "The study did not ask " + listed(not_asked) + " for mode " + std::to_string(mode) +
          ": the area there is 1 for want of a prediction, and says nothing of it.");
  }
  return sentences;
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
  return {"Area fraction that the front does not dominate (0 best, 1 worst), " +
              to_text(ranking.rule) + " rule; in brackets the rank.",
          (ranking.predicts ? "Average over the predicted " + modes + "."
                            : "Average over the fitted " + modes +
                                  ": there is no mode that is predicted only.") +
              groups,
          ranking.fixed_box ? "Box kept from an earlier table:"
                            : "Box of this table (its areas compare within this table only):"};
}

}  // namespace slipfront
