#include "core/suggest.hpp"

#include <algorithm>

namespace slipfront {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  const std::size_t rows = a.size() + 1, columns = b.size() + 1;
  std::vector<std::size_t> table(rows * columns);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& {
    return table[i * columns + j];
  };
  for (std::size_t i = 0; i < rows; ++i) at(i, 0) = i;
  for (std::size_t j = 0; j < columns; ++j) at(0, j) = j;
  for (std::size_t i = 1; i < rows; ++i) {
    for (std::size_t j = 1; j < columns; ++j) {
      const std::size_t replace = at(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, replace});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
    }
  }
  return at(a.size(), b.size());
}

std::string nearest_name(std::string_view unknown, const std::vector<std::string>& known) {
  constexpr std::size_t kLettersPerMistake =
      3;  // one slip in three letters is still a typing error
  std::string best;
  std::size_t best_distance = 0;
  for (const std::string& name : known) {
    const std::size_t distance = edit_distance(unknown, name);
    if (distance * kLettersPerMistake > std::max(unknown.size(), name.size())) continue;
    if (best.empty() || distance < best_distance) {
      best = name;
      best_distance = distance;
    }
  }
  return best;
}

std::string suggestion(std::string_view unknown, const std::vector<std::string>& known) {
  const std::string near = nearest_name(unknown, known);
  std::string text = near.empty() ? "" : "did you mean '" + near + "'? ";
  text += "known: ";
  for (std::size_t i = 0; i < known.size(); ++i) text += (i ? ", " : "") + known[i];
  return text;
}

}  // namespace slipfront
