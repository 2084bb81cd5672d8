// The 4-parameter Iwan distribution as a finite set of sliders, for its coupled form.
//
// The power law on [0, phi_max] is cut at phi_max y^m, y = i/kIwanBins, m = 4/(chi+2). A bin
// [a, b] becomes one slider with the bin's stiffness and strength (b = x_b phi_max,
// L = log(b/a), E(y) = (1 - e^-y)/y):
//   k   = int rho      = power_stiffness (chi+1) x_b^(chi+1) L E((chi+1) L)
//   phi = int phi rho / k = b E((chi+2) L) / E((chi+1) L)
// and the delta at phi_max is one more. Along a line the curve of the set then touches the
// exact one, in value and slope, wherever u is a cut, and has its stiffness kt at rest and
// its slip traction fs. Between cuts it lies above by (b - a)^2 rho / 8 at most, which is
//   2 / (kIwanBins^2 (chi + 2)) of fs at phi_max (beta = 0), and falls as sqrt(u^(chi+2))
//   below: less than 1e-4 of fs for every chi > -1, twice that on branches after a reversal.
// Strengths reach down to phi_max kIwanBins^-m, so microslip keeps its dissipation.
//
// Limit: chi >= -1. Below, the power law has negative stiffness and is no set of sliders.
#pragma once

#include <cmath>

#include "models/iwan_distribution.hpp"
#include "models/smooth_functions.hpp"

namespace slipfront {

/// 2/kIwanBins^2 is just below 1e-4.
inline constexpr int kIwanBins = 144;
inline constexpr int kIwanSliders = kIwanBins + 1;  // and the delta

/// Calls add(stiffness, limit) for every slider.
template <class T, class Add>
void iwan_sliders(const IwanConstants<T>& c, const Add& add) {
  using std::exp;
  constexpr double kPower = 4;  // of m: strengths over many decades, and small bins at phi_max
  const T m = kPower / c.chi2;
  const auto cut = [&](int i) { return T(m * std::log(double(i) / kIwanBins)); };  // log x
  // Everything below the first cut.
  const T lowest = cut(1);
  add(T(c.power_stiffness * exp(c.chi1 * lowest)), T(c.phi_max * c.chi1 / c.chi2 * exp(lowest)));
  for (int i = 2; i <= kIwanBins; ++i) {
    const T top = cut(i), length = top - cut(i - 1);
    const T mean = exp_mean(T(c.chi1 * length));
    add(T(c.power_stiffness * c.chi1 * exp(c.chi1 * top) * length * mean),
        T(c.phi_max * exp(top) * exp_mean(T(c.chi2 * length)) / mean));
  }
  add(T(c.power_stiffness * c.beta), c.phi_max);
}

}  // namespace slipfront
