#include "models/rate/bouc_wen_shape.hpp"

#include <algorithm>
#include <cmath>

namespace slipfront {
namespace {

// G = 4 P^2 (S2 - S): D = 8 int f du - 4 u f with int f du = (f^2/2A) S2, u = (f/A) S.
constexpr double kLossScale = 4;
// Newton's and Halley's last step, after which the error is below rounding: its square
// (Newton) or cube (Halley).
constexpr double kNewtonStep = 1e-8;
constexpr double kHalleyStep = 2e-6;
// A step that leaves the bracket by so little does it by rounding.
constexpr double kEdge = 1e-14;
// Bracketed iterations end long before: bisection alone would need about as many.
constexpr int kIterations = 200;

/// A branch from its sums at p.
BranchPoint from_sums(const BoucWenSums& sums, double p, double q) {
  BranchPoint point;
  point.ratio = 1 / sums.s;
  point.slope = q;
  point.bend = point.ratio * p * (sums.s - sums.excess);
  point.loss = kLossScale * point.ratio * point.ratio * p * sums.loss;
  point.s_n = p * sums.s_n;
  point.loss_n = p * sums.loss_n;
  return point;
}

}  // namespace

BoucWenShape::BoucWenShape(double n) : series_(n) {
  // Both series are at their worst at the border; x = max(1, 1/n) balances them.
  log_near_ = n * std::log(std::max(1.0, 1 / n));
  build_near();
  build_far();
}

void BoucWenShape::build_near() {
  const double n = exponent();
  const double top = std::exp(log_near_);
  const auto abscissae = near_ratio_.abscissae(top);
  std::array<double, kNearNodes> ratio, loss, s_n, loss_n;
  double p = abscissae[0], previous = 0;
  for (std::size_t j = 0; j < kNearNodes; ++j) {
    // t = p S(p)^n, d ln t / d ln p = 1 / (S (1 - p)).
    const double t = abscissae[j];
    if (j > 0) {
      p *= 1 + (t - previous) / previous * (1 - p) * series_.s(p, 1 - p);
      p = std::min(p, t);
    }
    if (p >= 1) p = -std::expm1(-t);
    double step = 1;
    for (int i = 0; i < kIterations && std::abs(step) > kNewtonStep; ++i) {
      const double s = series_.s(p, 1 - p);
      step = (std::log(t / p) - n * std::log(s)) * s * (1 - p);
      const double next = p * (1 + step);
      p = next < 1 ? next : (1 + p) / 2;
    }
    previous = t;
    const BoucWenSums sums = series_.at(p, 1 - p);
    const double s = sums.s;
    ratio[j] = sums.excess * p / (s * t);  // (1 - P) / t
    loss[j] = kLossScale * sums.loss * p / (s * s * t);
    s_n[j] = sums.s_n * p / t;
    loss_n[j] = sums.loss_n * p / t;
  }
  near_ratio_.fit(top, ratio);
  near_loss_.fit(top, loss);
  near_s_n_.fit(top, s_n);
  near_loss_n_.fit(top, loss_n);
}

void BoucWenShape::build_far() {
  const double n = exponent();
  const LogarithmicSum& force = series_.force_sum();
  const LogarithmicSum& energy = series_.energy_sum();
  const double top = std::exp(force.constant() - n * std::exp(log_near_ / n));
  const auto abscissae = far_q_.abscissae(top);
  std::array<double, kFarNodes> q_ratio, tail, force_slope, energy_slope;
  double ratio = 1;
  for (std::size_t j = 0; j < kFarNodes; ++j) {
    // ln q + tail(q) = ln E, d / d ln q = (1 - q)^(b - 1).
    const double e = abscissae[j];
    double q = std::min(ratio * e, 0.5), step = 1;
    for (int i = 0; i < kIterations && std::abs(step) > kNewtonStep; ++i) {
      step = (std::log(e / q) - force.tail(q)) * std::pow(1 - q, 1 - force.b());
      // The series hold for q <= 1/2, which the branch beyond the border never exceeds.
      q = std::min(q * std::exp(step), 0.5);
    }
    ratio = q / e;
    q_ratio[j] = ratio;
    tail[j] = energy.tail(q) / e;
    force_slope[j] = force.tail_slope(q) / e;
    energy_slope[j] = energy.tail_slope(q) / e;
  }
  far_q_.fit(top, q_ratio);
  far_energy_.fit(top, tail);
  far_force_slope_.fit(top, force_slope);
  far_energy_slope_.fit(top, energy_slope);
}

BoucWenShape::Far BoucWenShape::far(double log_t) const {
  const double n = exponent();
  const LogarithmicSum& force = series_.force_sum();
  Far far;
  far.x = std::exp(log_t / n);
  far.excess = n * far.x - force.constant();
  far.e = std::exp(-far.excess);
  const double ratio = far_q_(far.e);
  far.q = far.e * ratio;
  far.log_q = std::log(ratio) - far.excess;
  far.p = 1 - far.q;
  far.y = std::exp(force.b() * std::log1p(-far.q));
  return far;
}

BranchSlope BoucWenShape::loading_slope(double log_t) const {
  const double n = exponent();
  if (log_t > log_near_) {
    const Far point = far(log_t);
    return {point.y / point.x, point.q};
  }
  const double t = std::exp(log_t);
  const double ratio = 1 - t * near_ratio_(t);
  return {ratio, 1 - t * std::pow(ratio, n)};
}

BranchPoint BoucWenShape::loading(double log_t) const {
  const double n = exponent();
  BranchPoint point;
  if (log_t > log_near_) {
    const Far here = far(log_t);
    const LogarithmicSum& force = series_.force_sum();
    const LogarithmicSum& energy = series_.energy_sum();
    const double x = here.x;
    point.ratio = here.y / x;
    point.slope = here.q;
    point.bend = point.ratio - here.q;
    const double log_p = std::log1p(-here.q);
    const double b = force.b(), b2 = energy.b();
    const double h = n * x;
    const double h2 = energy.constant() - here.log_q - here.e * far_energy_(here.e);
    const double h_b = force.constant_slope() - here.e * far_force_slope_(here.e);
    const double h2_b = energy.constant_slope() - here.e * far_energy_slope_(here.e);
    const double s = x / here.y;
    const double s2 = b2 * h2 / (here.y * here.y);
    const double s_b = (h + b * h_b - b * h * log_p) / here.y;
    const double s2_b = (h2 + b2 * h2_b - b2 * h2 * log_p) / (here.y * here.y);
    point.loss = kLossScale * point.ratio * point.ratio * (s2 - s);
    point.s_n = -b * b * s_b;
    point.loss_n = -b * b * (2 * s2_b - s_b);
    return point;
  }
  const double t = std::exp(log_t);
  const double excess = near_ratio_(t);
  point.ratio = 1 - t * excess;
  const double power = std::pow(point.ratio, n);  // p / t
  point.slope = 1 - t * power;
  point.bend = t * (power - excess);
  point.loss = t * near_loss_(t);
  point.s_n = t * near_s_n_(t);
  point.loss_n = t * near_loss_n_(t);
  return point;
}

BranchPoint BoucWenShape::at(double p, double q) const { return from_sums(series_.at(p, q), p, q); }

double BoucWenShape::unloading_ratio(double p0, double ratio0, double part) const {
  const double n = exponent();
  // Unknown: l = ln(f / f0) in f S(p) = part f0 S0, p = p0 e^(n l). S falls from 1 as |p|
  // grows, and u(f) is concave: both bounds from the tangents at 0 and at f0 are below.
  const double log_target = std::log(part / ratio0);
  const double tangent = 1 - (1 - p0) * (1 - part) / ratio0;
  double low = log_target;
  if (tangent > 0) low = std::max(low, std::log(tangent));
  double high = std::min(0.0, std::log(part));  // the chord
  low = std::min(low, high);
  double l = low, s = 1, step = 1;
  for (int i = 0; i < kIterations && std::abs(step) > kHalleyStep; ++i) {
    const double p = p0 * std::exp(n * l), q = 1 - p;
    s = series_.s(p, q);
    // One logarithm of a product near one: far up the branch the gap is all there is.
    const double gap = std::log(std::exp(l) * s * (ratio0 / part));
    const double slope = 1 / (q * s);  // d gap / dl
    const double bend = -slope * (-n * p / q + slope - 1);
    (gap > 0 ? high : low) = l;
    step = -gap / (slope - gap * bend / (2 * slope));
    double next = l + step;
    if (!(next >= low && next <= high)) {
      const double edge = next < low ? low : high;
      const bool rounding = std::abs(next - edge) <= kEdge * (1 + std::abs(l));
      next = rounding ? edge : (low + high) / 2;
      if (!rounding) step = 1;  // a bisection proves nothing: go on
    }
    l = next;
  }
  // f / (A u) = (f/f0) / part * f0 / (A u0)
  return std::exp(l) * ratio0 / part;
}

}  // namespace slipfront
