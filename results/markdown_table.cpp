#include "results/markdown_table.hpp"

#include "results/markup.hpp"

namespace slipfront {

std::string markdown_table(const std::vector<std::vector<std::string>>& rows,
                           const std::string& others) {
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    text += "|";
    for (const std::string& cell : rows[r]) text += " " + escape_markdown(cell) + " |";
    text += "\n";
    if (r > 0) continue;
    text += "|:---|";
    for (std::size_t c = 1; c < rows[r].size(); ++c) text += others + "|";
    text += "\n";
  }
  return text;
}

}  // namespace slipfront
