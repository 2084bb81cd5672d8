#include "experiment/local_decay.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace slipfront {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr std::size_t kMostBlocks = 48;  // as many as resolve the curve inside a window
constexpr double kGrowth = 1.35;         // from one window to the next
// Estimates may differ by this many standard deviations before a window is too wide. Small
// values favour little bias, large ones little noise.
constexpr double kTolerated = 2.8;
// Heights are never better than this share, whatever the noise: other modes and the filter
// leave traces of this size.
constexpr double kFloor = 1e-4;
// The smallest window holds this many half waves on either side, and this many correlation
// times of the noise.
constexpr double kLeastWaves = 4, kLeastCorrelations = 1;
// What is expected of kappa and of d omega / d ln A before any data: viscous to beyond
// quadratic damping; a few percent per factor e.
constexpr double kKappaSpread = 1.5, kSlopeSpread = 0.05;
constexpr int kIterations = 6;      // of Gauss-Newton for c; three are enough as a rule
constexpr double kSettled = 1e-12;  // change of c half_width in one of them that ends them
constexpr double kFarthest = 0.9;   // |c tau| stays below this: the power law has a pole at -1
constexpr double kSeries = 1e-3;    // |c tau| below which series stand in for logarithms

/// ln(1 + x) / x and its derivative, and ((1 + x) ln(1 + x) - x) / x^2.
double log_ratio(double x) {
  return std::abs(x) < kSeries ? 1 - x / 2 + x * x / 3 : std::log1p(x) / x;
}
struct LogRatio {
  double value, slope;  // log(1 + x) / x and its derivative
};
LogRatio log_ratio_and_slope(double x) {
  if (std::abs(x) < kSeries) return {log_ratio(x), -0.5 + 2 * x / 3 - 0.75 * x * x};
  const double ratio = log_ratio(x);
  return {ratio, (1 / (1 + x) - ratio) / x};
}
double log_integral(double x) {
  return std::abs(x) < kSeries ? 0.5 - x / 6 + x * x / 12 : ((1 + x) * std::log1p(x) - x) / (x * x);
}

}  // namespace

LocalDecay::LocalDecay(std::vector<double> times, std::vector<double> log_heights, double noise,
                       double bandwidth_hz)
    : times_(std::move(times)), logs_(std::move(log_heights)) {
  const std::size_t n = times_.size();
  if (n < 2) return;
  const double span = times_.back() - times_.front();
  mean_omega_ = kPi * static_cast<double>(n - 1) / span;
  const double waves_per_second = static_cast<double>(n - 1) / span;
  // Noise of the filter's bandwidth has that many independent values per second.
  correlation_ = std::max(1.0, waves_per_second / bandwidth_hz);
  least_window_ = std::max(kLeastWaves / waves_per_second, kLeastCorrelations / bandwidth_hz);
  w_.assign(1, 0);
  wt_ = wy_ = wr_ = w_;
  for (std::size_t k = 0; k < n; ++k) {
    const double share = std::max(kFloor, noise * std::exp(-logs_[k]));
    const double w = 1 / (share * share);
    const double residual = kPi * static_cast<double>(k) - mean_omega_ * (times_[k] - times_[0]);
    w_.push_back(w_.back() + w);
    wt_.push_back(wt_.back() + w * (times_[k] - times_[0]));
    wy_.push_back(wy_.back() + w * logs_[k]);
    wr_.push_back(wr_.back() + w * residual);
  }
}

std::vector<LocalDecay::Block> LocalDecay::blocks(double time, double half_width) const {
  const auto index = [&](double t) {
    return static_cast<std::size_t>(std::lower_bound(times_.begin(), times_.end(), t) -
                                    times_.begin());
  };
  const std::size_t from = index(time - half_width), to = index(time + half_width);
  const std::size_t n = to - from, count = std::min(n, kMostBlocks);
  std::vector<Block> list;
  list.reserve(count);
  for (std::size_t b = 0; b < count; ++b) {
    const std::size_t i = from + n * b / count, j = from + n * (b + 1) / count;
    const double w = w_[j] - w_[i];
    list.push_back({(wt_[j] - wt_[i]) / w + times_[0] - time, (wy_[j] - wy_[i]) / w,
                    (wr_[j] - wr_[i]) / w, w / correlation_});
  }
  return list;
}

LocalDecay::RateFit LocalDecay::fit_rate(const std::vector<Block>& blocks, double half_width) {
  RateFit result;
  if (blocks.empty()) return result;
  // The pole of the power law stays outside of the data, on either side.
  const double least = kFarthest / std::min(-blocks.back().tau, -kSeries * half_width);
  const double most = kFarthest / std::max(-blocks.front().tau, kSeries * half_width);
  Eigen::Matrix3d normal = Eigen::Matrix3d::Identity();
  for (int iteration = 0; iteration <= kIterations; ++iteration) {
    normal.setZero();
    Eigen::Vector3d right = Eigen::Vector3d::Zero();
    for (const Block& b : blocks) {
      const LogRatio of_c = log_ratio_and_slope(result.c * b.tau);
      const double ratio = b.tau * of_c.value;
      const Eigen::Vector3d slope(1, -ratio, -result.rate * b.tau * b.tau * of_c.slope);
      normal += b.weight * slope * slope.transpose();
      right += b.weight * (b.y - (result.y - result.rate * ratio)) * slope;
    }
    // The prior of kappa, as one of c = kappa alpha.
    const double spread =
        kKappaSpread * std::max(std::abs(result.rate), kFarthest / half_width * kSeries);
    if (iteration > 0) {
      normal(2, 2) += 1 / (spread * spread);
      right(2) -= result.c / (spread * spread);
    } else {
      normal(2, 2) = 1;  // first a straight line
      right(2) = 0;
    }
    const Eigen::Vector3d step = normal.ldlt().solve(right);
    result.y += step(0);
    result.rate += step(1);
    const double before = result.c;
    result.c = std::clamp(result.c + step(2), least, most);
    if (iteration > 1 && std::abs(result.c - before) * half_width < kSettled) break;
  }
  result.deviation = std::sqrt(std::max(0.0, normal.inverse()(1, 1)));
  return result;
}

LocalDecay::OmegaFit LocalDecay::fit_omega(const std::vector<Block>& blocks,
                                           const RateFit& rate) const {
  Eigen::Matrix3d normal = Eigen::Matrix3d::Zero();
  Eigen::Vector3d right = Eigen::Vector3d::Zero();
  for (const Block& b : blocks) {
    const Eigen::Vector3d row(1, b.tau, -rate.rate * b.tau * b.tau * log_integral(rate.c * b.tau));
    normal += b.weight * row * row.transpose();
    right += b.weight * b.r * row;
  }
  const double spread = kSlopeSpread * mean_omega_;
  normal(2, 2) += 1 / (spread * spread);
  const Eigen::Matrix3d inverse = normal.inverse();
  const Eigen::Vector3d solution = inverse * right;
  return {mean_omega_ + solution(1), solution(2), std::sqrt(std::max(0.0, inverse(1, 1)))};
}

LocalWindows LocalDecay::windows_at(double time) const {
  /// The intersection of all intervals so far; false once it is empty.
  struct Agreement {
    double low = -std::numeric_limits<double>::infinity(), high = -low;
    bool open = true;
    bool take(double value, double deviation) {
      low = std::max(low, value - kTolerated * deviation);
      high = std::min(high, value + kTolerated * deviation);
      return open = open && low <= high;
    }
  };
  LocalWindows windows{least_window_, least_window_};
  Agreement rate_agreement, omega_agreement;
  const double widest = std::max(time - times_.front(), times_.back() - time);
  for (double half = least_window_; rate_agreement.open || omega_agreement.open; half *= kGrowth) {
    const std::vector<Block> list = blocks(time, half);
    const RateFit rate = fit_rate(list, half);
    if (rate_agreement.open && rate_agreement.take(rate.rate, rate.deviation)) windows.rate = half;
    if (omega_agreement.open) {
      const OmegaFit omega = fit_omega(list, rate);
      if (omega_agreement.take(omega.omega, omega.deviation)) windows.omega = half;
    }
    if (half >= widest) break;
  }
  return windows;
}

LocalEstimate LocalDecay::at(double time, const LocalWindows& windows) const {
  LocalEstimate estimate;
  estimate.time = time;
  const RateFit rate = fit_rate(blocks(time, windows.rate), windows.rate);
  estimate.log_amplitude = rate.y;
  estimate.rate = rate.rate;
  estimate.curvature = rate.c;
  estimate.rate_deviation = rate.deviation;
  const std::vector<Block> list = blocks(time, windows.omega);
  const OmegaFit omega = fit_omega(list, fit_rate(list, windows.omega));
  estimate.omega = omega.omega;
  estimate.softening = omega.softening;
  estimate.omega_deviation = omega.deviation;
  return estimate;
}

LocalCurve local_curve(const LocalEstimate& e, double tau) {
  // The argument of the power law stays above this: it is within reach of the data there.
  constexpr double kLeastArgument = 0.3;
  double near = tau;
  if (1 + e.curvature * tau < kLeastArgument) near = (kLeastArgument - 1) / e.curvature;
  const double x = e.curvature * near;
  LocalCurve curve{-e.rate * near * log_ratio(x),
                   -e.softening * e.rate * near * near * log_integral(x)};
  const double beyond = tau - near;
  curve.phase += e.softening * curve.log_ratio * beyond;
  curve.log_ratio -= e.rate / (1 + x) * beyond;
  return curve;
}

}  // namespace slipfront
