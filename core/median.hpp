// The middle of some numbers: half of them lie below it and half above. One that is far off
// does not move it.
#pragma once

#include <vector>

namespace slipfront {

/// Of an even number the mean of the two in the middle. There must be at least one.
double median(std::vector<double> values);

}  // namespace slipfront
