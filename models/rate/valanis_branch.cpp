#include "models/rate/valanis_branch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/scalar.hpp"

namespace slipfront {
namespace {

// Halley's last step: the error after it is its cube.
constexpr double kHalleyStep = 2e-6;
// A step that leaves the bracket by so little does it by rounding.
constexpr double kEdge = 1e-14;
// Bisection alone would need about as many; a bracket makes them unreachable.
constexpr int kIterations = 200;
// Below, the power series of the psi functions; above, their closed forms, which have
// lost less than one digit there.
constexpr double kSeriesLimit = 1;
// 1/20! is below rounding.
constexpr int kSeriesTerms = 20;

/// sum_{k >= first} (-1)^(k-first) weight(k) psi^k / k!
template <class Weight>
double alternating_series(double psi, int first, Weight weight) {
  double term = 1, sum = 0;
  for (int k = 1; k < first; ++k) term *= psi / k;
  for (int k = first; k < kSeriesTerms; ++k) {
    term *= (k == first ? psi : -psi) / k;
    sum += weight(k) * term;
  }
  return sum;
}

/// A start for w + ln w = theta: good to a few percent, then one step of fourth order
/// (Fritsch, Shafer and Crowley 1973).
double wright_omega(double theta) {
  // Where the expansion about theta = 1 gives way to the two asymptotic forms.
  constexpr double kLow = -1.5, kHigh = 3;
  // omega = 1 + h/2 + h^2/16 - ..., h = theta - 1
  constexpr double kSecond = 1.0 / 16;
  double w;
  if (theta < kLow) {
    w = std::exp(theta);
    w /= 1 + w;
  } else if (theta < kHigh) {
    const double h = theta - 1;
    w = std::max(1 + h / 2 + kSecond * h * h, std::exp(kLow));
  } else {
    const double log_theta = std::log(theta);
    w = theta - log_theta + log_theta / theta;
  }
  if (w == 0) return 0;
  const double r = theta - w - std::log(w);
  const double v = 2 * (1 + w) * (1 + w + 2 * r / 3);  // 2/3 is the scheme's own
  return w * (1 + r / (1 + w) * (v - r) / (v - 2 * r));
}

double start_of_psi(double c, double q, double y) {
  const double linear = y / (c + q);
  // No knee: the tangents from below are good enough.
  if (q <= c) return std::max(linear, (y - q) / c);
  // Second order in y, well before the knee.
  constexpr double kEarly = 0.1;
  if (linear < kEarly) return linear * (1 + q / (c + q) * linear / 2);
  const double log_ratio = std::log(q / c);
  const double slip = (y - q) / c;
  const double w = wright_omega(log_ratio - slip);
  return w > 1 ? log_ratio - std::log(w) : slip + w;
}

/// Where a branch starts. What lies at the slip limit, or above by rounding, stays there: with
/// kappa = 1, where nothing else bends the curve, as one that has been stopped.
struct Start {
  double g, q;
  Start(const ValanisConstants& k, double z0) : g(std::max(k.a - k.b * z0, 0.0)), q(k.m * g) {}
  double psi(const ValanisConstants& k, double x) const {
    if (k.c + q > 0) return valanis_psi(k.c, q, k.b * x);
    return x > 0 ? std::numeric_limits<double>::infinity() : 0;
  }
};

}  // namespace

ValanisConstants::ValanisConstants(double initial_stiffness, double slip_stiffness, double lambda_,
                                   double kappa_)
    : e0(initial_stiffness), et(slip_stiffness), lambda(lambda_), kappa(kappa_) {
  const double rest = e0 - kappa * et;
  a = e0 - et;
  b = lambda * rest / e0;
  c = (1 - kappa) * e0 / rest;
  m = kappa / rest;
  d_a = {1, -1, 0, 0};
  d_b = {lambda * kappa * et / (e0 * e0), -lambda * kappa / e0, rest / e0, -lambda * et / e0};
  d_c = {-(1 - kappa) * kappa * et / (rest * rest), (1 - kappa) * kappa * e0 / (rest * rest), 0,
         -e0 * a / (rest * rest)};
  d_m = {-kappa / (rest * rest), kappa * kappa / (rest * rest), 0, e0 / (rest * rest)};
}

double valanis_psi(double c, double q, double y) {
  if (y == 0) return 0;
  if (q == 0) return y / c;
  if (c == 0) {
    return y < q ? -std::log1p(-y / q) : std::numeric_limits<double>::infinity();
  }
  double low = std::max(y / (c + q), (y - q) / c);
  double high = y / c;
  if (y < c + q) high = std::min(high, -std::log1p(-y / (c + q)));
  if (high <= low) return low;
  double psi = std::clamp(start_of_psi(c, q, y), low, high), step = psi;
  for (int i = 0; i < kIterations && std::abs(step) > kHalleyStep * psi; ++i) {
    const double rise = -std::expm1(-psi);
    const double gap = c * psi + q * rise - y;
    const double e = q * (1 - rise);
    (gap > 0 ? high : low) = psi;
    step = -gap / (c + e + gap * e / (2 * (c + e)));
    double next = psi + step;
    if (!(next >= low && next <= high)) {
      const double edge = next < low ? low : high;
      const bool rounding = std::abs(next - edge) <= kEdge * psi;
      next = rounding ? edge : (low + high) / 2;
      if (!rounding) step = psi;  // a bisection proves nothing: go on
    }
    psi = next;
  }
  return psi;
}

PsiFunctions::PsiFunctions(double psi_) : psi(psi_), e(std::exp(-psi_)), rise(-std::expm1(-psi_)) {}

double PsiFunctions::lag() const {
  if (psi > kSeriesLimit) return psi - rise;
  return alternating_series(psi, 2, [](int) { return 1.0; });
}

double PsiFunctions::bend() const {
  if (e == 0) return 1;
  if (psi > kSeriesLimit) return rise - psi * e;
  return alternating_series(psi, 2, [](int k) { return k - 1.0; });
}

double PsiFunctions::loss() const {
  constexpr int kFirst = 3;  // loss = psi^3/6 - ...
  if (psi > kSeriesLimit) return psi * (1 + e) - 2 * rise;
  return alternating_series(psi, kFirst, [](int k) { return k - 2.0; });
}

void valanis_values(const ValanisConstants& k, double x, double& z, double& tangent) {
  valanis_values(k, 0, x, z, tangent);
}

ValanisVirgin valanis_virgin(const ValanisConstants& k, double x) {
  const double q0 = 1 - k.c, y = k.b * x;
  const PsiFunctions f(valanis_psi(k.c, q0, y));
  const bool stopped = f.e == 0;  // at the slip limit: psi may be infinite
  const double inverse_slope = stopped ? 0 : 1 / (k.c + q0 * f.e);  // dpsi/dy
  ValanisVirgin v;
  v.z = k.a / k.b * f.rise;
  v.tangent = k.a * f.e * inverse_slope;
  const double area = kMasingSecant * k.a / (k.b * k.b);
  const double bend = f.bend(), lag = stopped ? 0 : f.lag();
  // c psi = b x - Q at the limit.
  const double loss = stopped ? y - q0 - 2 * k.c : k.c * f.loss();
  v.loop_area = area * loss;
  v.d_loop_area_dx = area * k.b * k.c * bend * inverse_slope;
  if (stopped) v.d_loop_area_dx = area * k.b;
  // d loss / dc at fixed y: loss() - c bend lag / (c + Q e), in the form that does not
  // cancel on either side.
  double loss_c;
  if (stopped) {
    loss_c = -1;
  } else if (f.psi > kSeriesLimit) {
    loss_c =
        f.psi * f.e * (1 + f.psi + f.e) - (1 - f.e * f.e) + bend * lag * q0 * f.e * inverse_slope;
  } else {
    loss_c = f.loss() - k.c * bend * lag * inverse_slope;
  }
  const double loss_y = v.d_loop_area_dx / (area * k.b);
  // x dz/dx - z
  const double droop = stopped ? -v.z : -k.a * k.c / k.b * bend * inverse_slope;
  for (int i = 0; i < kValanisParameters; ++i) {
    v.d_z[i] = k.d_a[i] / k.b * f.rise - v.tangent / k.b * k.d_c[i] * lag + k.d_b[i] / k.b * droop;
    v.d_loop_area[i] = v.loop_area * (k.d_a[i] / k.a - 2 * k.d_b[i] / k.b) +
                       area * (k.d_c[i] * loss_c + loss_y * x * k.d_b[i]);
  }
  return v;
}

void valanis_values(const ValanisConstants& k, double z0, double x, double& z, double& tangent) {
  const Start start(k, z0);
  const double psi = start.psi(k, x);
  const double e = std::exp(-psi);
  z = z0 - start.g / k.b * std::expm1(-psi);
  const double slope = k.c + start.q * e;  // 0: stopped, or at rest at the limit
  tangent = e > 0 && slope > 0 ? start.g * e / slope : 0;
}

ValanisBranch valanis_branch(const ValanisConstants& k, double z0, double x) {
  const Start start(k, z0);
  const double g0 = start.g, q0 = start.q, y = k.b * x, b2 = k.b * k.b;
  const PsiFunctions f(start.psi(k, x));
  const bool stopped = f.e == 0;  // at the slip limit: psi may be infinite
  ValanisBranch v;
  v.z = z0 + g0 / k.b * f.rise;
  const double slope = k.c + q0 * f.e;
  v.tangent = stopped || !(slope > 0) ? 0 : g0 * f.e / slope;
  // The bracket of int z dx; where psi is large, c psi is taken from (*).
  const double bracket = f.psi > kSeriesLimit ? y - (k.c + q0) * f.rise + q0 * f.rise * f.rise / 2
                                              : k.c * f.lag() + q0 * f.rise * f.rise / 2;
  v.work = z0 * x + g0 / b2 * bracket;
  const double bend = f.bend(), psi = stopped ? 0 : f.psi;
  // Total differentials at fixed x, from those of z0, a, b, c and m.
  const auto differential = [&](double dz0, double da, double db, double dc, double dm, double& dz,
                                double& dw) {
    const double dg0 = da - z0 * db - k.b * dz0;
    const double dq0 = k.m * dg0 + g0 * dm;
    dz = dz0 + f.rise * dg0 / k.b - g0 * f.rise / b2 * db +
         v.tangent / k.b * (x * db - psi * dc - f.rise * dq0);
    const double d_bracket = -bend * dc - dq0 * f.rise * f.rise / 2 + f.rise * x * db;
    dw = x * dz0 + (dg0 - 2 * g0 * db / k.b) / b2 * bracket + g0 / b2 * d_bracket;
  };
  differential(1, 0, 0, 0, 0, v.z_start, v.work_start);
  for (int i = 0; i < kValanisParameters; ++i) {
    differential(0, k.d_a[i], k.d_b[i], k.d_c[i], k.d_m[i], v.d_z[i], v.d_work[i]);
  }
  return v;
}

}  // namespace slipfront
