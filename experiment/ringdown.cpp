#include "experiment/ringdown.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "experiment/band_signal.hpp"
#include "experiment/complex_amplitude.hpp"
#include "experiment/decay_checks.hpp"
#include "experiment/decay_marks.hpp"
#include "experiment/decay_part.hpp"
#include "experiment/decay_points.hpp"
#include "experiment/mode_band.hpp"
#include "experiment/mode_beat.hpp"
#include "experiment/signal_checks.hpp"

namespace slipfront {

namespace {

constexpr int kDigits = 4;  // of numbers in sentences
constexpr double kPercent = 100;
// Half waves of a mode need this many samples per cycle at the band's upper edge.
constexpr double kSamplesPerCycle = 8;
// Cycles of a decay below which frequency and damping mean little.
constexpr double kFewestCycles = 20;
// An amplitude that falls by less than this factor tells no damping.
constexpr double kLeastFall = 1.5;
// What grows within this many settling times of the filter before the end of the signal may be the
// doing of its continuation.
constexpr double kSpoiltEnd = 8;
// And at the start the filter's own.
constexpr double kSpoiltStart = 2;
// So many blows are looked for at most.
constexpr int kMostBlows = 4;
// Hits show in the mean over one cycle of this frequency [Hz]: lower modes than that of the
// band must not look like hits.
constexpr double kLowestGuess = 50;

class Analysis {
 public:
  /// `options.band` is set to the band chosen.
  Analysis(const Record& record, const Channel& channel, std::optional<double> mode_shape,
           RingdownOptions& options)
      : record_(record),
        channel_(channel),
        x_(channel.acceleration),
        mode_shape_(mode_shape),
        options_(options) {}

  std::vector<Decay> run() {
    std::vector<std::string> warnings;
    const std::vector<HitSpan> hits = decay_parts(
        record_, channel_,
        {options_.start, options_.end, options_.all_hits, std::min(kLowestGuess, lowest())},
        warnings);
    std::vector<Decay> decays;
    for (std::size_t i = 0; i < hits.size(); ++i) {
      Decay decay = up_to_next_blow(hits[i]);
      options_.band = decay.band;
      decay.hit = static_cast<int>(i) + 1;
      decay.warnings.insert(decay.warnings.begin(), warnings.begin(), warnings.end());
      decays.push_back(std::move(decay));
    }
    return decays;
  }

 private:
  [[noreturn]] void fail(const std::string& found, const std::string& rule,
                         const std::string& remedy) const {
    throw Failure(Problem{record_.source, "channel " + channel_.name, found, rule, remedy});
  }

  /// Another blow shows only in the decay itself if it is small: then again, up to it.
  Decay up_to_next_blow(HitSpan span) const {
    std::string warning;
    std::optional<ModeBeat> beat;  // of all that there is: what ends the decay may be its doing
    for (int blow = 0;; ++blow) {
      std::optional<double> next;  // time since the decay's start
      const bool last = blow == kMostBlows;
      Decay decay = analyse(span, last, next, beat ? nullptr : &beat);
      if (last || !next || !has_room(*next, decay.band)) {
        if (next && decay.unfit.empty()) decay.unfit = "another blow within the decay";
        if (!warning.empty()) decay.warnings.push_back(warning);
        if (!decay.warnings.empty()) mark_ever_faster(decay);
        if (beat) mark_beat(*beat, decay);
        return decay;
      }
      warning = "another blow at " + to_text(decay.start + *next, kDigits) +
                " s: the decay is used up to it";
      span.last = span.first + static_cast<std::size_t>(*next * record_.sampling_hz);
    }
  }

  double lowest() const { return options_.band ? options_.band->low : kLowestGuess; }

  static bool has_room(double seconds, const Band& band) {
    return seconds * band.low > kFewestCycles;
  }

  /// Unless it is the last attempt, points are left out if the decay has to be cut first.
  Decay analyse(const HitSpan& span, bool last, std::optional<double>& next_blow,
                std::optional<ModeBeat>* beat) const {
    check_part(record_, channel_, span, lowest());
    const std::vector<double> decay_part(x_.begin() + static_cast<std::ptrdiff_t>(span.first),
                                         x_.begin() + static_cast<std::ptrdiff_t>(span.last));
    Decay decay;
    decay.source = record_.source;
    decay.channel = channel_.name;
    decay.method = options_.method;
    decay.response_amplitude = !mode_shape_;
    decay.sampling_hz = record_.sampling_hz;
    decay.start = record_.time(span.first);
    const Spectrum spectrum = spectrum_of(decay_part);
    decay.band = band_of(spectrum, span, decay);
    check_rate(decay.band);
    check_length(span, decay.band);

    const BandPass filter(decay.band, record_.sampling_hz);
    if (const std::optional<Leak> leak = largest_leak(spectrum, decay.band, filter))
      decay.warnings.push_back("a neighbour at " + to_text(leak->frequency_hz, kDigits) +
                               " Hz leaks into the band, " + to_text(kPercent * leak->share, 2) +
                               " % of the mode's height: damping is wrong by about as much, which "
                               "no bound tells");
    const BandIsolation isolation(decay_part, record_.sampling_hz, decay.band, filter);
    decay.signal = isolation.filtered();
    std::vector<HalfWave> waves = fit_half_waves(decay.signal, record_.sampling_hz);
    decay.noise = height_noise(waves, decay.band.width());
    const double sound = static_cast<double>(decay.signal.size()) / record_.sampling_hz -
                         kSpoiltEnd * filter.settling_time();
    if (beat) *beat = beat_of(span, waves, filter, decay);
    cut_end(waves, sound, options_.end.has_value(), decay);
    const double cycles = 0.5 * static_cast<double>(waves.size());
    if (cycles < kFewestCycles)
      fail(to_text(cycles, kDigits) + " cycles above the noise in " + text(decay.band),
           "a decay needs at least " + to_text(kFewestCycles, 2), "is this the band of a mode?");
    if (const double fall = total_fall(waves); fall < kLeastFall)
      fail("an amplitude that falls by a factor of " + to_text(fall, kDigits) + " only",
           "must decay, by a factor of " + to_text(kLeastFall, kDigits) + " at least",
           "is something driving it? is the part used long enough?");
    if (const std::optional<double> blow =
            mark_growth(waves, sound, filter.settling_time(), decay)) {
      next_blow = blow;
      if (!last && has_room(*blow, decay.band)) return decay;
    }
    const std::optional<double> jumped =
        DecayPoints(waves, isolation, filter, mode_shape_ ? std::abs(*mode_shape_) : 1)
            .fit(decay, options_.polynomial_degree, kFewestCycles);
    if (!next_blow) next_blow = jumped;
    for (HalfWave& wave : waves) wave.time += decay.start;
    decay.half_waves = std::move(waves);
    return decay;
  }

  /// Of the decay, and else of what follows it too: where two modes cancel and come back, a hit
  /// seems to be.
  std::optional<ModeBeat> beat_of(const HitSpan& span, const std::vector<HalfWave>& waves,
                                  const BandPass& filter, const Decay& decay) const {
    if (waves.size() < 2 * kFewestCycles) return {};
    const auto first = static_cast<std::size_t>(kFewestCycles);
    AmplitudeOptions options{.sampling_hz = record_.sampling_hz, .noise = decay.noise};
    options.centre_hz = 0.5 * kFewestCycles / (waves[first].time - waves.front().time);
    options.from = kSpoiltStart * filter.settling_time();
    const auto found_in = [&](const std::vector<double>& signal) {
      options.to = static_cast<double>(signal.size()) / record_.sampling_hz -
                   kSpoiltEnd * filter.settling_time();
      return find_mode_beat(complex_amplitude(signal, options), options.centre_hz);
    };
    if (const std::optional<ModeBeat> beat = found_in(decay.signal)) return beat;
    if (span.last == x_.size() || options_.end) return {};
    return found_in(isolate_band({x_.begin() + static_cast<std::ptrdiff_t>(span.first), x_.end()},
                                 record_.sampling_hz, decay.band, filter));
  }

  static std::string text(const Band& band) {
    return to_text(band.low, kDigits) + " to " + to_text(band.high, kDigits) + " Hz";
  }

  void check_rate(const Band& band) const {
    if (record_.sampling_hz < kSamplesPerCycle * band.high)
      fail(
          "a sampling rate of " + to_text(record_.sampling_hz, kDigits) + " Hz",
          "must be at least " + to_text(kSamplesPerCycle * band.high, kDigits) + " Hz for the band",
          "is the sampling rate right?");
  }

  void check_length(const HitSpan& span, const Band& band) const {
    const double cycles =
        static_cast<double>(span.last - span.first) / record_.sampling_hz * band.low;
    if (cycles >= kFewestCycles) return;
    const bool cut = span.last < x_.size() && !options_.end;
    fail(to_text(cycles, kDigits) + " cycles of " + to_text(band.low, kDigits) + " Hz",
         "a decay needs at least " + to_text(kFewestCycles, 2),
         cut ? "it ends at " + to_text(record_.time(span.last), kDigits) +
                   " s, where the amplitude rises as after another hit; if that is the beat of two "
                   "modes, take a band with one of them, or state --end"
             : "measure longer");
  }

  Spectrum spectrum_of(std::vector<double> part) const {
    remove_line(part);
    return mode_spectrum(part, record_.sampling_hz);
  }

  Band band_of(const Spectrum& spectrum, const HitSpan& span, Decay& decay) const {
    const auto found = [&] {
      return "modes found from " + to_text(record_.time(span.first), kDigits) + " to " +
             to_text(record_.time(span.last - 1), kDigits) + " s: " + list_of(find_modes(spectrum));
    };
    if (options_.band) {
      try {
        const BandPass check(*options_.band, record_.sampling_hz);
      } catch (const Failure& failure) {
        const Problem& problem = failure.problems().front();
        fail("the band " + problem.found,
             problem.rule + ", of this record " + to_text(record_.sampling_hz, kDigits) + " Hz",
             "is its time in s? else name its unit, as time [ms]");
      }
      check_rate(*options_.band);
      const std::string problem = band_problem(spectrum, *options_.band);
      if (!problem.empty())
        fail(text(*options_.band) + " holds " + problem, "a band must hold one mode", found());
      return *options_.band;
    }
    const std::optional<Band> band = choose_band(spectrum, options_.near_hz);
    if (!band && options_.near_hz)
      fail("no mode near " + to_text(*options_.near_hz, kDigits) + " Hz",
           "must lie within a quarter of the frequency stated", found());
    if (!band) fail("no mode in its spectrum", "must ring", "state a --band LO:HI");
    decay.notes.push_back("band chosen: " + text(*band));
    return *band;
  }

  static std::string list_of(const std::vector<ModePeak>& modes) {
    constexpr std::size_t kMost = 12;  // as many as a sentence can hold
    std::vector<ModePeak> largest = modes;
    std::sort(largest.begin(), largest.end(),
              [](const ModePeak& a, const ModePeak& b) { return a.height > b.height; });
    if (largest.size() > kMost) largest.resize(kMost);
    std::sort(largest.begin(), largest.end(),
              [](const ModePeak& a, const ModePeak& b) { return a.frequency_hz < b.frequency_hz; });
    std::string names;
    for (const ModePeak& mode : largest)
      names += (names.empty() ? "" : ", ") + to_text(mode.frequency_hz, kDigits);
    return names.empty() ? "none" : names + " Hz";
  }

  const Record& record_;
  const Channel& channel_;
  const std::vector<double>& x_;
  std::optional<double> mode_shape_;
  RingdownOptions& options_;
};

}  // namespace

std::vector<Decay> analyse_ringdown(const Record& record, const RingdownOptions& options) {
  std::vector<double> shapes = options.mode_shapes;
  if (shapes.empty() && options.mode_shape) shapes = {*options.mode_shape};
  for (const double shape : shapes)
    if (!(std::abs(shape) > 0))
      throw Failure(Problem{"--mode-shape", "", to_text(shape), "must not be 0", ""});
  if (!shapes.empty() && shapes.size() != record.channels.size())
    throw Failure(Problem{record.source, "--mode-shape",
                          std::to_string(shapes.size()) + " for " +
                              std::to_string(record.channels.size()) + " channels",
                          "the mode's response differs from place to place: one per channel",
                          "give one --mode-shape for each --channel, in their order"});
  RingdownOptions chosen = options;  // one band for all
  std::vector<Decay> all;
  std::vector<Problem> problems;
  for (std::size_t i = 0; i < record.channels.size(); ++i) {
    try {
      const std::optional<double> shape =
          shapes.empty() ? std::nullopt : std::optional<double>(shapes[i]);
      for (Decay& decay : Analysis(record, record.channels[i], shape, chosen).run())
        all.push_back(std::move(decay));
    } catch (const Failure& failure) {
      problems.insert(problems.end(), failure.problems().begin(), failure.problems().end());
    }
  }
  throw_if_any(std::move(problems));
  return all;
}

}  // namespace slipfront
