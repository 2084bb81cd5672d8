// A monotonic branch of the Bouc-Wen law from zero traction, without units.
//
// df/du = A - rate f^n (f, u >= 0) has, with t = rate A^(n-1) u^n, the solution
//   f = A u P(t),     df/du = A q(t),     8 int_0^u f du - 4 u f = A u^2 G(t)
// for loading (rate > 0, t > 0) as for unloading run backwards (rate < 0, t < 0).
// P is analytic in t = x^n, and far up the branch q = 1 - f^n rate/A is analytic in
//   E = exp(psi(1) - psi(1/n) - n x),   x = t^(1/n).
// So two Chebyshev tables per exponent give f(u) with one Clenshaw sum:
//   x <= max(1, 1/n)   (1 - P)/t as a function of t
//   beyond             q/E as a function of E
// and further ones, built with them, give G and the derivatives with respect to n. The
// unloading branch is found by Halley's iteration on ln f.
//
// Source: Porter et al. eq 10-11; bouc_wen_sums.hpp. Limits: exponent as there.
// Building the tables takes some ten microseconds; afterwards the shape is const.
#pragma once

#include "models/rate/bouc_wen_sums.hpp"
#include "models/rate/chebyshev_table.hpp"

namespace slipfront {

/// Where a branch is, as the law needs it for values and tangents.
struct BranchSlope {
  double ratio = 1;  // P = f / (A u)
  double slope = 1;  // q = (df/du) / A
};

/// The same with what the loop area and the parameter derivatives need.
struct BranchPoint : BranchSlope {
  double bend = 0;    // P - q, without cancellation
  double loss = 0;    // G = D / (A u^2)
  double s_n = 0;     // dS/dn at fixed p, S = 1/P, p = rate f^n / A
  double loss_n = 0;  // d(S2 - S)/dn at fixed p
};

class BoucWenShape {
 public:
  explicit BoucWenShape(double n);
  double exponent() const { return series_.exponent(); }

  /// Loading, by log_t = ln t; minus infinity is the origin.
  BranchSlope loading_slope(double log_t) const;
  BranchPoint loading(double log_t) const;

  /// Any branch at a known p = rate f^n / A < 1 (q = 1 - p): its S = A u / f is 1 / ratio.
  BranchPoint at(double p, double q) const;
  /// That S alone, the fast way.
  double inverse_ratio(double p, double q) const { return series_.s(p, q); }

  /// Unloading: f / (A u) where the magnitude was f0 at u0 and u = part * u0, by
  /// p0 = rate f0^n / A <= 0 and ratio0 = f0 / (A u0). 0 < part <= 1.
  double unloading_ratio(double p0, double ratio0, double part) const;

 private:
  static constexpr std::size_t kNearNodes = 36;  // degree 30 reaches 1e-16 at n = 0.1
  static constexpr std::size_t kFarNodes = 24;   // degree 17 reaches 1e-16 at n = 6

  struct Far {
    double x;
    double excess;  // x n - (psi(1) - psi(1/n)) = -ln E
    double e;       // E
    double log_q, q, p, y;
  };
  Far far(double log_t) const;
  void build_near();
  void build_far();

  BoucWenSeries series_;
  double log_near_;  // ln t of the border between the tables
  ChebyshevTable<kNearNodes> near_ratio_, near_loss_, near_s_n_, near_loss_n_;
  ChebyshevTable<kFarNodes> far_q_, far_energy_, far_force_slope_, far_energy_slope_;
};

}  // namespace slipfront
