// Do times stand at equal steps? Files write them with few digits, so one step may differ by a
// quarter from the mean step, but no time may lie more than half a step beside the grid
//
//   t_i = t_0 + i h,   h = (t_n - t_0) / n.
//
// In any unit. A missing sample breaks the first rule, a clock that runs unevenly the second.
#pragma once

#include <cstddef>
#include <span>

namespace slipfront {

struct TimeSteps {
  double mean = 0;        // h
  bool equal = false;     // and forward
  std::size_t worst = 1;  // the time whose step from the one before differs most from h
};

/// Of two finite times at least.
TimeSteps time_steps(std::span<const double> times);

}  // namespace slipfront
