#include "experiment/decay_law.hpp"

#include <algorithm>
#include <cmath>

namespace slipfront {

namespace {

using Complex = std::complex<double>;

// Steps of x: a fiftieth, and at least so many in all.
constexpr double kStep = 0.02;
constexpr double kFewestSteps = 200;
// A ratio beyond this is no vibration; it keeps trial laws computable.
constexpr double kMostDamping = 0.5;
// Samples after which the recurrence of a step begins anew: rounding grows with their cube.
constexpr std::size_t kChunk = 256;

}  // namespace

LawPoint law_point(const DecayLaw& law, double x) {
  LawPoint p;
  p.x = x;
  p.splines = law.splines.at(x);
  p.omega = std::exp(p.splines.of(law.log_omega));
  p.omega_slope = p.splines.slope_of(law.log_omega);
  const double log_zeta = p.splines.of(law.log_damping);
  p.zeta = std::min(std::exp(log_zeta), kMostDamping);
  p.zeta_slope = p.zeta < kMostDamping ? p.splines.slope_of(law.log_damping) : 0;
  return p;
}

Complex LawPoint::exponent_rate() const {
  const double root = std::sqrt(1 - zeta * zeta);
  const Complex slope(-rate() * (zeta_slope + omega_slope),
                      omega_d() * omega_slope - omega * zeta * zeta / root * zeta_slope);
  return -rate() * slope;
}

Complex LawPoint::log_acceleration() const {
  const Complex s = exponent();
  return Complex(x, phase) + std::log(-(s * s + exponent_rate()));
}

Complex LawPoint::log_acceleration_rate() const {
  const Complex s = exponent();
  return s + 2.0 * exponent_rate() / s;
}

DecayPath::DecayPath(const DecayLaw& law, double end, double lowest) {
  const double step = std::min(kStep, std::max((law.start - lowest) / kFewestSteps, 1e-6));
  LawPoint p = law_point(law, law.start);
  p.phase = law.phase;
  points_ = {p};
  constexpr double kFour = 4, kSix = 6;  // Simpson's rule
  while (p.time < end && p.x > lowest) {
    const LawPoint middle = law_point(law, p.x - 0.5 * step);
    LawPoint next = law_point(law, p.x - step);
    const auto turn = [](const LawPoint& q) { return q.omega_d() / q.rate(); };
    next.time = p.time + step / kSix * (1 / p.rate() + kFour / middle.rate() + 1 / next.rate());
    next.phase = p.phase + step / kSix * (turn(p) + kFour * turn(middle) + turn(next));
    points_.push_back(p = next);
  }
}

LawPoint DecayPath::at(const DecayLaw& law, double time) const {
  const auto next = std::upper_bound(points_.begin(), points_.end(), time,
                                     [](double t, const LawPoint& p) { return t < p.time; });
  const bool inside = next != points_.begin() && next != points_.end();
  const LawPoint& p = next == points_.begin() ? *next : *(next - 1);
  const double tau = time - p.time;
  // Second order in time is enough within a step.
  const Complex s = p.exponent(), e = s * tau + (inside ? 0.5 * tau * tau * p.exponent_rate() : 0);
  LawPoint result = law_point(law, p.x + e.real());
  result.time = time;
  result.phase = p.phase + e.imag();
  return result;
}

namespace {

/// The cubic in time through values and rates of ln acceleration at both ends of a step:
/// coefficients of tau, tau^2, tau^3.
std::array<Complex, 3> step_cubic(const LawPoint& a, const LawPoint& b) {
  const double h = b.time - a.time;
  Complex rise = b.log_acceleration() - a.log_acceleration();
  // The logarithm's own phase is small and does not turn, that of the path is unwrapped.
  const Complex r0 = a.log_acceleration_rate(), r1 = b.log_acceleration_rate();
  constexpr double kThree = 3;
  return {r0, (kThree * rise / h - 2.0 * r0 - r1) / h, (r0 + r1 - 2.0 * rise / h) / (h * h)};
}

}  // namespace

Complex DecayPath::log_acceleration(double time) const {
  const auto next = std::upper_bound(points_.begin(), points_.end(), time,
                                     [](double t, const LawPoint& p) { return t < p.time; });
  const LawPoint& p = next == points_.begin() ? *next : *(next - 1);
  const double tau = time - p.time;
  if (next == points_.begin() || next == points_.end())
    return p.log_acceleration() + tau * p.exponent();
  const auto [c1, c2, c3] = step_cubic(p, *next);
  return p.log_acceleration() + tau * (c1 + tau * (c2 + tau * c3));
}

std::vector<Complex> DecayPath::acceleration(std::size_t count, double sampling_hz) const {
  std::vector<Complex> a(count);
  const double dt = 1 / sampling_hz;
  std::size_t i = 0;
  for (std::size_t k = 0; k < points_.size() && i < count; ++k) {
    const LawPoint& p = points_[k];
    const bool last = k + 1 == points_.size();
    const std::size_t to =
        last ? count
             : std::min(count, static_cast<std::size_t>(
                                   std::max(0.0, std::ceil(points_[k + 1].time * sampling_hz))));
    if (to <= i) continue;
    std::array<Complex, 3> c{p.exponent(), 0, 0};
    if (!last) c = step_cubic(p, points_[k + 1]);
    const Complex begin = p.log_acceleration();
    while (i < to) {
      // exp of a cubic by three recurrences, each ratio the product of those below it.
      constexpr double kThree = 3, kSix = 6;  // binomials of the cubic's differences
      const double tau = static_cast<double>(i) * dt - p.time;
      const auto [c1, c2, c3] = c;
      Complex value = std::exp(begin + tau * (c1 + tau * (c2 + tau * c3)));
      Complex ratio = std::exp(dt * (c1 + c2 * (2 * tau + dt) +
                                     c3 * (kThree * tau * tau + kThree * tau * dt + dt * dt)));
      Complex second = std::exp(dt * dt * (2.0 * c2 + kSix * c3 * (tau + dt)));
      const Complex third = std::exp(kSix * c3 * dt * dt * dt);
      const std::size_t stop = std::min(to, i + kChunk);
      for (; i < stop; ++i) {
        a[i] = value;
        // Written out: std::complex would check each product for infinities.
        const auto times = [](const Complex& u, const Complex& v) {
          return Complex(u.real() * v.real() - u.imag() * v.imag(),
                         u.real() * v.imag() + u.imag() * v.real());
        };
        value = times(value, ratio);
        ratio = times(ratio, second);
        second = times(second, third);
      }
    }
  }
  return a;
}

}  // namespace slipfront
