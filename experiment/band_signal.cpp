#include "experiment/band_signal.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "experiment/damped_exponentials.hpp"
#include "experiment/half_waves.hpp"
#include "experiment/local_decay.hpp"

namespace slipfront {

namespace {

// After this many settling times of its slowest pole the filter has forgotten 99.99 % of how
// the continuation began.
constexpr double kSettlings = 10;
// Cycles of the band's centre from which the continuation is learnt: enough to tell modes
// apart, few enough that a joint's frequency hardly moves meanwhile.
constexpr double kCyclesLearnt = 4;
// Degree by which other modes' complex amplitudes bend within them, beside their exponentials.
constexpr int kCurved = 2;
// Oscillations up to this multiple of the band's upper edge are told apart.
constexpr double kReach = 4;
// The band's own oscillation is learnt from half waves later than this many settling times
// (sooner they are tainted by the first continuation), in a head of the signal of that many,
// in so many rounds.
constexpr double kSettled = 0.8, kHeadSettlings = 40;
constexpr int kRounds = 2;
// Exponentials down to this share of the lower edge, and up to as much above the upper one,
// are parts of the band's own oscillation.
constexpr double kNear = 0.9;

}  // namespace

void remove_line(std::vector<double>& signal) {
  const auto n = static_cast<double>(signal.size());
  if (signal.size() < 2) return;
  double mean = 0, slope = 0, spread = 0;
  for (const double value : signal) mean += value / n;
  const double middle = 0.5 * (n - 1);
  for (std::size_t i = 0; i < signal.size(); ++i) {
    const double x = static_cast<double>(i) - middle;
    slope += x * signal[i];
    spread += x * x;
  }
  slope /= spread;
  for (std::size_t i = 0; i < signal.size(); ++i)
    signal[i] -= mean + slope * (static_cast<double>(i) - middle);
}

namespace {

/// The oscillation of the band as one local curve, for times before the record.
class OwnOscillation {
 public:
  OwnOscillation() = default;

  /// Learnt from half waves later than `settled` [s]; nothing if there are too few.
  OwnOscillation(const std::vector<double>& filtered, double sampling_hz, const Band& band,
                 double settled)
      : sampling_hz_(sampling_hz) {
    std::vector<HalfWave> waves = fit_half_waves(filtered, sampling_hz);
    const double noise = height_noise(waves, band.width());
    std::vector<double> times, logs;
    for (const HalfWave& wave : waves) {
      if (wave.time < settled) continue;
      if (wave.height < kAboveNoise * noise) break;
      times.push_back(wave.time);
      logs.push_back(std::log(wave.height));
    }
    if (times.size() < kFewestWaves) return;
    const LocalDecay decay(times, logs, noise, band.width());
    const double anchor = times[kFewestWaves / 2];
    estimate_ = decay.at(anchor);
    // Amplitude and phase by least squares over the cycles around the anchor.
    const auto from = static_cast<std::size_t>(times.front() * sampling_hz);
    const auto to = static_cast<std::size_t>(times[kFewestWaves - 1] * sampling_hz);
    Eigen::Matrix2d normal = Eigen::Matrix2d::Zero();
    Eigen::Vector2d right = Eigen::Vector2d::Zero();
    for (std::size_t i = from; i <= to; ++i) {
      const Eigen::Vector2d row = basis(static_cast<double>(i));
      normal += row * row.transpose();
      right += row * filtered[i];
    }
    parts_ = normal.ldlt().solve(right);
    // A damping ratio beyond any joint's, or growth, is no oscillation of a mode.
    constexpr double kHighestRatio = 0.1;
    known_ = parts_.allFinite() && estimate_.rate > 0 &&
             estimate_.rate < kHighestRatio * estimate_.omega;
  }

  bool known() const { return known_; }
  double at(double sample) const { return known_ ? parts_.dot(basis(sample)) : 0; }

 private:
  static constexpr std::size_t kFewestWaves = 12;
  static constexpr double kAboveNoise = 3;

  Eigen::Vector2d basis(double sample) const {
    const double tau = sample / sampling_hz_ - estimate_.time;
    const LocalCurve curve = local_curve(estimate_, tau);
    // Further back than this growth the filter has no memory; an estimate gone wrong must
    // not blow up what it is added to.
    constexpr double kMostGrowth = 1.5;  // ln of the amplitude beyond that at the anchor
    const double size = std::exp(std::min(curve.log_ratio, kMostGrowth));
    const double phase = estimate_.omega * tau + curve.phase;
    return {size * std::cos(phase), size * std::sin(phase)};
  }

  double sampling_hz_ = 1;
  LocalEstimate estimate_;
  Eigen::Vector2d parts_ = Eigen::Vector2d::Zero();
  bool known_ = false;
};

}  // namespace

BandIsolation::BandIsolation(std::vector<double> signal, double sampling_hz, const Band& band,
                             const BandPass& filter)
    : signal_(std::move(signal)), sampling_hz_(sampling_hz), band_(band), filter_(filter) {
  remove_line(signal_);
  const std::size_t n = signal_.size();
  filtered_ = signal_;
  if (n < 2) return;
  const double settling = filter.settling_time();
  pad_ = std::min(n - 1, static_cast<std::size_t>(std::ceil(kSettlings * settling * sampling_hz)));
  learnt_ =
      std::min(n, static_cast<std::size_t>(std::ceil(kCyclesLearnt * sampling_hz / band.centre())));
  const auto head =
      std::min(n, static_cast<std::size_t>(std::ceil(kHeadSettlings * settling * sampling_hz)));
  DampedExponentials others(signal_, learnt_, sampling_hz, kReach * band.high);
  OwnOscillation in_band;
  for (int round = 0; round <= kRounds; ++round) {
    const auto known = [&](double sample) { return in_band.at(sample) + others.at(sample); };
    // Only the head changes from round to round; the last one filters everything.
    const bool whole = round == kRounds || head == n;
    filtered_ = filtered(signal_, whole ? n : head, known);
    if (whole && round == kRounds) break;
    if (!whole) filtered_.resize(head - std::min(head / 2, pad_));  // its cut end rings
    in_band = OwnOscillation(filtered_, sampling_hz, band, kSettled * settling);
    if (in_band.known()) others.leave_out(kNear * band.low, band.high / kNear);
  }
}

template <class Known>
std::vector<double> BandIsolation::filtered(const std::vector<double>& signal, std::size_t length,
                                            const Known& known) const {
  const std::size_t n = signal.size();
  const bool whole = length == n;  // or its end is the record's
  std::vector<double> extended(pad_ + length + (whole ? pad_ : 0));
  const double rest0 = signal.front() - known(0);
  for (std::size_t i = 1; i <= pad_; ++i) {
    const auto at = static_cast<double>(i);
    extended[pad_ - i] = known(-at) + 2 * rest0 - (signal[i] - known(at));
    if (whole) extended[pad_ + n - 1 + i] = 2 * signal.back() - signal[n - 1 - i];
  }
  std::copy_n(signal.begin(), length, extended.begin() + static_cast<std::ptrdiff_t>(pad_));
  filter_.zero_phase(extended);
  return {extended.begin() + static_cast<std::ptrdiff_t>(pad_),
          extended.begin() + static_cast<std::ptrdiff_t>(pad_ + length)};
}

BandRest BandIsolation::rest(const std::vector<double>& model) const {
  std::vector<double> left(signal_.begin(),
                           signal_.begin() + static_cast<std::ptrdiff_t>(model.size()));
  for (std::size_t i = 0; i < left.size(); ++i) left[i] -= model[i];
  if (left.size() <= pad_) return {left, {}};
  // What is left of the head are other modes and harmonics.
  DampedExponentials others(left, learnt_, sampling_hz_, kReach * band_.high, kCurved);
  others.leave_out(kNear * band_.low, band_.high / kNear);
  const auto known = [&](double sample) { return others.at(sample); };
  BandRest rest{filtered(left, left.size(), known), {}};
  for (std::size_t i = 0; i < std::min(learnt_, left.size()); ++i)
    rest.head.push_back(left[i] - others.at(static_cast<double>(i)));
  return rest;
}

std::vector<double> isolate_band(std::vector<double> signal, double sampling_hz, const Band& band,
                                 const BandPass& filter) {
  return BandIsolation(std::move(signal), sampling_hz, band, filter).filtered();
}

}  // namespace slipfront
