// Boxes of a ranking kept in a file, so that a later table has the same scale
// (`slipfront rank --box box.json`).
//
//   {"boxes": {"1": {"lower": [frequency, damping], "upper": [frequency, damping]}, ...}}
//
// Keys are mode numbers; errors are dimensionless. Other keys beside "boxes" are allowed,
// so that the output of `slipfront rank --format json` is such a file.
#pragma once

#include <map>
#include <string>

#include "results/area.hpp"

namespace slipfront {

void write_box_file(const std::string& path, const std::map<int, Box>& boxes);

/// Throws a Failure that names the file and all that is wrong in it.
std::map<int, Box> read_box_file(const std::string& path);

}  // namespace slipfront
