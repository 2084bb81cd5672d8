// For tests: an objective under the Iwan models' guard whose best fit lies beyond it.
#pragma once

#include "gradient_formulas.hpp"

namespace slipfront::test {

inline std::vector<Parameter> guarded_parameters() {
  return {parameter("chi", Scale::linear, -2, 2), parameter("beta", Scale::log10, 1e-4, 10)};
}

/// Errors (chi + 1.5, log10 beta + 1, 0.1) in frequency, (chi - 1, log10 beta + 1, 0.1) in
/// damping. The optimum of the first, chi = -1.5 at beta = 0.1, has the margin 0.1 - 1.
inline Evaluation beyond_the_guard(std::span<const double> p) {
  Evaluation e;
  e.parameters.assign(p.begin(), p.end());
  const double chi = p[0], s = std::log10(p[1]);
  const Eigen::Vector3d frequency(chi + 1.5, s + 1, kRest), damping(chi - 1, s + 1, kRest);
  e.frequency_objective = std::log10(frequency.squaredNorm());
  e.damping_objective = std::log10(damping.squaredNorm());
  Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(3, 2);
  slopes(0, 0) = 1;
  slopes(1, 1) = 1;
  e.frequency_factor = error_factor(slopes, frequency);
  e.damping_factor = error_factor(slopes, damping);
  return e;
}

class GuardedFormula : public GradientFormula {
 public:
  GuardedFormula() : GradientFormula(guarded_parameters(), beyond_the_guard) {}
  double domain_margin(std::span<const double> p) const override { return guard()->margin(p); }
  std::optional<Guard> guard() const override { return guard_of(bounds()); }
};

/// The best frequency fit on the guard, chi = -1 - beta / (1 + beta), by golden sections.
inline double best_beta_on_guard() {
  const auto value = [](double s) {
    const double beta = std::pow(10, s), chi = -1 - beta / (1 + beta);
    return (chi + 1.5) * (chi + 1.5) + (s + 1) * (s + 1);
  };
  double low = -3, high = 1;
  for (int k = 0; k < 80; ++k) {
    const double step = 0.6180339887498949 * (high - low);
    (value(high - step) < value(low + step) ? high : low) =
        value(high - step) < value(low + step) ? low + step : high - step;
  }
  return std::pow(10, 0.5 * (low + high));
}

}  // namespace slipfront::test
