// Adaptive quadrature for the conformance kit: the Lobatto pair of Gander and Gautschi
// (2000), 4 points of order 5 and their Kronrod extension of 7 points and order 9. It has
// nodes at the ends of every panel, so that a kink beside an end does not go unseen.
#pragma once

#include <cmath>

namespace slipfront {

/// int_a^b f; panels are halved until both rules agree within `tolerance` (absolute), or
/// `depth` times.
template <class F>
double adaptive_integral(const F& f, double a, double b, double tolerance, int depth) {
  // Nodes and weights of the pair on [-1, 1].
  static const double kInner = 1 / std::sqrt(5.0), kOuter = std::sqrt(2.0 / 3.0);
  constexpr double kLobattoEnd = 1.0 / 6, kLobattoInner = 5.0 / 6;
  constexpr double kEnd = 77.0 / 1470, kOuterWeight = 432.0 / 1470, kInnerWeight = 625.0 / 1470,
                   kMiddle = 672.0 / 1470;
  const auto panel = [&](const auto& self, double low, double high, double f_low, double f_high,
                         int left) -> double {
    const double half = 0.5 * (high - low), middle = low + half;
    const double f_middle = f(middle);
    const double outer = f(middle - kOuter * half) + f(middle + kOuter * half);
    const double inner = f(middle - kInner * half) + f(middle + kInner * half);
    const double ends = f_low + f_high;
    const double coarse = half * (kLobattoEnd * ends + kLobattoInner * inner);
    const double fine =
        half * (kEnd * ends + kOuterWeight * outer + kInnerWeight * inner + kMiddle * f_middle);
    if (left == 0 || !(std::abs(fine - coarse) > tolerance)) return fine;
    return self(self, low, middle, f_low, f_middle, left - 1) +
           self(self, middle, high, f_middle, f_high, left - 1);
  };
  return panel(panel, a, b, f(a), f(b), depth);
}

}  // namespace slipfront
