// Columns of text set in line, for people.
#pragma once

#include <string>
#include <vector>

namespace slipfront {

/// Rows of equal length; the first is the header. Columns are set left, or right where
/// every cell below the header is a number.
std::string aligned_table(const std::vector<std::vector<std::string>>& rows);

}  // namespace slipfront
