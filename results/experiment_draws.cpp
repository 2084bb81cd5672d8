#include "results/experiment_draws.hpp"

#include <Eigen/Cholesky>
#include <cmath>
#include <numbers>
#include <random>

namespace slipfront {

namespace {

constexpr double kNormal95 = 1.959963984540054;  // 95 % of a normal variable lie within +- this
constexpr double kJitter = 1e-10;  // on the diagonal: C of close amplitudes is singular in doubles
constexpr double kLargestDamping = 0.99;  // keeps ln zeta, a denominator of eq 41, below zero

class Normals {
 public:
  explicit Normals(std::uint64_t seed) : engine_(seed) {}

  /// Box and Muller (1958); std::normal_distribution differs between libraries.
  double operator()() {
    if (spare_) {
      spare_ = false;
      return next_;
    }
    const double radius = std::sqrt(-2 * std::log(uniform()));
    const double angle = 2 * std::numbers::pi * uniform();
    next_ = radius * std::sin(angle);
    spare_ = true;
    return radius * std::cos(angle);
  }

 private:
  double uniform() {              // in (0, 1]
    constexpr int kDropped = 11;  // 64 bits, of which a double keeps 53
    constexpr double kStep = 0x1p-53;
    return (static_cast<double>(engine_() >> kDropped) + 1) * kStep;
  }

  std::mt19937_64 engine_;
  double next_ = 0;
  bool spare_ = false;
};

/// Lower Cholesky factor of the correlation along ln amplitude.
Eigen::MatrixXd correlation_factor(const std::vector<double>& amplitude, double length) {
  const auto n = static_cast<Eigen::Index>(amplitude.size());
  const double range = std::log(amplitude.back() / amplitude.front());
  Eigen::MatrixXd correlation(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j) {
      const double distance = std::log(amplitude[i] / amplitude[j]) / range;
      correlation(i, j) = std::exp(-distance * distance / (2 * length * length));
    }
  correlation.diagonal().array() += kJitter;
  return correlation.llt().matrixL();
}

}  // namespace

std::vector<DrawnCurve> draw_curves(const MeasuredBackbone& measured, int count, std::uint64_t seed,
                                    double correlation) {
  const auto n = static_cast<Eigen::Index>(measured.size());
  const Eigen::MatrixXd factor = correlation_factor(measured.amplitude, correlation);
  Normals normal(seed);
  const auto along = [&] {
    Eigen::VectorXd white(n);
    for (Eigen::Index i = 0; i < n; ++i) white[i] = normal();
    return Eigen::VectorXd(factor * white);
  };
  std::vector<DrawnCurve> curves;
  for (int draw = 0; draw < count; ++draw) {
    const Eigen::VectorXd z = along(), w = along();
    DrawnCurve curve;
    for (Eigen::Index i = 0; i < n; ++i) {
      const double f = measured.frequency_hz[i];
      const double spread =
          (measured.frequency_upper[i] - measured.frequency_lower[i]) / (2 * kNormal95);
      const double log_spread =
          std::log(measured.damping_upper[i] / measured.damping[i]) / kNormal95;
      curve.frequency_hz.push_back(f + z[i] * spread);
      curve.damping.push_back(
          std::min(kLargestDamping, measured.damping[i] * std::exp(w[i] * log_spread)));
    }
    curves.push_back(std::move(curve));
  }
  return curves;
}

}  // namespace slipfront
