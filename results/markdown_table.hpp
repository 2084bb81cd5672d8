// Rows of text as a table in Markdown, its cells made safe (results/markup.hpp).
#pragma once

#include <string>
#include <vector>

namespace slipfront {

/// The first row is the header. The first column is set left, the others as `others` says:
/// ":---" left, "---:" right.
std::string markdown_table(const std::vector<std::vector<std::string>>& rows,
                           const std::string& others);

}  // namespace slipfront
