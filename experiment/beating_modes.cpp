#include "experiment/beating_modes.hpp"

#include <ceres/tiny_solver.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace slipfront {

namespace {

using Complex = std::complex<double>;
using Unknowns = BeatingModes::Unknowns;
using enum BeatingModes::Unknown;
constexpr double kUsualExponent = 0.7;  // standard deviation of ln m, ln n about 0
constexpr double kSteepest = 4;         // of m, n and their inverses
constexpr double kFarthest = 20;        // of |u| and of exponents: beyond it nothing is real
constexpr int kMostSteps = 40;          // of the solver, which ends
constexpr double kSettled = 1e-5;       // where the sum of squares changes by less

/// Between 1/kSteepest and kSteepest, 1 for 0; and its slope.
struct Exponent {
  double value, slope;
  explicit Exponent(double unknown) {
    const double most = std::log(kSteepest), turned = std::tanh(unknown / most);
    value = std::exp(most * turned);
    slope = value * (1 - turned * turned);
  }
};

/// u at a time, and its slopes by kAlpha, kAlphaMore and kM:
///   u = -alpha_0 t - ln f / m,   f = 1 + alpha_1 g,   g = (1 - exp(-m alpha_0 t)) / alpha_0
struct Fall {
  double u;
  Eigen::Array3d by;

  Fall(const Unknowns& p, const Exponent& m, double t) {
    constexpr double kSmall = 1e-9;
    const double alpha = p(kAlpha), more = p(kAlphaMore), x = m.value * alpha * t;
    const double gone = -std::expm1(-x), left = 1 - gone;  // exp(-x)
    const bool slow = std::abs(x) < kSmall;
    const double grown = slow ? m.value * t : gone / alpha;
    const double grown_by_alpha =
        slow ? -0.5 * m.value * m.value * t * t : (m.value * t * left - grown) / alpha;
    const double fallen = std::max(1 + more * grown, kSmall), log = std::log(fallen);
    const double free = -alpha * t - log / m.value;
    u = std::clamp(free, -kFarthest, kFarthest);
    if (u != free || fallen == kSmall) {
      by.setZero();
      return;
    }
    const double share = -1 / (m.value * fallen);
    by << -t + share * more * grown_by_alpha, share * grown,
        (log / (m.value * m.value) + share * more * t * left) * m.slope;
  }
};

/// Residuals and their derivatives, by columns, for the solver; the first COUNT unknowns are free.
template <int COUNT>
struct Misfit {
  using Scalar = double;
  enum { NUM_RESIDUALS = Eigen::Dynamic, NUM_PARAMETERS = COUNT };
  const ComplexAmplitude& pieces;

  int NumResiduals() const { return static_cast<int>(2 * pieces.time.size()) + 2; }

  static Unknowns all(const double* p) {
    Unknowns x = Unknowns::Zero();
    for (int i = 0; i < COUNT; ++i) x(i) = p[i];
    return x;
  }

  void put(double* column, std::size_t i, Complex value) const {
    column[2 * i] = value.real() * pieces.weight[i];
    column[2 * i + 1] = value.imag() * pieces.weight[i];
  }

  bool operator()(const double* parameters, double* residuals, double* jacobian) const {
    const Unknowns p = all(parameters);
    const std::size_t n = pieces.time.size();
    const OneMode mode(pieces.time, p, jacobian != nullptr);
    const Complex start = std::polar(std::exp(p(kSize)), p(kAngle)), c(p(kRe), p(kIm)), j(0, 1);
    const auto column = [&](int k) { return jacobian + k * std::ptrdiff_t{NumResiduals()}; };
    std::vector<Complex> shares(n, 1.0);  // of both modes, in one
    for (std::size_t i = 0; i < n; ++i) {
      const double t = pieces.time[i];
      Complex turn = 0;
      if constexpr (COUNT == BeatingModes::kTogether)
        turn = std::polar(std::exp(std::clamp(p(kD) * t, -kFarthest, kFarthest)), p(kBeat) * t);
      shares[i] = 1.0 + c * turn;
      const Complex model = start * mode.value[i] * shares[i];
      put(residuals, i, model - pieces.value[i]);
      if (!jacobian) continue;
      put(column(kSize), i, model);
      put(column(kAngle), i, j * model);
      put(column(kOmega), i, j * t * model);
      put(column(kOmegaMore), i, j * mode.more[i] * model);
      if constexpr (COUNT == BeatingModes::kTogether) {
        const Complex by_c = start * mode.value[i] * turn;
        put(column(kRe), i, by_c);
        put(column(kIm), i, j * by_c);
        put(column(kD), i, c * t * by_c);
        put(column(kBeat), i, j * c * t * by_c);
      }
    }
    residuals[2 * n] = p(kM) / kUsualExponent;
    residuals[2 * n + 1] = p(kN) / kUsualExponent;
    if (!jacobian) return true;
    for (int k = 0; k < COUNT; ++k) {
      column(k)[2 * n] = k == kM ? 1 / kUsualExponent : 0;
      column(k)[2 * n + 1] = k == kN ? 1 / kUsualExponent : 0;
    }
    constexpr int kBent[] = {kAlpha, kAlphaMore, kM, kN};
    for (Eigen::Index k = 0; k < mode.slope.cols(); ++k)
      for (std::size_t i = 0; i < n; ++i)
        put(column(kBent[k]), i, start * shares[i] * mode.slope(static_cast<Eigen::Index>(i), k));
    return true;
  }
};

/// The least sum of squares from a start on, which is moved there.
template <int COUNT>
double fitted(const ComplexAmplitude& pieces, Unknowns& p) {
  using Function = Misfit<COUNT>;
  const Function function{pieces};
  ceres::TinySolver<Function> solver;
  solver.options.max_num_iterations = kMostSteps;
  solver.options.function_tolerance = kSettled;
  typename ceres::TinySolver<Function>::Parameters x = p.template head<COUNT>();
  solver.Solve(function, &x);
  p.template head<COUNT>() = x;
  return 2 * solver.summary.final_cost;
}

}  // namespace

OneMode::OneMode(const std::vector<double>& time, const Unknowns& p, bool with_slope) {
  const Exponent m(p(kM)), n(p(kN));
  const auto count = static_cast<Eigen::Index>(time.size());
  if (with_slope) slope.resize(count, 4);
  // exp(n u) and its slopes.
  struct Rate {
    double value;
    Eigen::Array4d by;
  };
  const auto rate_of = [&n](const Fall& at) {
    Rate rate{std::exp(n.value * at.u), {}};
    rate.by << n.value * rate.value * at.by, at.u * rate.value * n.slope;
    return rate;
  };
  Rate last{1, Eigen::Array4d::Zero()};
  double integral = 0, before = 0;
  Eigen::Array4d integral_by = Eigen::Array4d::Zero();
  for (Eigen::Index i = 0; i < count; ++i) {
    const double t = time[static_cast<std::size_t>(i)], step = t - before;
    const Fall here(p, m, t);
    const Rate middle = rate_of(Fall(p, m, t - 0.5 * step)), next = rate_of(here);
    constexpr double kFour = 4, kSix = 6;
    integral += step / kSix * (last.value + kFour * middle.value + next.value);
    value.push_back(std::polar(std::exp(here.u), p(kOmega) * t + p(kOmegaMore) * integral));
    more.push_back(integral);
    if (with_slope) {
      integral_by += step / kSix * (last.by + kFour * middle.by + next.by);
      for (Eigen::Index k = 0; k < 4; ++k)
        slope(i, k) =
            value.back() * Complex(k < 3 ? here.by(k) : 0, p(kOmegaMore) * integral_by(k));
    }
    before = t;
    last = next;
  }
}

double fit_one_mode(const ComplexAmplitude& amplitude, Unknowns& unknowns) {
  return fitted<BeatingModes::kAlone>(amplitude, unknowns);
}

double fit_two_modes(const ComplexAmplitude& amplitude, Unknowns& unknowns) {
  return fitted<BeatingModes::kTogether>(amplitude, unknowns);
}

double sum_of_squares(const ComplexAmplitude& amplitude, const Unknowns& unknowns) {
  const Misfit<BeatingModes::kTogether> function{amplitude};
  Eigen::VectorXd residuals(function.NumResiduals());
  function(unknowns.data(), residuals.data(), nullptr);
  return residuals.squaredNorm();
}

}  // namespace slipfront
