// Jenkins sliders in parallel, in two coupled directions: a finite set of springs k_i
// [N/m^3], each with a limit phi_i [m] of its extension e_i (a vector).
//
//   s_i = e_i + (u - u0)                     the stuck prediction
//   e_i = s_i            if |s_i| < phi_i
//         phi_i s_i/|s_i|   otherwise        (eq 19-20 of Porter et al., for each slider)
//   t   = sum k_i e_i
//   work = sum k_i [psi(|s_i|) - |e_i0|^2/2],  psi(r) = r^2/2 if r < phi, else phi r - phi^2/2
//
// t is the gradient of a potential of u, so the work of a straight segment is exact and the
// tangent symmetric. |t| never exceeds sum k_i phi_i; the law does not depend on the axes;
// sum k_i phi_i (|s_i| - phi_i) >= 0 is what a segment dissipates.
//
// History of a point: u0 (2), then all e_i in the first direction, then all in the second.
// Limit: as with eq 19, a slider that slides on a segment points along its stuck prediction
// of the whole segment: cutting a segment across which the direction turns changes a little.
#pragma once

#include <cstddef>
#include <vector>

#include "core/friction_law.hpp"

namespace slipfront {

class CoupledSliders {
 public:
  explicit CoupledSliders(std::size_t parameters) : parameters_(parameters) {}

  /// A slider; derivatives by the parameters, [parameters] each.
  void add(double stiffness, double limit, const double* d_stiffness, const double* d_limit);

  static constexpr std::size_t history_of(std::size_t sliders) { return 2 + 2 * sliders; }
  std::size_t history_size() const { return history_of(stiffness_.size()); }

  void hysteretic(const HystereticBatch& batch) const;

 private:
  void values(const HystereticBatch& batch) const;
  void tangents(const HystereticBatch& batch) const;
  void jacobian(const double* displacement, const double* history, double* out) const;

  std::size_t parameters_;
  std::vector<double> stiffness_, limit_;      // k_i, phi_i
  std::vector<double> d_stiffness_, d_limit_;  // [sliders * parameters]
};

}  // namespace slipfront
