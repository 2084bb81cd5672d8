#include "experiment/law_fit.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiment/fourier.hpp"

namespace slipfront {

namespace {

using Complex = std::complex<double>;
constexpr double kTwoPi = 2 * std::numbers::pi;

// Distance of breakpoints at the highest amplitude, and its growth for each e-fold below.
constexpr double kFinest = 0.12, kCoarser = 0.04;
constexpr double kMargin = 0.3;  // of x beyond the data at either end
// A guess is right to this share.
constexpr double kGuess = 0.05;
constexpr int kHalfWaveRounds = 4;
// Half waves within a settling time of the record's ends are known to this share there.
constexpr double kTainted = 0.1;
// Samples take the place of the filter's output for this many settling times, where they tell
// a block's value to this share and this multiple of the filter's noise, or better than the
// filter.
constexpr double kHead = 2, kPlainest = 0.003, kPlainer = 2;
// Rounds end when the law changes by less than this share of the noise; one that at last still
// changes by as much as the other has not been found.
constexpr double kSettledChange = 0.1, kUnsettled = 1;
// Rounds that a law takes at most, and one that is still on its way.
constexpr int kMostRounds = 12, kPatience = 40;
// A round that still changes more than this share of what the one before did: from then on half
// of each change is taken, at least this part.
constexpr double kSlow = 0.5, kLeastPart = 0.25;
// A start that moves by this much of x is not near its place yet.
constexpr double kFarStart = 0.1;
// The roughness settles in the first of them.
constexpr int kSearchRounds = 3;
// The first round filters the whole record, the others its head: so many settling times, and as
// many more that the cut end spoils.
constexpr double kEarly = 10;

std::vector<double> breakpoints(double low, double high) {
  std::vector<double> list = {high + kMargin};
  while (list.back() > low - kMargin)
    list.push_back(list.back() - kFinest - kCoarser * (high + kMargin - list.back()));
  std::reverse(list.begin(), list.end());
  return list;
}

/// Splines straight through points.
void guess_law(DecayLaw& law, const std::vector<DecayPoint>& points) {
  const Eigen::Index n = law.splines.size();
  const Eigen::MatrixXd rough =
      law.splines.roughness(std::vector<double>(law.splines.intervals(), 1.0)) * kGuess /
      Roughness().damping;
  Eigen::MatrixXd normal = rough.transpose() * rough;
  Eigen::MatrixXd right = Eigen::MatrixXd::Zero(n, 2);
  for (const DecayPoint& p : points) {
    const CubicSplines::Local b = law.splines.at(std::log(p.amplitude));
    for (Eigen::Index i = 0; i < 4; ++i) {
      const double bi = b.value[static_cast<std::size_t>(i)];
      for (Eigen::Index j = 0; j < 4; ++j)
        normal(b.first + i, b.first + j) += bi * b.value[static_cast<std::size_t>(j)];
      right(b.first + i, 0) += bi * std::log(p.damping);
      right(b.first + i, 1) += bi * std::log(kTwoPi * p.frequency_hz);
    }
  }
  const Eigen::MatrixXd c = normal.ldlt().solve(right);
  law.log_damping = c.col(0);
  law.log_omega = c.col(1);
}

}  // namespace

LawFit::LawFit(const std::vector<double>& signal, double sampling_hz,
               const std::vector<HalfWave>& waves, double noise,
               const std::vector<DecayPoint>& guess, const BandPass& filter, const Band& band)
    : law_{CubicSplines({0, 1}), {}, {}},
      filter_(filter),
      count_(signal.size()),
      sampling_hz_(sampling_hz),
      bandwidth_(band.width()),
      noise_(noise),
      before_{CubicSplines({0, 1}), {}, {}} {
  end_ = waves.back().time;
  const DecayPoint& first = guess.front();
  law_.start = std::log(first.amplitude) + first.damping * kTwoPi * first.frequency_hz * first.time;
  lowest_ = law_.start;
  for (const DecayPoint& p : guess) lowest_ = std::min(lowest_, std::log(p.amplitude));
  law_.splines = CubicSplines(breakpoints(lowest_, law_.start));
  lowest_ -= 1;  // beyond it no path goes on
  guess_law(law_, guess);
  const auto peak = static_cast<std::size_t>(std::round(waves.front().time * sampling_hz));
  from_half_waves(waves, signal[std::min(peak, count_ - 1)] > 0);
}

DecayPath LawFit::path() const { return DecayPath(law_, end_, lowest_); }

void LawFit::update(const DecayPath& path, std::vector<LawBlock>& blocks, double tainted,
                    bool search) {
  const double end = static_cast<double>(count_) / sampling_hz_;
  weigh(blocks, path, {filter_, bandwidth_, noise_, end, tainted});
  before_ = law_;
  blocks_ = blocks;
  last_ = law_step(law_, path, blocks, last_.roughness, search);
  take(last_, part_, law_);
  left_.clear();
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const LawPoint& p = path.points()[blocks[b].middle];
    const double height = std::exp(p.log_acceleration().real()) * gain(filter_, p);
    const double span = path.points()[blocks[b].to].time - path.points()[blocks[b].from].time;
    left_.push_back({p.time, last_.left[b], noise_ / height / std::sqrt(span * bandwidth_)});
  }
}

void LawFit::from_half_waves(const std::vector<HalfWave>& waves, bool first_is_peak) {
  // The phase of half wave k is (k + sign) pi; the model's first from one early on.
  const double sign = first_is_peak ? 0 : 1;
  const auto phase = [&](std::size_t k) {
    return std::numbers::pi * (static_cast<double>(k) + sign);
  };
  const std::size_t anchor = waves.size() / 8;
  law_.phase = 0;
  law_.phase = phase(anchor) - path().log_acceleration(waves[anchor].time).imag();
  for (int round = 0; round < kHalfWaveRounds; ++round) {
    const DecayPath p = path();
    std::vector<LawBlock> used;
    std::size_t k = 0;
    for (LawBlock block : law_blocks(p)) {
      const double until = p.points()[block.to].time;
      const double log_gain = std::log(gain(filter_, p.points()[block.middle]));
      int count = 0;
      for (; k < waves.size() && waves[k].time < until; ++k, ++count) {
        const Complex model = p.log_acceleration(waves[k].time);
        block.value +=
            Complex(std::log(waves[k].height) - model.real() - log_gain, phase(k) - model.imag());
      }
      if (count == 0) continue;
      block.value /= count;
      used.push_back(block);
    }
    update(p, used, kTainted, true);
  }
}

bool LawFit::refine(const Rest& rest) {
  for (int i = 0; i < kMostRounds || (i < kPatience && last_.size >= kUnsettled); ++i) {
    const double before = last_.size, start = law_.start;
    round(rest, i == 0, i < kSearchRounds);
    if (last_.size < kSettledChange) break;
    // Rounds may go back and forth between two laws (a start still on its way, which moves by no
    // more than is safe at once, is not that).
    const bool limited = std::abs(law_.start - start) > kFarStart;
    if (i >= kSearchRounds && !limited && last_.size > kSlow * before)
      part_ = std::max(0.5 * part_, kLeastPart);
  }
  covariance_ =
      law_covariance(before_, DecayPath(before_, end_, lowest_), blocks_, last_.roughness);
  return last_.size < kUnsettled;
}

void LawFit::round(const Rest& rest, bool whole, bool search) {
  const DecayPath p = path();
  const double early = kEarly * filter_.settling_time();
  const std::vector<Complex> model = p.acceleration(count_, sampling_hz_);
  std::vector<double> real(count_);
  for (std::size_t i = 0; i < count_; ++i) real[i] = model[i].real();
  BandRest left;
  if (whole) {
    left = rest(real);
    first_model_ = real;
    first_rest_ = left.filtered;
  } else {
    const auto count = std::min(count_, static_cast<std::size_t>(2 * early * sampling_hz_));
    left = rest({real.begin(), real.begin() + static_cast<std::ptrdiff_t>(count)});
    left.filtered.resize(count_);
  }
  std::vector<LawBlock> blocks = law_blocks(p);
  for (LawBlock& block : blocks) {
    const LawPoint& middle = p.points()[block.middle];
    const double g = gain(filter_, middle);
    if (!whole && middle.time > early)
      // What the model has changed by since then passes the filter as it is.
      for (std::size_t i = sample_at(p, block.from, sampling_hz_, count_);
           i < sample_at(p, block.to, sampling_hz_, count_); ++i)
        left.filtered[i] = first_rest_[i] + g * (first_model_[i] - real[i]);
    block = projected(block, p, model, left.filtered, sampling_hz_);
    block.share = 0;
    block.value /= g;
  }
  if (search) from_samples_.clear();  // and chosen anew
  use_samples(blocks, p, model, left.head);
  update(p, blocks, 0, search);
}

void LawFit::use_samples(std::vector<LawBlock>& blocks, const DecayPath& path,
                         const std::vector<Complex>& model, const std::vector<double>& head) {
  const double settling = filter_.settling_time();
  const auto in_head = [&](const LawBlock& block) {
    return path.points()[block.to].time * sampling_hz_ < static_cast<double>(head.size()) &&
           path.points()[block.middle].time < kHead * settling;
  };
  double largest = 0;
  for (const LawBlock& block : blocks)
    if (in_head(block)) largest = std::max(largest, std::abs(block.value));
  for (std::size_t i = 0; i < blocks.size() && in_head(blocks[i]); ++i) {
    LawBlock& block = blocks[i];
    const LawPoint& middle = path.points()[block.middle];
    const LawBlock plain = projected(block, path, model, head, sampling_hz_);
    // What the filter finds at the start may be its own doing, all of it.
    block.share = largest * std::exp(-middle.time / settling);
    const double height = std::exp(middle.log_acceleration().real()) * gain(filter_, middle);
    if (from_samples_.size() <= i)
      from_samples_.push_back(plain.share <
                              std::max(kPlainest + kPlainer * noise_ / height, block.share));
    if (from_samples_[i]) {
      block = plain;
      block.sampled = true;
    }
  }
}

std::vector<Complex> LawFit::analytic(const Rest& rest, std::size_t count) const {
  const DecayPath p = path();
  std::vector<Complex> model = p.acceleration(count_, sampling_hz_);
  std::vector<double> real(count_);
  for (std::size_t i = 0; i < count_; ++i) real[i] = model[i].real();
  const std::vector<Complex> left = analytic_signal(rest(real).filtered);
  model.resize(std::min(count, count_));
  for (std::size_t i = 0; i < model.size(); ++i) model[i] += left[i];
  return model;
}

double LawFit::degrees() const {
  // Trace of (N + P)^-1 N over the damping's coefficients, N = R'R of the data.
  const Eigen::MatrixXd normal = last_.data_root.transpose() * last_.data_root;
  const Eigen::MatrixXd half = last_.root.transpose().triangularView<Eigen::Lower>().solve(normal);
  const Eigen::MatrixXd hat = last_.root.triangularView<Eigen::Upper>().solve(half);
  return std::max(1.0, hat.diagonal().head(law_.splines.size()).sum());
}

/// Of the curve whose coefficients begin at `first` of the unknowns. What is left beyond the
/// noise counts as noise of that size.
double LawFit::deviation(double x, Eigen::Index first) const {
  const CubicSplines::Local b = law_.splines.at(x);
  double variance = 0;
  for (std::size_t i = 0; i < b.value.size(); ++i)
    for (std::size_t j = 0; j < b.value.size(); ++j)
      variance += b.value[i] * b.value[j] *
                  covariance_(first + b.first + static_cast<Eigen::Index>(i),
                              first + b.first + static_cast<Eigen::Index>(j));
  return std::max(1.0, last_.misfit) * std::sqrt(std::max(0.0, variance));
}

double LawFit::damping_deviation(double x) const { return deviation(x, 0); }

double LawFit::omega_deviation(double x) const { return deviation(x, law_.splines.size()); }

std::vector<DecayPoint> LawFit::points(double from, double to, int count, double mode_shape) const {
  const DecayPath p = path();
  std::vector<DecayPoint> list;
  const double first = p.at(law_, from).x, last = p.at(law_, to).x;
  const double worth = std::min(1.0, degrees() / count);
  std::size_t k = 0;
  for (int i = 0; i < count; ++i) {
    const double x = first + (last - first) * i / std::max(1, count - 1);
    while (k + 1 < p.points().size() && p.points()[k + 1].x > x) ++k;
    const LawPoint at = law_point(law_, x);
    const double since = (p.points()[k].x - x) / (0.5 * (p.points()[k].rate() + at.rate()));
    list.push_back({p.points()[k].time + since, std::exp(x) / mode_shape, at.omega / kTwoPi,
                    at.zeta, worth, omega_deviation(x) * at.omega / kTwoPi, damping_deviation(x)});
  }
  return list;
}

}  // namespace slipfront
