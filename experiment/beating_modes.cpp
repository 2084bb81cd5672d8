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
constexpr double kSettled = 1e-5;       // where the sum of squares changes by less than this share

/// Between 1/kSteepest and kSteepest, 1 for 0.
double exponent(double unknown) {
  const double most = std::log(kSteepest);
  return std::exp(most * std::tanh(unknown / most));
}

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
    const OneMode mode(pieces.time, p);
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
    for (const int k : {kAlpha, kAlphaMore, kM, kN}) {
      constexpr double kStep = 1e-5;
      Unknowns moved = p;
      moved(k) += kStep;
      const OneMode other(pieces.time, moved);
      for (std::size_t i = 0; i < n; ++i)
        put(column(k), i, start * shares[i] * (other.value[i] - mode.value[i]) / kStep);
    }
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

OneMode::OneMode(const std::vector<double>& time, const Unknowns& p) {
  const double m = exponent(p(kM)), n = exponent(p(kN));
  const auto u = [&](double t) {
    constexpr double kSmall = 1e-9;
    const double x = m * p(kAlpha) * t;
    const double grown = std::abs(x) < kSmall ? m * t : -std::expm1(-x) / p(kAlpha);
    const double fallen = std::max(1 + p(kAlphaMore) * grown, kSmall);
    return std::clamp(-p(kAlpha) * t - std::log(fallen) / m, -kFarthest, kFarthest);
  };
  double integral = 0, before = 0, rate = 1;
  for (const double t : time) {
    const double step = t - before;
    const double here = u(t), next = std::exp(n * here);
    constexpr double kFour = 4, kSix = 6;
    integral += step / kSix * (rate + kFour * std::exp(n * u(t - 0.5 * step)) + next);
    value.push_back(std::polar(std::exp(here), p(kOmega) * t + p(kOmegaMore) * integral));
    more.push_back(integral);
    before = t;
    rate = next;
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
