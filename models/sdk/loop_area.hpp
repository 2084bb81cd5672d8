// The area of a Masing loop from its virgin curve alone, for laws that give no formula.
//
//   D(u) = 8 int_0^u f - 4 u f(u) = 8 u int_0^1 [f(s u) - s f(u)] ds
//
// The bracket is what the curve rises above its own chord: nothing large is subtracted
// from something large. Gauss-Legendre panels of 10 points are halved until a panel agrees
// with its two halves within 1e-14 u f(u); near a kink down to rounding. Scalar T: double,
// or a Jet whose derivatives come along.
//
// Limit: a D below the rounding of u f(u) counts as zero.
#pragma once

#include <array>
#include <cmath>

#include "models/scalar.hpp"

namespace slipfront::plugin {

/// int_a^b g by one panel of the 10-point Gauss-Legendre rule.
template <class T, class G>
T gauss_panel(const G& g, double a, double b) {
  // Abramowitz and Stegun, Table 25.4, n = 10; the other half by symmetry.
  constexpr std::array kNodes = {0.148874338981631211, 0.433395394129247191, 0.679409568299024406,
                                 0.865063366688984511, 0.973906528517171720};
  constexpr std::array kWeights = {0.295524224714752870, 0.269266719309996355, 0.219086362515982044,
                                   0.149451349150580593, 0.066671344308688138};
  const double middle = 0.5 * (a + b), half = 0.5 * (b - a);
  T sum(0.0);
  for (std::size_t i = 0; i < kNodes.size(); ++i)
    sum += kWeights[i] * (g(middle - half * kNodes[i]) + g(middle + half * kNodes[i]));
  return half * sum;
}

template <class T, class G>
T gauss_integral(const G& g, double a, double b, const T& whole, double tolerance, int halvings) {
  const double middle = 0.5 * (a + b);
  const T left = gauss_panel<T>(g, a, middle), right = gauss_panel<T>(g, middle, b);
  const T halves = left + right;
  if (halvings == 0 || !(std::abs(value_of(halves) - value_of(whole)) > tolerance)) return halves;
  return gauss_integral(g, a, middle, left, tolerance, halvings - 1) +
         gauss_integral(g, middle, b, right, tolerance, halvings - 1);
}

/// D(u) of the virgin curve f for u >= 0.
template <class T, class F>
T loop_area(const F& f, const T& u) {
  constexpr double kTolerance = 1e-14;  // of f(u): rounding of a sum of some ten terms
  constexpr int kHalvings = 30;         // panels down to 1e-9: a kink then costs less than that
  const T end = f(u);
  if (value_of(end) == 0) return T(0.0);
  const auto above_chord = [&](double s) { return T(f(T(s * u)) - s * end); };
  const double tolerance = kTolerance * std::abs(value_of(end));
  const T integral =
      gauss_integral<T>(above_chord, 0, 1, gauss_panel<T>(above_chord, 0, 1), tolerance, kHalvings);
  if (std::abs(value_of(integral)) <= tolerance) return T(0.0);
  return kMasingPotential * u * integral;
}

}  // namespace slipfront::plugin
