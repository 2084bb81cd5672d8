#include "experiment/half_waves.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace slipfront {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr std::size_t kNeighbours = 4;  // half waves on either side that tell omega and alpha
constexpr std::size_t kFewestSamples = 4;
// A half wave below this share of the median of those before it is noise.
constexpr double kTooShort = 0.35;

struct Span {
  double from, to;  // zero crossings [samples]
};

std::vector<Span> spans_between_zeros(const std::vector<double>& x) {
  std::vector<Span> spans;
  double last = -1;
  for (std::size_t i = 1; i < x.size(); ++i) {
    const bool crosses = (x[i - 1] < 0 && x[i] >= 0) || (x[i - 1] >= 0 && x[i] < 0);
    if (!crosses) continue;
    const double at = static_cast<double>(i - 1) + x[i - 1] / (x[i - 1] - x[i]);
    if (last >= 0) spans.push_back({last, at});
    last = at;
  }
  return spans;
}

/// The fit of the header over one span. omega and alpha per sample.
HalfWave fit(const std::vector<double>& x, const Span& span, double omega, double alpha,
             double sampling_hz) {
  const auto first = static_cast<std::size_t>(std::ceil(span.from));
  const auto last = std::min(x.size() - 1, static_cast<std::size_t>(std::floor(span.to)));
  const double middle = 0.5 * (span.from + span.to);
  double cc = 0, cs = 0, ss = 0, xc = 0, xs = 0;
  for (std::size_t i = first; i <= last; ++i) {
    const double tau = static_cast<double>(i) - middle, decay = std::exp(-alpha * tau);
    const double c = decay * std::cos(omega * tau), s = decay * std::sin(omega * tau);
    cc += c * c;
    cs += c * s;
    ss += s * s;
    xc += x[i] * c;
    xs += x[i] * s;
  }
  const double determinant = cc * ss - cs * cs;
  const double c = (xc * ss - xs * cs) / determinant, s = (xs * cc - xc * cs) / determinant;
  // Phase of the half wave relative to its middle: a multiple of pi away does not count.
  const double tau = std::atan(s / c) / omega;
  return {(middle + tau) / sampling_hz, std::hypot(c, s) * std::exp(-alpha * tau)};
}

std::vector<Span> usable_spans(const std::vector<double>& x) {
  std::vector<Span> spans = spans_between_zeros(x);
  std::vector<double> recent;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const double length = spans[i].to - spans[i].from;
    std::vector<double> sorted = recent;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    if (!sorted.empty()) std::nth_element(sorted.begin(), middle, sorted.end());
    const bool noise = recent.size() > kNeighbours && length < kTooShort * *middle;
    if (noise || length < static_cast<double>(kFewestSamples)) {
      spans.resize(i);
      break;
    }
    recent.push_back(length);
    if (recent.size() > 4 * kNeighbours) recent.erase(recent.begin());
  }
  return spans;
}

/// Variance of the height of an oscillation of amplitude theta in noise of unit variance (Rice's
/// distribution), sure of theta up to where it is 1 but for a hundredth.
double height_variance(double theta) {
  constexpr double kSure = 8;
  if (theta > kSure) return 1;
  const double square = theta * theta, x = square / 4;
  const double mean = (2 + square) * std::cyl_bessel_i(0.0, x) + square * std::cyl_bessel_i(1.0, x);
  return 2 + square - kPi / 8 * std::exp(-square / 2) * mean * mean;
}

/// Variance of the noise where heights have this mean and variance: where noise is all, heights
/// scatter by less than it does.
double noise_variance(double mean, double variance) {
  constexpr int kSteps = 20;
  const double ratio = 1 + mean * mean / variance;
  if (!std::isfinite(ratio)) return variance;
  double theta = std::sqrt(ratio);
  for (int i = 0; i < kSteps; ++i)
    theta = std::sqrt(std::max(0.0, height_variance(theta) * ratio - 2));
  return variance / height_variance(theta);
}

}  // namespace

std::vector<HalfWave> fit_half_waves(const std::vector<double>& signal, double sampling_hz) {
  const std::vector<Span> spans = usable_spans(signal);
  const std::size_t n = spans.size();
  if (n < 2) return {};
  const auto low = [&](std::size_t k) { return k > kNeighbours ? k - kNeighbours : 0; };
  const auto high = [&](std::size_t k) { return std::min(n - 1, k + kNeighbours); };
  std::vector<HalfWave> rough;
  for (std::size_t k = 0; k < n; ++k) {
    const double length = spans[high(k)].to - spans[low(k)].from;
    const double omega = kPi * static_cast<double>(high(k) - low(k) + 1) / length;
    rough.push_back(fit(signal, spans[k], omega, 0, sampling_hz));
  }
  std::vector<HalfWave> waves;
  for (std::size_t k = 0; k < n; ++k) {
    const HalfWave &a = rough[low(k)], &b = rough[high(k)];
    const double samples = (b.time - a.time) * sampling_hz;
    const double omega = kPi * static_cast<double>(high(k) - low(k)) / samples;
    const double alpha = std::log(a.height / b.height) / samples;
    const bool sound = omega > 0 && std::isfinite(alpha);
    waves.push_back(sound ? fit(signal, spans[k], omega, alpha, sampling_hz) : rough[k]);
  }
  return waves;
}

double height_noise(const std::vector<HalfWave>& waves, double bandwidth_hz) {
  // Independent values of the noise in a window, and parameters of the cubic.
  constexpr double kIndependent = 10, kParameters = 4;
  constexpr std::size_t kFewest = 8;
  constexpr std::size_t kLong = 20;  // windows from which on heights count as they are
  if (waves.size() < kFewest) return 0;
  const double window = kIndependent / bandwidth_hz;
  std::vector<std::pair<double, double>> windows;  // variance of the heights, and of the noise
  for (std::size_t from = 0; from < waves.size();) {
    std::size_t to = from;
    while (to < waves.size() && waves[to].time < waves[from].time + window) ++to;
    const bool whole = to < waves.size() || windows.empty();
    if (to - from >= kFewest && whole) {
      const auto n = static_cast<Eigen::Index>(to - from);
      Eigen::MatrixXd basis(n, static_cast<Eigen::Index>(kParameters));
      Eigen::VectorXd height(n);
      for (Eigen::Index i = 0; i < n; ++i) {
        const HalfWave& wave = waves[from + static_cast<std::size_t>(i)];
        const double x = 2 * (wave.time - waves[from].time) / window - 1;
        basis.row(i) << 1, x, x * x, x * x * x;
        height(i) = wave.height;
      }
      const Eigen::VectorXd left = height - basis * basis.householderQr().solve(height);
      const double variance =
          left.squaredNorm() / static_cast<double>(n) * kIndependent / (kIndependent - kParameters);
      windows.emplace_back(variance, noise_variance(height.mean(), variance));
    }
    from = std::max(to, from + 1);
  }
  if (windows.empty()) return 0;
  std::vector<double> variances;
  for (const auto& [heights, noise] : windows)
    variances.push_back(windows.size() < kLong ? noise : heights);
  const auto middle = variances.begin() + static_cast<std::ptrdiff_t>(variances.size() / 2);
  std::nth_element(variances.begin(), middle, variances.end());
  return std::sqrt(*middle);
}

}  // namespace slipfront
