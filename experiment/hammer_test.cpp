#include "experiment/hammer_test.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiment/gaussian_process.hpp"

namespace slipfront {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr int kSteps = 4;  // of integration per sample: 1e-7 of phase over a record

struct Rates {
  double omega, zeta;
};

/// Linear interpolation against ln amplitude; frequency, and ln damping.
class Curve {
 public:
  explicit Curve(const ModeCurve& mode) : mode_(mode) {
    for (const double q : mode.amplitude) logs_.push_back(std::log(q));
  }

  Rates at(double q) const {
    const double x = std::log(q);
    const auto upper = std::upper_bound(logs_.begin(), logs_.end(), x);
    const auto last = static_cast<std::ptrdiff_t>(logs_.size()) - 1;
    const auto j = std::clamp<std::ptrdiff_t>(upper - logs_.begin(), 1, last);
    const auto i = static_cast<std::size_t>(j);
    const double share = std::clamp((x - logs_[i - 1]) / (logs_[i] - logs_[i - 1]), 0.0, 1.0);
    const double f = (1 - share) * mode_.frequency_hz[i - 1] + share * mode_.frequency_hz[i];
    const double z = std::pow(mode_.damping[i - 1], 1 - share) * std::pow(mode_.damping[i], share);
    return {2 * kPi * f, z};
  }

 private:
  const ModeCurve& mode_;
  std::vector<double> logs_;
};

}  // namespace

std::vector<double> hammer_test(const std::vector<ModeCurve>& modes, const HammerOptions& options) {
  const auto samples = static_cast<std::size_t>(options.seconds * options.sampling_hz);
  const auto hit = static_cast<std::size_t>(options.before * options.sampling_hz);
  std::vector<double> a(samples, 0.0);
  const double dt = 1 / (options.sampling_hz * kSteps);
  for (const ModeCurve& mode : modes) {
    const Curve curve(mode);
    double log_q = std::log(mode.start), phase = mode.phase;
    for (std::size_t i = hit; i < samples; ++i) {
      Rates now = curve.at(std::exp(log_q));
      a[i] += mode.response * now.omega * now.omega * std::exp(log_q) * std::cos(phase);
      for (int step = 0; step < kSteps; ++step) {
        const Rates next = curve.at(std::exp(log_q - now.zeta * now.omega * dt));
        log_q -= 0.5 * dt * (now.zeta * now.omega + next.zeta * next.omega);
        const auto damped = [](const Rates& r) { return r.omega * std::sqrt(1 - r.zeta * r.zeta); };
        phase += 0.5 * dt * (damped(now) + damped(next));
        now = next;
      }
    }
  }
  std::uint64_t state = options.seed;
  const Eigen::VectorXd noise = normal_numbers(static_cast<Eigen::Index>(samples), state);
  for (std::size_t i = 0; i < samples; ++i) {
    const double since = static_cast<double>(i) / options.sampling_hz - options.before;
    if (since >= 0 && since < options.contact)
      a[i] += options.pulse * std::sin(kPi * since / options.contact);
    a[i] += options.noise * noise(static_cast<Eigen::Index>(i));
    if (options.resolution > 0) a[i] = options.resolution * std::round(a[i] / options.resolution);
  }
  return a;
}

}  // namespace slipfront
