// The area of a Masing loop from its virgin curve alone, for laws that give no formula.
//
//   D(u) = 8 int_0^u f - 4 u f(u) = 8 u int_0^1 [f(s u) - s f(u)] ds
//
// The bracket is what the curve rises above its own chord: nothing large is subtracted
// from something large. Scalar T: double, or a Jet whose derivatives come along.
//
// Limit: a D below the rounding of u f(u) counts as zero.
#pragma once

#include "models/quadrature.hpp"
#include "models/scalar.hpp"

namespace slipfront::plugin {

/// D(u) of the virgin curve f for u >= 0.
template <class T, class F>
T loop_area(const F& f, const T& u) {
  constexpr double kTolerance = 1e-14;  // of f(u): rounding of a sum of some ten terms
  constexpr int kHalvings = 30;         // panels down to 1e-9: a kink then costs less than that
  const T end = f(u);
  if (value_of(end) == 0) return T(0.0);
  const auto above_chord = [&](double s) { return T(f(T(s * u)) - s * end); };
  const double tolerance = kTolerance * std::abs(value_of(end));
  const T integral = adaptive_integral(above_chord, 0, 1, tolerance, kHalvings);
  if (std::abs(value_of(integral)) <= tolerance) return T(0.0);
  return kMasingPotential * u * integral;
}

}  // namespace slipfront::plugin
