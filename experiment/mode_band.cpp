#include "experiment/mode_band.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/number.hpp"

namespace slipfront {

namespace {

constexpr double kSmoothing = 6;      // [Hz]: narrower than the distance of two modes in a band
constexpr double kFinest = 0.5;       // lines at least this close [Hz]
constexpr double kOutstanding = 5;    // a mode's height over the median around it
constexpr double kSmallest = 1e-4;    // of the largest peak: less is not looked at
constexpr double kValley = 0.5;       // between two modes, as a share of the lesser one
constexpr double kLesser = 0.05;      // a second mode in a band counts from this share of the first
constexpr double kLeak = 0.01;        // of the mode's height: damping is wrong by about as much
constexpr double kHalfWidth = 0.25;   // of a chosen band, as a share of the frequency
constexpr double kToNeighbour = 0.4;  // of the way to the next mode
constexpr double kAround = 0.5;       // the median is taken this share of the frequency around
constexpr int kDigits = 4;

/// Medians of the spectrum around frequencies, on a grid a few percent wide.
class Surroundings {
 public:
  explicit Surroundings(const Spectrum& s) {
    for (double f = s.step; f < s.frequency(s.amplitude.size() - 1); f *= kGrid) {
      const std::size_t from = s.line((1 - kAround) * f), to = s.line((1 + kAround) * f);
      std::vector<double> values(s.amplitude.begin() + static_cast<std::ptrdiff_t>(from),
                                 s.amplitude.begin() + static_cast<std::ptrdiff_t>(to + 1));
      const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
      std::nth_element(values.begin(), middle, values.end());
      medians_.push_back(*middle);
    }
    first_ = s.step;
  }
  double median(double frequency) const {
    const double place = std::log(frequency / first_) / std::log(kGrid);
    return medians_[std::min(medians_.size() - 1, static_cast<std::size_t>(std::max(0.0, place)))];
  }

 private:
  static constexpr double kGrid = 1.05;
  std::vector<double> medians_;
  double first_ = 1;
};

}  // namespace

Spectrum mode_spectrum(const std::vector<double>& decay, double sampling_hz) {
  return smoothed(amplitude_spectrum(decay, sampling_hz, 1 / kFinest), kSmoothing);
}

std::vector<ModePeak> find_modes(const Spectrum& spectrum) {
  const std::vector<double>& a = spectrum.amplitude;
  // Below the smoothing width stands what is left of offset and drift.
  const std::size_t first = spectrum.line(2 * kSmoothing) + 1;
  // Peaks in order; of two without a valley between them the larger stays.
  std::vector<std::size_t> kept;
  std::vector<double> before;  // lowest value between a kept peak and the one before it
  double lowest = std::numeric_limits<double>::infinity();  // since the last kept peak
  for (std::size_t i = first; i + 1 < a.size(); ++i) {
    lowest = std::min(lowest, a[i]);
    if (!(a[i] > a[i - 1] && a[i] >= a[i + 1])) continue;
    while (!kept.empty() && lowest >= kValley * std::min(a[kept.back()], a[i]) &&
           a[kept.back()] < a[i]) {
      lowest = std::min(lowest, before.back());
      kept.pop_back();
      before.pop_back();
    }
    if (!kept.empty() && lowest >= kValley * std::min(a[kept.back()], a[i])) continue;
    kept.push_back(i);
    before.push_back(lowest);
    lowest = a[i];
  }
  std::vector<ModePeak> modes;
  const double largest = a.empty() ? 0 : *std::max_element(a.begin(), a.end());
  const Surroundings around(spectrum);
  for (const std::size_t i : kept)
    if (a[i] > kSmallest * largest && a[i] > kOutstanding * around.median(spectrum.frequency(i)))
      modes.push_back({spectrum.frequency(i), a[i]});
  return modes;
}

std::optional<Band> choose_band(const Spectrum& spectrum, std::optional<double> near_hz) {
  const std::vector<ModePeak> modes = find_modes(spectrum);
  if (modes.empty()) return {};
  const auto better = [&](const ModePeak& a, const ModePeak& b) {
    return near_hz ? std::abs(a.frequency_hz - *near_hz) > std::abs(b.frequency_hz - *near_hz)
                   : a.height < b.height;
  };
  const ModePeak mode = *std::max_element(modes.begin(), modes.end(), better);
  if (near_hz && std::abs(mode.frequency_hz - *near_hz) > kHalfWidth * *near_hz) return {};
  Band band{(1 - kHalfWidth) * mode.frequency_hz, (1 + kHalfWidth) * mode.frequency_hz};
  for (const ModePeak& other : modes) {
    const double edge = mode.frequency_hz + kToNeighbour * (other.frequency_hz - mode.frequency_hz);
    if (other.height < kLesser * mode.height) continue;
    if (other.frequency_hz < mode.frequency_hz) band.low = std::max(band.low, edge);
    if (other.frequency_hz > mode.frequency_hz) band.high = std::min(band.high, edge);
  }
  return band;
}

std::optional<Leak> largest_leak(const Spectrum& spectrum, const Band& band,
                                 const BandPass& filter) {
  const std::vector<ModePeak> modes = find_modes(spectrum);
  const ModePeak* own = nullptr;
  for (const ModePeak& mode : modes)
    if (mode.frequency_hz > band.low && mode.frequency_hz < band.high &&
        (!own || mode.height > own->height))
      own = &mode;
  if (!own) return {};
  const auto passed = [&](const ModePeak& mode) {
    return mode.height * filter.zero_phase_gain(mode.frequency_hz);
  };
  Leak leak;
  for (const ModePeak& mode : modes) {
    const double share = passed(mode) / passed(*own);
    if (&mode != own && share > leak.share) leak = {mode.frequency_hz, share};
  }
  if (leak.share < kLeak) return {};
  return leak;
}

std::string band_problem(const Spectrum& spectrum, const Band& band) {
  std::vector<ModePeak> inside;
  for (const ModePeak& mode : find_modes(spectrum))
    if (mode.frequency_hz > band.low && mode.frequency_hz < band.high) inside.push_back(mode);
  if (inside.empty()) return "no mode: no peak stands out of its surroundings";
  const auto largest =
      std::max_element(inside.begin(), inside.end(),
                       [](const ModePeak& a, const ModePeak& b) { return a.height < b.height; });
  for (const ModePeak& mode : inside)
    if (&mode != &*largest && mode.height > kLesser * largest->height)
      return "two modes: peaks at " +
             to_text(std::min(mode.frequency_hz, largest->frequency_hz), kDigits) + " and " +
             to_text(std::max(mode.frequency_hz, largest->frequency_hz), kDigits) + " Hz";
  return "";
}

}  // namespace slipfront
