#include "models/rate/bouc_wen_branch.hpp"

#include <cmath>
#include <limits>

#include "models/scalar.hpp"

namespace slipfront {

double BranchResponse::work() const {
  return (loop_area + kMasingSecant * u * f) / kMasingPotential;
}

BranchDerivatives BranchResponse::d_work() const {
  const auto from = [&](double d_area, double d_traction) {
    return (d_area + kMasingSecant * u * d_traction) / kMasingPotential;
  };
  return {from(d_loop_area.stiffness, d_f.stiffness), from(d_loop_area.rate, d_f.rate),
          from(d_loop_area.exponent, d_f.exponent)};
}

BoucWenBranch::BoucWenBranch(const BoucWenShape& shape, double stiffness, double rate)
    : shape_(shape),
      stiffness_(stiffness),
      rate_(rate),
      log_stiffness_(std::log(stiffness)),
      log_rate_ratio_(std::log(std::abs(rate)) - log_stiffness_) {}

double BoucWenBranch::log_t(double u) const {
  return shape_.exponent() * (log_stiffness_ + std::log(u)) + log_rate_ratio_;
}

double BoucWenBranch::p_of(double f) const {
  const double p = std::exp(shape_.exponent() * std::log(f) + log_rate_ratio_);
  return rate_ < 0 ? -p : p;
}

void BoucWenBranch::values(double u, double& f, double& tangent) const {
  const BranchSlope slope = shape_.loading_slope(log_t(u));
  f = stiffness_ * u * slope.ratio;
  tangent = stiffness_ * slope.slope;
}

BranchResponse BoucWenBranch::loading(double u) const {
  const BranchPoint point = shape_.loading(log_t(u));
  return response(u, stiffness_ * u * point.ratio, point);
}

/// p of a traction that is put back onto the branch if it lies beyond.
double BoucWenBranch::p_within(double& f) const {
  const double p = p_of(f);
  constexpr double kHighest = 1 - std::numeric_limits<double>::epsilon();
  if (p <= kHighest) return p;
  f = std::exp(-log_rate_ratio_ / shape_.exponent());
  return kHighest;
}

double BoucWenBranch::displacement(double f) const {
  const double p = p_within(f);
  return f / stiffness_ * shape_.inverse_ratio(p, 1 - p);
}

BranchResponse BoucWenBranch::at_traction(double f) const {
  const double p = p_within(f);
  const BranchPoint point = shape_.at(p, 1 - p);
  return response(f / (stiffness_ * point.ratio), f, point);
}

void BoucWenBranch::unloading_values(double f0, double u0, double part, double& f,
                                     double& tangent) const {
  const double linear = stiffness_ * u0;
  f = linear * part * shape_.unloading_ratio(p_of(f0), f0 / linear, part);
  tangent = stiffness_ * (1 - p_of(f));
}

BranchResponse BoucWenBranch::unloading(const BranchResponse& from, double part) const {
  const double u = from.u * part;
  const double ratio0 = from.f / (stiffness_ * from.u);
  const double f = stiffness_ * u * shape_.unloading_ratio(p_of(from.f), ratio0, part);
  const double p = p_of(f);
  return response(u, f, shape_.at(p, 1 - p));
}

BranchResponse BoucWenBranch::response(double u, double f, const BranchPoint& point) const {
  BranchResponse r;
  r.u = u;
  r.f = f;
  r.tangent = stiffness_ * point.slope;
  if (u == 0 || f == 0) return r;
  const double n = shape_.exponent();
  const double linear = stiffness_ * u;
  const double energy = linear * u;
  r.bend = linear * point.bend;
  r.loop_area = energy * point.loss;

  // f = A u P(t) and D = A u^2 G(t): d ln t = (n - 1) dlnA + dln rate + ln(A u) dn, and
  // t dP/dt = (q - P)/n, t dG/dt = (4 (P - q) - 2 G)/n from df/du and dD/du.
  const double ratio_t = -point.bend / n;
  const double loss_t = (kMasingSecant * point.bend - 2 * point.loss) / n;
  const double log_f = std::log(f);
  r.d_f.stiffness = u * (point.ratio + (n - 1) * ratio_t);
  r.d_loop_area.stiffness = u * u * (point.loss + (n - 1) * loss_t);
  r.d_f.exponent = linear * (ratio_t * log_f - point.ratio * point.slope * point.s_n);
  // G = 4 P^2 (S2 - S) at fixed t, with the change of P carried along.
  r.d_loop_area.exponent = energy * (loss_t * (log_f - n * point.ratio * point.s_n) -
                                     2 * point.loss * point.ratio * point.s_n +
                                     kMasingSecant * point.ratio * point.ratio * point.loss_n);
  if (rate_ != 0) {
    r.d_f.rate = linear * ratio_t / rate_;
    r.d_loop_area.rate = energy * loss_t / rate_;
  } else {
    // First order in the rate: f = A u (1 - t/(1+n)), D = A u^2 4 n t / ((1+n) (2+n)).
    const double t_rate = std::exp(n * std::log(linear)) / stiffness_;
    r.d_f.rate = -linear * t_rate / (1 + n);
    r.d_loop_area.rate = energy * t_rate * kMasingSecant * n / ((1 + n) * (2 + n));
  }
  return r;
}

}  // namespace slipfront
