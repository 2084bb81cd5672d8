// The Valanis law in two coupled directions (beyond the paper), along a straight segment.
//
// The law counts its path by the part of the travel that is not elastic. As a vector
// equation, with z = t - Et (u - reference):
//
//   dz = a du - z dh,   dh = lambda |(1 - kappa Et/E0) du - (kappa/E0) dz| >= 0
//
// which is eq 16 where everything lies on one line. It does not depend on the axes, keeps
// |z| <= a/b, and dissipates |z|^2 dh / a >= 0. With n the direction of travel, Z = b z / a,
// N = Z.n, C = |Z - N n|, k = 1 - c, S = sqrt(1 - k^2 C^2) and a, b, c of valanis_branch.hpp,
//
//   dh/dx = b c / (S - k N),   and over psi = h/c:
//   C = C0 e^(-c psi)                        what lies across fades
//   dN/dpsi = S - N                          N follows the circle-like limit S
//   b x = k (N - N0) + c int S dpsi
//
// With q = 1 - S, A = 1 - N0 and  M = int_0^psi e^-(psi - p) q(p) dp  (the memory of what lay
// across, zero on a line, where all of this is valanis_branch.hpp):
//
//   N - N0 = R = A (1 - e^-psi) - M
//   b x = k R + c psi - Q,   Q = c int q dpsi = S - S0 - log((1+S)/(1+S0))
//   b int (N - N0) dx = k R^2/2 + c A (psi - 1 + e^-psi) - (1 + A) Q + c M + A c X + c Y
//   X = int_0^psi q e^-p dp,  Y = int_0^psi q M dp
//
// psi is found by Halley's iteration within a bracket; its derivatives, and those of M, X, Y,
// by differentiating these equations. M, X, Y are Gauss quadratures on panels as long as the
// integrand allows. kappa = 0 (c = 1, k = 0) needs none of them: the vector exponential.
//
// Limit: c below kSmallestC counts as kSmallestC: |z| then meets the limit circle of
// kappa = 1 within that fraction.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "models/rate/valanis_branch.hpp"
#include "models/smooth_functions.hpp"

namespace slipfront {

namespace valanis {

inline constexpr double kSmallestC = 1e-9;

template <class T>
struct Constants {
  T et, a, b, c;
  explicit Constants(const T* p) {  // E0, Et, lambda, kappa
    const T rest = p[0] - p[3] * p[1];
    et = p[1];
    a = p[0] - p[1];
    b = p[2] * rest / p[0];
    c = (1.0 - p[3]) * p[0] / rest;
    if (value_of(c) < kSmallestC) c += kSmallestC - value_of(c);
  }
};

/// M, X and Y at psi for w0 = k^2 C0^2; X and Y only if asked for.
template <class T>
struct Across {
  T memory{0.0}, fading{0.0}, carried{0.0};
};
template <class T>
Across<T> across(const T& w0, const T& c, double psi, bool integrals);

/// psi that solves b x = k R + c psi - Q =: F, and F' there.
struct Psi {
  double psi, slope;
};
Psi solve_psi(double w0, double c, double rise, double bx);

}  // namespace valanis

/// From z0 = `from` by `step`, the spring Et left out: z, and the work of z if `work` is not null.
template <class T>
void valanis_coupled(const valanis::Constants<T>& constants, const T* step, const T* from, T* z,
                     T* work);

}  // namespace slipfront
