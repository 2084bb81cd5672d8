#include "experiment/ringdown.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "experiment/band_signal.hpp"
#include "experiment/decay_checks.hpp"
#include "experiment/decay_points.hpp"
#include "experiment/mode_band.hpp"
#include "experiment/signal_checks.hpp"

namespace slipfront {

namespace {

constexpr int kDigits = 4;  // of numbers in sentences
constexpr double kPercent = 100;
// Half waves of a mode need this many samples per cycle at the band's upper edge.
constexpr double kSamplesPerCycle = 8;
// Cycles of a decay below which frequency and damping mean little.
constexpr double kFewestCycles = 20;
// The decay ends where the envelope sinks to this multiple of the noise.
constexpr double kAboveNoise = 3;
constexpr double kFloor = 1e-6;  // of the largest height: below is the rounding of the filter
// An amplitude that falls by less than this factor tells no damping.
constexpr double kLeastFall = 1.5;
// Damping before it grows again, as a multiple of the median, by which it is a beat that sinks.
constexpr double kEverFaster = 2;
// Half waves behind the end that are this multiple of what ended it are more than noise.
constexpr double kComesBack = 3;
// What grows within this many settling times of the filter before the end of the signal may be the
// doing of its continuation.
constexpr double kSpoiltEnd = 8;
// Growth within this many settling times of the filter is another blow, not a beat; so many blows
// are looked for at most.
constexpr double kSudden = 3;
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
        x_(channel.acceleration),
        name_(channel.name),
        mode_shape_(mode_shape),
        options_(options) {}

  std::vector<Decay> run() {
    if (const std::string flat = flatness(x_); !flat.empty())
      fail(flat, "must ring", "is the channel connected? is its range right?");
    const double lowest = std::min(kLowestGuess, options_.band ? options_.band->low : kLowestGuess);
    std::vector<HitSpan> hits = find_hits(x_, record_.sampling_hz, lowest);
    if (hits.empty()) fail("no ringing signal", "must hold at least one decay", "");
    std::vector<std::string> warnings;
    if (options_.start || options_.end) {
      hits = {stated_span(hits)};
    } else if (hits.size() > 1 && !options_.all_hits) {
      std::string times;
      for (const HitSpan& hit : hits)
        times += (times.empty() ? "" : ", ") + to_text(record_.time(hit.hit), kDigits);
      warnings.push_back("hits at " + times + " s: only the decay of the first is used");
      hits.resize(1);
    }
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
    throw Failure(Problem{record_.source, "channel " + name_, found, rule, remedy});
  }

  /// The part between the stated times; what is not stated is chosen.
  HitSpan stated_span(const std::vector<HitSpan>& hits) const {
    const double first = record_.start, last = record_.time(x_.size() - 1);
    const auto sample = [&](double time, const char* what) {
      if (!(time >= first && time <= last))
        fail(std::string(what) + " at " + to_text(time, kDigits) + " s",
             "the record runs from " + to_text(first, kDigits) + " to " + to_text(last, kDigits) +
                 " s",
             "");
      return static_cast<std::size_t>(std::round((time - first) * record_.sampling_hz));
    };
    HitSpan span = hits.front();
    if (options_.start) {
      span.first = span.hit = sample(*options_.start, "a start");
      span.last = x_.size();
      for (const HitSpan& hit : hits)
        if (hit.hit > span.first) {
          span.last = hit.hit;
          break;
        }
    }
    if (options_.end) span.last = std::min(x_.size(), sample(*options_.end, "an end") + 1);
    if (span.last <= span.first) fail("an end before the start", "must end after its start", "");
    return span;
  }

  /// Another blow shows only in the decay itself if it is small: then again, up to it.
  Decay up_to_next_blow(HitSpan span) const {
    std::string warning;
    for (int blow = 0;; ++blow) {
      std::optional<double> next;  // time since the decay's start
      const bool last = blow == kMostBlows;
      Decay decay = analyse(span, last, next);
      if (last || !next || !has_room(*next, decay.band)) {
        if (next && decay.unfit.empty()) decay.unfit = "another blow within the decay";
        if (!warning.empty()) decay.warnings.push_back(warning);
        if (!decay.warnings.empty()) check_beat(decay);
        return decay;
      }
      warning = "another blow at " + to_text(decay.start + *next, kDigits) +
                " s: the decay is used up to it";
      span.last = span.first + static_cast<std::size_t>(*next * record_.sampling_hz);
    }
  }

  /// Of a decay that something is wrong with: two modes that beat sink ever faster.
  static void check_beat(Decay& decay) {
    std::vector<double> damping;
    for (const DecayPoint& p : decay.points) damping.push_back(p.damping);
    const auto middle = damping.begin() + static_cast<std::ptrdiff_t>(damping.size() / 2);
    std::nth_element(damping.begin(), middle, damping.end());
    if (decay.points.back().damping > kEverFaster * *middle && decay.unfit.empty())
      decay.unfit = "an amplitude that sinks ever faster, as that of two modes that beat";
  }

  static bool has_room(double seconds, const Band& band) {
    return seconds * band.low > kFewestCycles;
  }

  /// Unless it is the last attempt, points are left out if the decay has to be cut first.
  Decay analyse(const HitSpan& span, bool last, std::optional<double>& next_blow) const {
    if (const std::size_t clipped = clipped_until(x_); clipped >= span.first && clipped > 0)
      fail("a clipped signal, until " + to_text(record_.time(clipped), kDigits) + " s",
           "peaks must not be cut off",
           "hit softer or widen the range; or begin later, as --start " +
               to_text(record_.time(clipped + 1), kDigits));
    const std::vector<double> decay_part(x_.begin() + static_cast<std::ptrdiff_t>(span.first),
                                         x_.begin() + static_cast<std::ptrdiff_t>(span.last));
    check_dropout(span);
    Decay decay;
    decay.source = record_.source;
    decay.channel = name_;
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
    cut_end(waves, sound, decay);
    const double cycles = 0.5 * static_cast<double>(waves.size());
    if (cycles < kFewestCycles)
      fail(to_text(cycles, kDigits) + " cycles above the noise in " + text(decay.band),
           "a decay needs at least " + to_text(kFewestCycles, 2), "is this the band of a mode?");
    if (const double fall = total_fall(waves); fall < kLeastFall)
      fail("an amplitude that falls by a factor of " + to_text(fall, kDigits) + " only",
           "must decay, by a factor of " + to_text(kLeastFall, kDigits) + " at least",
           "is something driving it? is the part used long enough?");
    if (const std::optional<double> blow = mark_growth(waves, sound, filter, decay)) {
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

  static std::string text(const Band& band) {
    return to_text(band.low, kDigits) + " to " + to_text(band.high, kDigits) + " Hz";
  }

  /// The signal's return looks like another blow: what lies behind it is looked at too.
  void check_dropout(const HitSpan& span) const {
    const double low = options_.band ? options_.band->low : kLowestGuess;
    const std::vector<double> rest(x_.begin() + static_cast<std::ptrdiff_t>(span.first), x_.end());
    const auto lost = dropout(rest, static_cast<std::size_t>(0.5 * record_.sampling_hz / low));
    if (!lost || span.first + lost->first >= span.last) return;
    const std::string from = to_text(record_.time(span.first + lost->first), kDigits);
    fail("one value for " + std::to_string(lost->second - lost->first) + " samples from " + from +
             " s on",
         "no samples may be lost",
         "is a plug loose? measure again, or state --end " + from + " or a --start behind it");
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

  void cut_end(std::vector<HalfWave>& waves, double sound, Decay& decay) const {
    double largest = 0;
    for (const HalfWave& wave : waves) largest = std::max(largest, wave.height);
    const double floor = std::max(kAboveNoise * decay.noise, kFloor * largest);
    std::size_t end = 0;
    while (end < waves.size() && waves[end].height > floor) ++end;
    const bool stated = options_.end.has_value();
    for (std::size_t k = end; k < waves.size() && waves[k].time < sound; ++k)
      if (waves[k].height > kComesBack * floor) {
        decay.warnings.push_back("the amplitude sinks to nothing and comes back at " +
                                 to_text(decay.start + waves[k].time, kDigits) +
                                 " s: a second hit, or a second mode in the band");
        break;
      }
    if (end < waves.size()) {
      decay.notes.push_back("end " + std::string(stated ? "moved to " : "chosen: ") +
                            to_text(decay.start + waves[end].time, kDigits) +
                            " s, where the envelope sinks to three times the noise");
      waves.resize(end);
    }
    decay.end = decay.start + (waves.empty() ? 0 : waves.back().time);
  }

  /// Where the next blow comes if the amplitude grows as suddenly as by one.
  std::optional<double> mark_growth(std::vector<HalfWave> waves, double sound,
                                    const BandPass& filter, Decay& decay) const {
    std::erase_if(waves, [&](const HalfWave& wave) { return wave.time > sound; });
    const std::optional<Growth> found = growth(waves, decay.noise);
    if (!found) return {};
    const std::string at = to_text(decay.start + found->to, kDigits) + " s";
    decay.warnings.push_back("the amplitude grows at " + at +
                             ": a second hit, or a second mode in the band");
    decay.unfit = "an amplitude that grows at " + at;
    const double settling = filter.settling_time();
    if (found->to - found->from > kSudden * settling) return {};
    return found->from - settling;
  }

  const Record& record_;
  const std::vector<double>& x_;
  const std::string& name_;
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
