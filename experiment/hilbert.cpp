#include "experiment/hilbert.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiment/fourier.hpp"

namespace slipfront {

namespace {

using Complex = std::complex<double>;
constexpr double kPi = std::numbers::pi;
// Ends spoilt by the transform.
constexpr double kCutShare = 0.05, kCutSeconds = 0.1;
constexpr Eigen::Index kMostSamples = 4000;  // of the fit: more changes nothing
// Degrees up to this are tried, and no more than a third of the independent values.
constexpr Eigen::Index kMostDegree = 40;
constexpr double kValuesPerTerm = 3;
// Terms beyond those chosen that count as unknown.
constexpr Eigen::Index kOpenTerms = 2;

/// Chebyshev polynomials of x with their first and second derivatives.
struct Chebyshev {
  Eigen::VectorXd value, slope, curvature;

  Chebyshev(double x, Eigen::Index terms)
      : value(Eigen::VectorXd::Zero(terms)), slope(value), curvature(value) {
    value(0) = 1;
    if (terms == 1) return;
    value(1) = x;
    slope(1) = 1;
    for (Eigen::Index k = 2; k < terms; ++k) {
      value(k) = 2 * x * value(k - 1) - value(k - 2);
      slope(k) = 2 * value(k - 1) + 2 * x * slope(k - 1) - slope(k - 2);
      curvature(k) = 2 * (2 * slope(k - 1)) + 2 * x * curvature(k - 1) - curvature(k - 2);
    }
  }
};

/// Least squares with so many terms of an orthogonal triangular decomposition, whose Q'y is
/// `rotated`: the first terms are the best of their number, and what is beyond them is left.
struct Nested {
  const Eigen::MatrixXd& triangle;
  Eigen::VectorXd rotated;

  Eigen::Index best_terms(double independent) const {
    Eigen::Index best = 2;
    double least = 0;
    for (Eigen::Index terms = 2; terms <= triangle.cols(); ++terms) {
      const double left = rotated.tail(rotated.size() - terms).squaredNorm();
      const double criterion = independent * std::log(std::max(left, 1e-300)) +
                               static_cast<double>(terms) * std::log(independent);
      if (terms == 2 || criterion < least) {
        least = criterion;
        best = terms;
      }
    }
    return best;
  }
  /// Variance of what a row of the first terms says of the solution, for noise of unit size.
  double variance(const Eigen::VectorXd& row, Eigen::Index terms) const {
    return triangle.topLeftCorner(terms, terms)
        .transpose()
        .triangularView<Eigen::Lower>()
        .solve(row.head(terms))
        .squaredNorm();
  }
  /// Mean square of what so many terms leave, by the residuals' freedom.
  double left(Eigen::Index terms) const {
    const Eigen::Index freedom = std::max<Eigen::Index>(1, rotated.size() - terms);
    return rotated.tail(rotated.size() - terms).squaredNorm() / static_cast<double>(freedom);
  }
  /// With zeros for the terms left out.
  Eigen::VectorXd solution(Eigen::Index terms) const {
    Eigen::VectorXd c = Eigen::VectorXd::Zero(triangle.cols());
    c.head(terms) = triangle.topLeftCorner(terms, terms)
                        .triangularView<Eigen::Upper>()
                        .solve(rotated.head(terms));
    return c;
  }
};

/// V from its sample `cut` on; `filter`: what V went through, if anything.
std::vector<DecayPoint> fitted_points(const std::vector<Complex>& analytic, std::size_t cut,
                                      Eigen::Index used, double sampling_hz, const Band& band,
                                      const BandPass* filter, const HilbertOptions& options) {
  const double independent = 2 * band.width() * static_cast<double>(used) / sampling_hz;
  Eigen::Index terms =
      std::min(kMostDegree, static_cast<Eigen::Index>(independent / kValuesPerTerm)) + 1;
  if (options.degree) terms = *options.degree + 1;
  terms = std::max<Eigen::Index>(terms, 2);
  const bool enough = options.degree || independent >= static_cast<double>(2 * terms);
  if (used < 2 * terms || !enough) return {};
  const Eigen::Index stride = std::max<Eigen::Index>(1, used / kMostSamples);
  const Eigen::Index rows = (used + stride - 1) / stride;

  Eigen::MatrixXd basis(rows, terms);
  Eigen::VectorXd phase(rows), logs(rows);
  const double half = 0.5 * static_cast<double>(used - 1);
  double turns = 0, last = 0;
  for (Eigen::Index i = 0; i < used; ++i) {
    const Complex v = analytic[cut + static_cast<std::size_t>(i)];
    const double angle = std::arg(v);
    if (i > 0 && angle - last > kPi) turns -= 2 * kPi;
    if (i > 0 && angle - last < -kPi) turns += 2 * kPi;
    last = angle;
    if (i % stride != 0) continue;
    const Eigen::Index row = i / stride;
    const double size = std::abs(v);  // of the residual; its square is that of the sum
    phase(row) = size * (angle + turns);
    logs(row) = size > 0 ? size * std::log(size) : 0;
    basis.row(row) = size * Chebyshev(static_cast<double>(i) / half - 1, terms).value.transpose();
  }
  const Eigen::HouseholderQR<Eigen::MatrixXd> solver(basis);
  const Eigen::MatrixXd triangle = solver.matrixQR().topRows(terms);
  const Nested by_phase{triangle, solver.householderQ().transpose() * phase};
  const Nested by_log{triangle, solver.householderQ().transpose() * logs};
  const Eigen::Index phase_terms = options.degree ? terms : by_phase.best_terms(independent);
  const Eigen::Index log_terms = options.degree ? terms : by_log.best_terms(independent);
  const Eigen::VectorXd phase_fit = by_phase.solution(phase_terms);
  const Eigen::VectorXd log_fit = by_log.solution(log_terms);

  // Noise of the band has `independent` / 2 values of ln|V| and of arg V: what is left in each row
  // stands for so many.
  const double together = std::max(1.0, 2 * static_cast<double>(rows) / independent);
  const double log_noise = together * by_log.left(log_terms);
  const double phase_noise = together * by_phase.left(phase_terms);

  // The criterion leaves terms out that are no larger than their noise: they are as uncertain.
  const Eigen::Index phase_open = std::min(terms, phase_terms + kOpenTerms);
  const Eigen::Index log_open = std::min(terms, log_terms + kOpenTerms);

  // Times evenly in ln|V|, as far as it falls.
  constexpr int kGrid = 4000;
  std::vector<double> fall(kGrid + 1);
  double start = 0;
  for (int i = 0; i <= kGrid; ++i) {
    const double y = Chebyshev(2.0 * i / kGrid - 1, terms).value.dot(log_fit);
    if (i == 0) start = y;
    fall[static_cast<std::size_t>(i)] =
        i == 0 ? 0 : std::max(fall[static_cast<std::size_t>(i) - 1], start - y);
  }
  std::vector<DecayPoint> points;
  const double per_second = sampling_hz / half;  // dx / dt
  std::size_t at = 0;
  for (int k = 0; k < options.points; ++k) {
    const double wanted = fall.back() * k / std::max(1, options.points - 1);
    while (at + 1 < fall.size() && fall[at] < wanted) ++at;
    const double x = 2.0 * static_cast<double>(at) / kGrid - 1;
    const Chebyshev t(x, terms);
    const double time = (static_cast<double>(cut) + half * (x + 1)) / sampling_hz;
    if (!points.empty() && time <= points.back().time) continue;
    const Complex turn(t.curvature.dot(log_fit), t.curvature.dot(phase_fit));
    const Complex rate = turn * (per_second * per_second);  // s_a'
    Complex s = Complex(t.slope.dot(log_fit), t.slope.dot(phase_fit)) * per_second;
    double gain = 1;
    if (filter != nullptr) {
      const auto log_gain = [&](double omega) {
        return std::log(filter->zero_phase_gain(omega / (2 * kPi)));
      };
      gain = std::exp(log_gain(s.imag()));
      const double step = 1e-3 * s.imag();  // of a difference: the gain is smooth
      s -= (log_gain(s.imag() + step) - log_gain(s.imag() - step)) / (2 * step) * rate.imag();
    }
    s -= 2.0 * rate / s;
    const double omega_n = std::abs(s);
    // alpha = -slope of ln|V| + 2 (curvature of arg V) / omega, to first order.
    const double by_slope =
        per_second * per_second * log_noise * by_log.variance(t.slope, log_open);
    const double by_curve = std::pow(2 * per_second * per_second / omega_n, 2) * phase_noise *
                            by_phase.variance(t.curvature, phase_open);
    const double turning =
        per_second * per_second * phase_noise * by_phase.variance(t.slope, phase_open);
    points.push_back(
        {time,
         std::exp(t.value.dot(log_fit)) / (std::abs(s * s + rate) * gain * options.mode_shape),
         omega_n / (2 * kPi), -s.real() / omega_n,
         static_cast<double>(log_terms) / static_cast<double>(options.points),
         std::sqrt(turning) / (2 * kPi), std::sqrt(by_slope + by_curve) / std::abs(s.real())});
  }
  return points;
}

}  // namespace

std::vector<DecayPoint> hilbert_points(const std::vector<double>& signal, double sampling_hz,
                                       const Band& band, const BandPass& filter,
                                       const HilbertOptions& options) {
  const double share = kCutShare * static_cast<double>(signal.size());
  const auto cut = static_cast<std::size_t>(std::min(share, kCutSeconds * sampling_hz));
  const auto used = static_cast<Eigen::Index>(signal.size()) - 2 * static_cast<Eigen::Index>(cut);
  if (used < 4) return {};  // two polynomials of degree 1
  return fitted_points(analytic_signal(signal), cut, used, sampling_hz, band, &filter, options);
}

std::vector<DecayPoint> hilbert_points(const std::vector<Complex>& analytic, double sampling_hz,
                                       const Band& band, const HilbertOptions& options) {
  if (analytic.size() < 4) return {};
  return fitted_points(analytic, 0, static_cast<Eigen::Index>(analytic.size()), sampling_hz, band,
                       nullptr, options);
}

}  // namespace slipfront
