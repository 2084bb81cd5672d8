#include "experiment/signal_checks.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace slipfront {

namespace {

// The root mean square of a cycle must reach this multiple of that of the cycle before the
// last one, and this share of the largest one, to be a hit.
constexpr double kJump = 2.5, kLeastShare = 0.05;
// Contact of a hammer with steel lasts up to two milliseconds.
constexpr double kContact = 2e-3;
// Levels of a signal below which it says nothing about damping.
constexpr std::size_t kFewLevels = 8;
// Equal samples in a row at an end of the range, and such runs, that make clipping: a single
// quantised peak has one run.
constexpr std::size_t kRun = 3, kRuns = 2;
// Flat tops: samples within this share of the extreme for this share of a half wave, in so many
// half waves. A sine is that near its peak for an eighth of its half wave.
constexpr double kTop = 0.02, kFlatShare = 0.25;
constexpr double kWhole = 0.75;  // of the samples from the first to the last of a flat top
constexpr std::size_t kFlatTops = 3;
// Samples of one value that are no accident.
constexpr std::size_t kLost = 16;

std::vector<double> cycle_rms(const std::vector<double>& x, std::size_t length) {
  std::vector<double> rms;
  for (std::size_t i = 0; i + length <= x.size(); i += length) {
    double sum = 0, mean = 0;
    for (std::size_t j = i; j < i + length; ++j) mean += x[j] / static_cast<double>(length);
    for (std::size_t j = i; j < i + length; ++j) sum += (x[j] - mean) * (x[j] - mean);
    rms.push_back(std::sqrt(sum / static_cast<double>(length)));
  }
  return rms;
}

/// The sample inside the two windows before and at `window` at which the signal first
/// reaches a fifth of its largest value there, and rises out of what was `before` (root mean
/// square): single samples of noise reach four of it.
std::size_t onset(const std::vector<double>& x, std::size_t window, std::size_t length,
                  double before) {
  constexpr double kShare = 0.2, kMostShare = 0.7, kOutOfNoise = 4.5;
  const std::size_t from = window > 0 ? (window - 1) * length : 0;
  const std::size_t to = std::min(x.size(), (window + 1) * length);
  double largest = 0;
  for (std::size_t i = from; i < to; ++i) largest = std::max(largest, std::abs(x[i]));
  const double level = std::clamp(kOutOfNoise * before, kShare * largest, kMostShare * largest);
  for (std::size_t i = from; i < to; ++i)
    if (std::abs(x[i]) >= level) return i;
  return from;
}

}  // namespace

std::size_t whole_samples(double samples, const std::vector<double>& signal) {
  return samples < static_cast<double>(signal.size()) ? static_cast<std::size_t>(samples)
                                                      : signal.size();
}

std::vector<HitSpan> find_hits(const std::vector<double>& signal, double sampling_hz,
                               double lowest_hz) {
  const std::size_t length =
      std::max<std::size_t>(1, whole_samples(sampling_hz / lowest_hz, signal));
  const std::vector<double> rms = cycle_rms(signal, length);
  const std::size_t contact = whole_samples(kContact * sampling_hz, signal);
  std::vector<HitSpan> hits;
  if (rms.empty()) return hits;
  const double largest = *std::max_element(rms.begin(), rms.end());
  for (std::size_t w = 0; w < rms.size(); ++w) {
    if (rms[w] < kLeastShare * largest) continue;
    const double before = w >= 2 ? rms[w - 2] : w == 1 ? rms[0] : 0;
    const bool ringing_start = w == 0;
    if (ringing_start && kJump * rms[w] < largest) continue;
    if (!ringing_start && rms[w] < kJump * before) continue;
    // A hit that began in the middle of a window shows in two of them.
    if (!hits.empty() && w * length < hits.back().hit + 3 * length) continue;
    const bool from_first = ringing_start && (rms.size() < 2 || rms[0] > rms[1] / kJump);
    const std::size_t at = from_first ? 0 : onset(signal, w, length, before);
    if (!hits.empty()) hits.back().last = at;
    hits.push_back({at, from_first ? 0 : std::min(signal.size(), at + contact), signal.size()});
  }
  return hits;
}

std::string flatness(const std::vector<double>& signal) {
  std::set<double> levels;
  for (const double value : signal) {
    levels.insert(value);
    if (levels.size() >= kFewLevels) return "";
  }
  return levels.size() <= 1 ? "a flat signal"
                            : "a signal of " + std::to_string(levels.size()) + " levels only";
}

namespace {

/// The last sample of the last of several flat half waves at the top, `sign` times the signal; or
/// 0.
std::size_t flat_until(const std::vector<double>& signal, double sign, double extreme) {
  std::size_t tops = 0, last = 0;
  for (std::size_t i = 0; i < signal.size();) {
    if (!(sign * signal[i] > 0)) {
      ++i;
      continue;
    }
    std::size_t from = signal.size(), to = 0, end = i, near = 0;
    for (; end < signal.size() && sign * signal[end] > 0; ++end)
      if (sign * signal[end] >= (1 - kTop) * extreme) {
        from = std::min(from, end);
        to = end;
        ++near;
      }
    // Nearly all samples between the first and the last of them are as near: one flat top.
    const bool whole =
        near >= kRun && static_cast<double>(near) >= kWhole * static_cast<double>(to + 1 - from);
    if (whole && static_cast<double>(near) > kFlatShare * static_cast<double>(end - i)) {
      ++tops;
      last = to;
    }
    i = end;
  }
  return tops >= kFlatTops ? last : 0;
}

}  // namespace

std::optional<std::pair<std::size_t, std::size_t>> dropout(const std::vector<double>& signal,
                                                           std::size_t least) {
  const std::size_t around = std::max(least, kLost);
  const auto levels = [&](std::size_t from, std::size_t to) {
    const std::set<double> different(signal.begin() + static_cast<std::ptrdiff_t>(from),
                                     signal.begin() + static_cast<std::ptrdiff_t>(to));
    return different.size();
  };
  for (std::size_t i = 0; i < signal.size();) {
    std::size_t end = i + 1;
    while (end < signal.size() && signal[end] == signal[i]) ++end;
    // Before and after a quiet stretch the last digit flickers between few values.
    if (end - i > around && i >= around && end + around <= signal.size() &&
        levels(i - around, i) >= kFewLevels && levels(end, end + around) >= kFewLevels)
      return std::pair{i, end};
    i = end;
  }
  return {};
}

std::size_t clipped_until(const std::vector<double>& signal) {
  const auto [low, high] = std::minmax_element(signal.begin(), signal.end());
  std::size_t last = 0;
  for (const double extreme : {*low, *high}) {
    std::size_t run = 0, runs = 0, end = 0;
    for (std::size_t i = 0; i <= signal.size(); ++i) {
      if (i < signal.size() && signal[i] == extreme) {
        ++run;
        continue;
      }
      if (run >= kRun) {
        ++runs;
        end = i - 1;
      }
      run = 0;
    }
    if (runs >= kRuns) last = std::max(last, end);
    if (extreme != 0)
      last = std::max(last, flat_until(signal, extreme > 0 ? 1 : -1, std::abs(extreme)));
  }
  return last;
}

}  // namespace slipfront
