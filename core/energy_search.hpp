// Length of a Newton step by the slope of an energy: 1 if the slope after a full step is at
// most 0.3 of the slope before it (which is negative), else the root of the slope to 0.1 of
// it, by the Illinois method. A start that does not descend gets the full step.
// `full_or_none`: 0 in place of the root.
#pragma once

#include <cmath>

namespace slipfront {

/// `slope(s)`: d energy / ds at s in (0, 1]; `start`: the slope at 0.
template <class Slope>
double energy_search(double start, const Slope& slope, bool full_or_none = false) {
  constexpr double kEnough = 0.3, kRoot = 0.1;
  constexpr int kSteps = 12;
  if (!(start < 0)) return 1;
  double low = 0, high = 1, at_low = start, at_high = slope(1.0);
  if (!(at_high > kEnough * -start)) return 1;
  if (full_or_none) return 0;
  double s = 1;
  for (int k = 0; k < kSteps; ++k) {
    s = (low * at_high - high * at_low) / (at_high - at_low);
    const double at = slope(s);
    if (std::abs(at) <= kRoot * -start) break;
    if (at > 0) {
      high = s;
      at_high = at;
      at_low *= 0.5;
    } else {
      low = s;
      at_low = at;
      at_high *= 0.5;
    }
  }
  return s;
}

}  // namespace slipfront
