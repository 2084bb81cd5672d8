// The backbones of many parameter sets of one combination in one mode, laid out so that
// their errors against any experimental curve are one pass of plain loops (eq 41).
//
//   e_omega = sqrt(1/N sum (omega/omega_exp - 1)^2)
//   e_zeta  = sqrt(1/N sum (ln zeta/ln zeta_exp - 1)^2);  zeta <= 0 counts as 1
#pragma once

#include <span>
#include <vector>

#include "core/front.hpp"
#include "results/experiment_draws.hpp"

namespace slipfront {

class ModelCurves {
 public:
  /// For backbones of `amplitudes` points each.
  explicit ModelCurves(std::size_t amplitudes) : frequency_(amplitudes), log_damping_(amplitudes) {}

  /// A backbone with a value that is not finite, or of another length, is passed over: false.
  bool add(std::span<const double> frequency_hz, std::span<const double> damping);

  std::size_t size() const { return frequency_.empty() ? 0 : frequency_.front().size(); }
  std::size_t amplitudes() const { return frequency_.size(); }

  /// Eq 41 of every backbone against the curve.
  std::vector<ErrorPair> errors(const DrawnCurve& curve) const;

 private:
  std::vector<std::vector<double>> frequency_, log_damping_;  // [amplitude][backbone]
};

/// The pairs that no other dominates, as slipfront::non_dominated, but in linear time for
/// many pairs of which few survive.
std::vector<ErrorPair> surviving(std::span<const ErrorPair> pairs);

}  // namespace slipfront
