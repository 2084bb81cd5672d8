#include "experiment/hilbert.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiment/fourier.hpp"

namespace slipfront {

namespace {

constexpr double kPi = std::numbers::pi;
// Ends spoilt by the transform.
constexpr double kCutShare = 0.05, kCutSeconds = 0.1;
constexpr Eigen::Index kMostSamples = 4000;  // of the fit: more changes nothing

/// Chebyshev polynomials of x and their derivatives.
void chebyshev(double x, Eigen::VectorXd& value, Eigen::VectorXd& slope) {
  value(0) = 1;
  slope(0) = 0;
  if (value.size() == 1) return;
  value(1) = x;
  slope(1) = 1;
  for (Eigen::Index k = 2; k < value.size(); ++k) {
    value(k) = 2 * x * value(k - 1) - value(k - 2);
    slope(k) = 2 * value(k - 1) + 2 * x * slope(k - 1) - slope(k - 2);
  }
}

}  // namespace

std::vector<DecayPoint> hilbert_points(const std::vector<double>& signal, double sampling_hz,
                                       const BandPass& filter, const HilbertOptions& options) {
  const std::vector<std::complex<double>> analytic = analytic_signal(signal);
  const double share = kCutShare * static_cast<double>(signal.size());
  const auto cut = static_cast<std::size_t>(std::min(share, kCutSeconds * sampling_hz));
  const Eigen::Index terms = options.degree + 1;
  const auto used = static_cast<Eigen::Index>(signal.size()) - 2 * static_cast<Eigen::Index>(cut);
  if (used < 2 * terms) return {};
  const Eigen::Index stride = std::max<Eigen::Index>(1, used / kMostSamples);
  const Eigen::Index rows = (used + stride - 1) / stride;

  Eigen::MatrixXd basis(rows, terms);
  Eigen::VectorXd weight(rows), phase(rows), logs(rows), value(terms), slope(terms);
  const double half = 0.5 * static_cast<double>(used - 1);
  double turns = 0, last = 0;
  for (Eigen::Index i = 0; i < used; ++i) {
    const std::complex<double> v = analytic[cut + static_cast<std::size_t>(i)];
    const double angle = std::arg(v);
    if (i > 0 && angle - last > kPi) turns -= 2 * kPi;
    if (i > 0 && angle - last < -kPi) turns += 2 * kPi;
    last = angle;
    if (i % stride != 0) continue;
    const Eigen::Index row = i / stride;
    chebyshev(static_cast<double>(i) / half - 1, value, slope);
    const double size = std::abs(v);
    weight(row) = size;  // of the residual; its square is that of the sum
    phase(row) = size * (angle + turns);
    logs(row) = size > 0 ? size * std::log(size) : 0;
    basis.row(row) = size * value.transpose();
  }
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> solver(basis);
  const Eigen::VectorXd phase_fit = solver.solve(phase), log_fit = solver.solve(logs);

  std::vector<DecayPoint> points;
  std::vector<double> log_displacement, times, omegas;
  for (int i = 0; i < options.points; ++i) {
    const double x = 2.0 * i / std::max(1, options.points - 1) - 1;
    chebyshev(x, value, slope);
    const double per_second = sampling_hz / half;  // dx / dt
    const double omega_d = slope.dot(phase_fit) * per_second;
    const double alpha = -slope.dot(log_fit) * per_second;
    const double omega_n = std::hypot(omega_d, alpha);
    const double gain = filter.zero_phase_gain(omega_n / (2 * kPi));
    const double factor = omega_n * omega_n * gain * options.mode_shape;
    log_displacement.push_back(value.dot(log_fit) - std::log(factor));
    times.push_back((static_cast<double>(cut) + half * (x + 1)) / sampling_hz);
    omegas.push_back(omega_n);
  }
  for (std::size_t i = 1; i + 1 < times.size(); ++i) {
    const double rate =
        (log_displacement[i - 1] - log_displacement[i + 1]) / (times[i + 1] - times[i - 1]);
    points.push_back({times[i], std::exp(log_displacement[i]), omegas[i] / (2 * kPi),
                      rate / omegas[i],
                      static_cast<double>(terms) / static_cast<double>(options.points)});
  }
  return points;
}

}  // namespace slipfront
