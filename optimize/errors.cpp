#include "optimize/errors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/number.hpp"

namespace slipfront {
namespace {

// Eq 42 is minus infinity at a perfect fit; 1e-16 (errors of 1e-8) is far below what any
// experiment can tell apart.
constexpr double kFloor = 1e-16;
// ln zeta is a denominator: at 1e-3 an error of 0.1 % in zeta already counts as 100 %.
constexpr double kSmallestLogDamping = 1e-3;
// Two amplitudes are a line that any model with two parameters meets.
constexpr std::size_t kFewestAmplitudes = 3;
constexpr double kBase = 10;  // of the decimal logarithm

struct MeanSquares {
  double frequency = 0;
  double damping = 0;
  double count = 0;  // amplitudes
};

double frequency_error(const ComparedMode& mode, std::size_t i) {
  const double measured = mode.measured->frequency_hz[i];
  return (mode.frequency_hz[i] - measured) / measured;
}

double damping_error(const ComparedMode& mode, std::size_t i) {
  if (mode.damping[i] <= 0) return 1;
  const double measured = std::log(mode.measured->damping[i]);
  return (std::log(mode.damping[i]) - measured) / measured;
}

MeanSquares mean_squares(std::span<const ComparedMode> modes) {
  MeanSquares sums;
  for (const ComparedMode& mode : modes) {
    for (std::size_t i = 0; i < mode.measured->size(); ++i) {
      const double frequency = frequency_error(mode, i), damping = damping_error(mode, i);
      sums.frequency += frequency * frequency;
      sums.damping += damping * damping;
      ++sums.count;
    }
  }
  sums.frequency /= sums.count;
  sums.damping /= sums.count;
  return sums;
}

/// max(floor, x), but NaN stays NaN.
double floored(double mean_square) { return mean_square < kFloor ? kFloor : mean_square; }

}  // namespace

ErrorPair amplitude_errors(const ComparedMode& mode, std::size_t amplitude) {
  return {frequency_error(mode, amplitude), damping_error(mode, amplitude)};
}

ErrorPair error_pair(std::span<const ComparedMode> modes) {
  const MeanSquares squares = mean_squares(modes);
  return {std::sqrt(squares.frequency), std::sqrt(squares.damping)};
}

ErrorPair error_pair(std::span<const double> frequency_hz, std::span<const double> damping,
                     const MeasuredBackbone& measured) {
  return error_pair(std::array{ComparedMode{frequency_hz, damping, &measured}});
}

ObjectivePair objectives(std::span<const ComparedMode> modes) {
  const MeanSquares squares = mean_squares(modes);
  return {std::log10(floored(squares.frequency)), std::log10(floored(squares.damping))};
}

ObjectivePair objectives(std::span<const double> frequency_hz, std::span<const double> damping,
                         const MeasuredBackbone& measured) {
  return objectives(std::array{ComparedMode{frequency_hz, damping, &measured}});
}

ErrorPair to_errors(const ObjectivePair& objectives) {
  return {std::pow(kBase, objectives.frequency / 2), std::pow(kBase, objectives.damping / 2)};
}

ObjectiveGradient objective_gradient(std::span<const ComparedMode> modes,
                                     std::span<const BackboneSlopes> slopes) {
  const Eigen::Index parameters = slopes.front().d_frequency->cols();
  Eigen::VectorXd frequency = Eigen::VectorXd::Zero(parameters);
  Eigen::VectorXd damping = Eigen::VectorXd::Zero(parameters);
  for (std::size_t m = 0; m < modes.size(); ++m) {
    const MeasuredBackbone& measured = *modes[m].measured;
    for (std::size_t i = 0; i < measured.size(); ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      frequency += frequency_error(modes[m], i) / measured.frequency_hz[i] *
                   slopes[m].d_frequency->row(row).transpose();
      if (modes[m].damping[i] > 0)
        damping += damping_error(modes[m], i) /
                   (std::log(measured.damping[i]) * modes[m].damping[i]) *
                   slopes[m].d_damping->row(row).transpose();
    }
  }
  // d log10(s / n) = ds / (s ln 10), ds = 2 sum error d(error); s = n times the mean square.
  const MeanSquares squares = mean_squares(modes);
  const auto factor = [&](double mean_square) {
    return mean_square > kFloor ? 2 / (mean_square * squares.count * std::numbers::ln10) : 0;
  };
  return {frequency * factor(squares.frequency), damping * factor(squares.damping)};
}

std::vector<Problem> measured_problems(const MeasuredBackbone& measured, const std::string& where) {
  std::vector<Problem> problems;
  const auto refuse = [&](std::size_t row, const std::string& key, double found,
                          const std::string& rule, const std::string& remedy) {
    problems.push_back(
        {where, key + " at amplitude " + std::to_string(row + 1), to_text(found), rule, remedy});
  };
  if (measured.response_amplitude)
    problems.push_back({where, "response_amplitude", "amplitudes of a response",
                        "amplitudes must be modal", "divide them by |phi_r| of the mode"});
  if (measured.size() < kFewestAmplitudes)
    problems.push_back({where, "amplitude", std::to_string(measured.size()) + " amplitudes",
                        "needs at least " + std::to_string(kFewestAmplitudes), ""});
  if (measured.frequency_hz.size() != measured.size() ||
      measured.damping.size() != measured.size()) {
    problems.push_back({where, "amplitude, frequency_hz, damping", "columns of unequal length",
                        "must have one value per amplitude", ""});
    return problems;
  }
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const double q = measured.amplitude[i], before = i > 0 ? measured.amplitude[i - 1] : 0;
    if (!std::isfinite(q) || !(q > before))
      refuse(i, "amplitude", q, "amplitudes must be above 0 and ascending", "sort the rows");
    if (!std::isfinite(measured.frequency_hz[i]) || !(measured.frequency_hz[i] > 0))
      refuse(i, "frequency_hz", measured.frequency_hz[i], "must be a number above 0", "");
    const double zeta = measured.damping[i];
    if (!std::isfinite(zeta) || !(zeta > 0))
      refuse(i, "damping", zeta, "must be a number above 0, as eq 41 takes its logarithm", "");
    else if (std::abs(std::log(zeta)) < kSmallestLogDamping)
      refuse(
          i, "damping", zeta,
          "|ln zeta| must be at least " + to_text(kSmallestLogDamping) + ", as eq 41 divides by it",
          "a damping factor near 1 is no light damping: check its unit (1, not %)");
  }
  return problems;
}

}  // namespace slipfront
