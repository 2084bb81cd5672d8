// Adaptive quadrature: the Lobatto pair of Gander and Gautschi (2000), 4 points of order 5
// and their Kronrod extension of 7 points and order 9. It has nodes at the ends of every
// panel, so that a kink beside an end does not go unseen.
#pragma once

#include <cmath>

#include "models/scalar.hpp"

namespace slipfront {

/// int_a^b f; panels are halved until both rules agree within `tolerance` (absolute), or
/// `depth` times. f gives a double, or a Jet whose derivatives are integrated on the panels
/// that its value needs.
template <class F>
auto adaptive_integral(const F& f, double a, double b, double tolerance, int depth) {
  using T = decltype(f(a));
  // Nodes and weights of the pair on [-1, 1].
  static const double kInner = 1 / std::sqrt(5.0), kOuter = std::sqrt(2.0 / 3.0);
  constexpr double kLobattoEnd = 1.0 / 6, kLobattoInner = 5.0 / 6;
  constexpr double kEnd = 77.0 / 1470, kOuterWeight = 432.0 / 1470, kInnerWeight = 625.0 / 1470,
                   kMiddle = 672.0 / 1470;
  const auto panel = [&](const auto& self, double low, double high, const T& f_low, const T& f_high,
                         int left) -> T {
    const double half = 0.5 * (high - low), middle = low + half;
    const T f_middle = f(middle);
    const T outer = f(middle - kOuter * half) + f(middle + kOuter * half);
    const T inner = f(middle - kInner * half) + f(middle + kInner * half);
    const T ends = f_low + f_high;
    const T coarse = half * (kLobattoEnd * ends + kLobattoInner * inner);
    const T fine =
        half * (kEnd * ends + kOuterWeight * outer + kInnerWeight * inner + kMiddle * f_middle);
    if (left == 0 || !(std::abs(value_of(fine) - value_of(coarse)) > tolerance)) return fine;
    return self(self, low, middle, f_low, f_middle, left - 1) +
           self(self, middle, high, f_middle, f_high, left - 1);
  };
  return T(panel(panel, a, b, f(a), f(b), depth));
}

}  // namespace slipfront
