#include "app/table.hpp"

#include <algorithm>

#include "core/number.hpp"

namespace slipfront {

namespace {

/// Letters of a UTF-8 text, as a terminal shows them.
std::size_t width_of(const std::string& text) {
  return std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; });
}

}  // namespace

std::string aligned_table(const std::vector<std::vector<std::string>>& rows) {
  const std::string gap = "  ";
  std::string text;
  std::vector<std::size_t> widths;
  std::vector<bool> numbers;
  for (std::size_t c = 0; c < rows.front().size(); ++c) {
    std::size_t width = 0;
    bool all_numbers = rows.size() > 1;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const std::string& cell = rows[r].at(c);
      width = std::max(width, width_of(cell));
      if (r > 0 && !cell.empty() && !to_number(cell)) all_numbers = false;
    }
    widths.push_back(width);
    numbers.push_back(all_numbers);
  }
  for (const std::vector<std::string>& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string blanks(widths[c] - width_of(row[c]), ' ');
      line += (c ? gap : "") + (numbers[c] ? blanks + row[c] : row[c] + blanks);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace slipfront
