// What the figures of a run share: the numbers beside a drawing, names of axes and modes.
#pragma once

#include <string>
#include <vector>

#include "results/ranking.hpp"
#include "results/report/series_style.hpp"

namespace slipfront {

struct Figure {
  std::string name;  // of the files, without ending
  std::string svg;   // empty: numbers only
  std::string csv;
};

inline constexpr char kFrequencyError[] = "frequency error [1]";
inline constexpr char kDampingError[] = "damping error [1]";

/// Cells that are CSV already, joined to a line.
std::string csv_row(const std::vector<std::string>& cells);

/// "fitted", "predicted", or that it is fitted by some.
std::string mode_role(const Ranking& ranking, int mode);
/// "Mode 2 (predicted)".
std::string mode_title(const Ranking& ranking, int mode);

SeriesStyle plain_style(const std::string& colour, Marker marker, const std::string& dash = "");

}  // namespace slipfront
