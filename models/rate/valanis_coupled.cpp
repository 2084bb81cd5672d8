#include "models/rate/valanis_coupled.hpp"

namespace slipfront {

namespace valanis {

namespace {

// Gauss-Legendre with ten points on [-1, 1]: the positive nodes and their weights.
constexpr int kNodes = 5;
constexpr std::array<double, kNodes> kNode = {0.148874338981631211, 0.433395394129247191,
                                              0.679409568299024406, 0.865063366688984511,
                                              0.973906528517171720};
constexpr std::array<double, kNodes> kWeight = {0.295524224714752870, 0.269266719309996355,
                                                0.219086362515982044, 0.149451349150580593,
                                                0.066671344308688138};
// e^-x below rounding of 1.
constexpr double kForgotten = 40;
// Panels on which ten points give all digits: of e^x, and of q where c p grows by this.
constexpr double kExponentialPanel = 6, kSmoothPanel = 2;

/// q = 1 - sqrt(1 - w) where w = w0 e^(-2 c p).
template <class T>
T lost(const T& w0, const T& c, double p) {
  using std::exp;
  using std::sqrt;
  const T w = w0 * exp(-2.0 * p * c);
  return w / (1.0 + sqrt(1.0 - w));
}

/// Calls at(x, weight) for the points p = begin + x of panels over x in [0, length], ascending.
/// q has a branch point where w = 1, at c p = log(w0)/2 < 0: no panel is longer than its
/// distance from there.
template <class At>
void panels(double w0, double c, double begin, double length, double longest, const At& at) {
  const double branch = begin - 0.5 * std::log(w0) / c;  // its distance from `begin`
  double from = 0;
  while (from < length) {
    const double rest = length - from;
    const double panel = std::min({longest, from + branch, kSmoothPanel / c, rest});
    const double half = 0.5 * panel, middle = from + half;
    for (int j = kNodes; j-- > 0;) at(middle - half * kNode[j], half * kWeight[j]);
    for (int j = 0; j < kNodes; ++j) at(middle + half * kNode[j], half * kWeight[j]);
    from = panel < rest ? from + panel : length;
  }
}

/// int e^-(to - p) q dp over [from, to], as far as it is not forgotten.
template <class T>
T remembered(const T& w0, const T& c, double from, double to) {
  const double length = std::min(to - from, kForgotten), begin = to - length;
  T sum(0.0);
  panels(value_of(w0), value_of(c), begin, length, kExponentialPanel, [&](double x, double weight) {
    sum += weight * std::exp(x - length) * lost(w0, c, begin + x);
  });
  return sum;
}

/// S, q and Q at psi.
template <class T>
struct Limit {
  T end, q, sum;
  Limit(const T& w0, const T& c, const T& psi) {
    using std::exp;
    using std::expm1;
    using std::log1p;
    using std::sqrt;
    const T fall = -2.0 * c * psi, w = w0 * exp(fall), start = sqrt(1.0 - w0);
    end = sqrt(1.0 - w);
    q = w / (1.0 + end);
    const T grown = -w0 * expm1(fall) / (end + start);  // S - S0
    sum = grown - log1p(grown / (1.0 + start));
  }
};

}  // namespace

template <class T>
Across<T> across(const T& w0, const T& c, double psi, bool integrals) {
  Across<T> result;
  if (value_of(w0) == 0 || psi == 0) return result;
  result.memory = remembered(w0, c, 0, psi);
  if (!integrals) return result;
  // q has faded at kForgotten / 2c, and e^-p at kForgotten.
  const double end = std::min(psi, 0.5 * kForgotten / value_of(c));
  double before = 0;
  T memory(0.0);
  const auto add = [&](double p, double weight) {
    memory = std::exp(before - p) * memory + remembered(w0, c, before, p);
    before = p;
    const T q = weight * lost(w0, c, p);
    result.fading += std::exp(-p) * q;
    result.carried += memory * q;
  };
  const double early = std::min(end, kForgotten);
  panels(value_of(w0), value_of(c), 0, early, kExponentialPanel, add);
  panels(value_of(w0), value_of(c), early, end - early, end,
         [&](double x, double weight) { add(early + x, weight); });
  return result;
}

template Across<double> across(const double&, const double&, double, bool);
template Across<ceres::Jet<double, 2>> across(const ceres::Jet<double, 2>&,
                                              const ceres::Jet<double, 2>&, double, bool);

Psi solve_psi(double w0, double c, double rise, double bx) {
  const double k = 1 - c;
  if (w0 == 0) {
    const double psi = valanis_psi(c, k * rise, bx);
    return {psi, c + k * rise * std::exp(-psi)};
  }
  // F' lies between c and 2.
  double low = 0.5 * bx, high = bx / c;
  double psi = std::clamp(valanis_psi(c, k * rise, bx), low, high);
  // Halley's last step: the error after it is its cube. Bisection alone would need as many.
  constexpr double kHalleyStep = 2e-6;
  constexpr int kIterations = 100;
  double slope = 1, step = psi;
  for (int i = 0; i < kIterations; ++i) {
    const Limit<double> limit(w0, c, psi);
    const double r = -rise * std::expm1(-psi) - across(w0, c, psi, false).memory;
    const double gap = k * r + c * psi - limit.sum - bx;
    const double n = 1 - rise + r;
    slope = limit.end - k * n;
    if (std::abs(step) <= kHalleyStep * psi) break;
    (gap > 0 ? high : low) = psi;
    const double w = limit.q * (1 + limit.end), curvature = c * w / limit.end - k * (limit.end - n);
    // Far from the end the correction is coarse, and beyond the knee of a small c mere rounding.
    constexpr double kMostBent = 0.5;
    const double newton = gap / slope;
    const double bent = std::clamp(0.5 * newton * curvature / slope, -kMostBent, kMostBent);
    step = -newton / (1 - bent);
    double next = psi + step;
    // A step that leaves the bracket by so little does it by rounding.
    constexpr double kEdge = 1e-14;
    if (!(next >= low * (1 - kEdge) && next <= high * (1 + kEdge))) {
      next = std::sqrt(low * high);
      step = psi;  // a bisection proves nothing: go on
    }
    psi = next;
  }
  return {psi, slope};
}

}  // namespace valanis

namespace {

using valanis::Across;
using valanis::Constants;

Across<double> across_of(const double& w0, const double& c, double psi, bool integrals) {
  return valanis::across(w0, c, psi, integrals);
}

/// The quadratures carry two derivatives, by w0 and c; the chain rule gives the others.
template <int N>
Across<ceres::Jet<double, N>> across_of(const ceres::Jet<double, N>& w0,
                                        const ceres::Jet<double, N>& c, double psi,
                                        bool integrals) {
  using Pair = ceres::Jet<double, 2>;
  const Across<Pair> of = valanis::across(Pair(w0.a, 0), Pair(c.a, 1), psi, integrals);
  const auto chained = [&](const Pair& x) {
    ceres::Jet<double, N> result(x.a);
    result.v = x.v[0] * w0.v + x.v[1] * c.v;
    return result;
  };
  return {chained(of.memory), chained(of.fading), chained(of.carried)};
}

/// t = z0 + (a 1 - rate z0 n') step with n against z0: the first order of turning back.
template <class T>
void turn_back(const Constants<T>& c, const T* step, const T* z0, T* z, T* work) {
  using std::sqrt;
  const T square = z0[0] * z0[0] + z0[1] * z0[1], progress = z0[0] * step[0] + z0[1] * step[1];
  T rate(0.0);
  if (value_of(square) > 0) {
    const T size = sqrt(square);
    rate = c.b * c.c / (1.0 + (1.0 - c.c) * size * c.b / c.a) / size * progress;
  }
  for (int d = 0; d < 2; ++d) z[d] = z0[d] + c.a * step[d] + rate * z0[d];
  if (work) *work = progress;
}

}  // namespace

template <class T>
void valanis_coupled(const Constants<T>& constants, const T* step, const T* from, T* z, T* work) {
  using std::exp;
  using std::expm1;
  using std::sqrt;
  const T &a = constants.a, &b = constants.b, &c = constants.c, k = 1.0 - c;
  // What lies beyond the limit circle by rounding is put back onto it.
  const double size = value_of(b) / value_of(a) * std::hypot(value_of(from[0]), value_of(from[1]));
  const double inside = size > 1 ? 1 / size : 1;
  const T z0[2] = {inside * from[0], inside * from[1]};
  if (value_of(step[0]) == 0 && value_of(step[1]) == 0)
    return turn_back(constants, step, z0, z, work);
  const T distance = sqrt(step[0] * step[0] + step[1] * step[1]);
  const T n[2] = {step[0] / distance, step[1] / distance};
  const T along = n[0] * z0[0] + n[1] * z0[1], beside = n[0] * z0[1] - n[1] * z0[0];
  const T ratio = b / a, rise = 1.0 - ratio * along, bx = b * distance;
  const T turned = k * ratio * beside, w0 = turned * turned;

  const valanis::Psi solved =
      valanis::solve_psi(value_of(w0), value_of(c), value_of(rise), value_of(bx));
  const T fixed(solved.psi);
  const auto response = [&](const T& psi, const T& memory) {  // N - N0
    return T(-rise * expm1(-psi) - memory);
  };
  const Across<T> at = across_of(w0, c, solved.psi, work != nullptr);
  const valanis::Limit<T> held(w0, c, fixed);
  // F(psi; ...) - b x = 0, differentiated: psi moves with everything else.
  T psi = fixed - (k * response(fixed, at.memory) + c * fixed - held.sum - bx) / solved.slope;
  const T moved = psi - fixed;
  const T memory = at.memory + (held.q - at.memory) * moved;
  const T r = response(psi, memory), fade = exp(-c * psi);
  const T end = along + r / ratio, side = fade * beside;
  z[0] = n[0] * end - n[1] * side;
  z[1] = n[1] * end + n[0] * side;
  if (!work) return;
  const T q_sum = valanis::Limit<T>(w0, c, psi).sum;
  const T fading = at.fading + held.q * exp(-fixed) * moved;
  const T carried = at.carried + held.q * at.memory * moved;
  const T rest = 0.5 * k * r * r + c * rise * psi * psi * exp_mean2(psi) - (1.0 + rise) * q_sum +
                 c * (memory + rise * fading + carried);
  *work = along * distance + rest * a / (b * b);
}

// For values, tangents and the whole jacobian.
constexpr int kTangentSlots = 2, kJacobianSlots = 2 + 1 + 6 + kValanisParameters;
template void valanis_coupled(const Constants<double>&, const double*, const double*, double*,
                              double*);
template void valanis_coupled(const Constants<ceres::Jet<double, kTangentSlots>>&,
                              const ceres::Jet<double, kTangentSlots>*,
                              const ceres::Jet<double, kTangentSlots>*,
                              ceres::Jet<double, kTangentSlots>*,
                              ceres::Jet<double, kTangentSlots>*);
template void valanis_coupled(const Constants<ceres::Jet<double, kJacobianSlots>>&,
                              const ceres::Jet<double, kJacobianSlots>*,
                              const ceres::Jet<double, kJacobianSlots>*,
                              ceres::Jet<double, kJacobianSlots>*,
                              ceres::Jet<double, kJacobianSlots>*);

}  // namespace slipfront
