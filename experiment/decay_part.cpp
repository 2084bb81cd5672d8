#include "experiment/decay_part.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/failure.hpp"
#include "core/number.hpp"

namespace slipfront {

namespace {

constexpr int kDigits = 4;  // of numbers in sentences

struct Place {
  const Record& record;
  const Channel& channel;

  [[noreturn]] void fail(const std::string& found, const std::string& rule,
                         const std::string& remedy) const {
    throw Failure(Problem{record.source, "channel " + channel.name, found, rule, remedy});
  }
  std::string time(std::size_t sample) const { return to_text(record.time(sample), kDigits); }
  /// With as many digits as it takes to mean this sample, for an option to be copied.
  std::string exact_time(std::size_t sample) const {
    const double time = record.time(sample);
    constexpr int kMostDigits = 17;  // of a double
    for (int digits = kDigits; digits < kMostDigits; ++digits) {
      const std::string text = to_text(time, digits);
      constexpr double kNear = 0.4;  // of a step: times are rounded to the nearest sample
      if (std::abs(to_number(text).value_or(0) - time) * record.sampling_hz < kNear) return text;
    }
    return to_text(time);
  }
};

/// The part between the stated times; what is not stated is chosen.
HitSpan stated_part(const Place& place, const std::vector<HitSpan>& hits,
                    const PartOptions& options) {
  const Record& record = place.record;
  const std::size_t count = place.channel.acceleration.size();
  const auto sample = [&](double time, const char* what) {
    if (!(time >= record.start && time <= record.time(count - 1)))
      place.fail(std::string(what) + " at " + to_text(time, kDigits) + " s",
                 "the record runs from " + place.time(0) + " to " + place.time(count - 1) + " s",
                 "");
    return static_cast<std::size_t>(std::round((time - record.start) * record.sampling_hz));
  };
  HitSpan span = hits.front();
  if (options.start) {
    span.first = span.hit = sample(*options.start, "a start");
    span.last = count;
    for (const HitSpan& hit : hits)
      if (hit.hit > span.first) {
        span.last = hit.hit;
        break;
      }
  }
  if (options.end) span.last = std::min(count, sample(*options.end, "an end") + 1);
  if (span.last <= span.first)
    place.fail("an end before the start", "must end after its start", "");
  return span;
}

}  // namespace

std::vector<HitSpan> decay_parts(const Record& record, const Channel& channel,
                                 const PartOptions& options, std::vector<std::string>& warnings) {
  const Place place{record, channel};
  if (const std::string flat = flatness(channel.acceleration); !flat.empty())
    place.fail(flat, "must ring", "is the channel connected? is its range right?");
  std::vector<HitSpan> hits =
      find_hits(channel.acceleration, record.sampling_hz, options.lowest_hz);
  if (hits.empty()) place.fail("no ringing signal", "must hold at least one decay", "");
  if (options.start || options.end) return {stated_part(place, hits, options)};
  if (hits.size() > 1 && !options.all_hits) {
    std::string times;
    for (const HitSpan& hit : hits) times += (times.empty() ? "" : ", ") + place.time(hit.hit);
    warnings.push_back("hits at " + times + " s: only the decay of the first is used");
    hits.resize(1);
  }
  return hits;
}

void check_part(const Record& record, const Channel& channel, const HitSpan& span,
                double lowest_hz) {
  const Place place{record, channel};
  const std::vector<double>& x = channel.acceleration;
  // What a later hit does, or what lies behind a stated end, is not this part's.
  const std::vector<double> part(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(span.last));
  if (const std::size_t clipped = clipped_until(part); clipped >= span.first && clipped > 0)
    place.fail("a clipped signal, until " + place.time(clipped) + " s", "peaks must not be cut off",
               "hit softer or widen the range; or begin later, as --start " +
                   place.exact_time(clipped + 1));
  const std::vector<double> rest(x.begin() + static_cast<std::ptrdiff_t>(span.first), x.end());
  const auto lost = dropout(rest, whole_samples(0.5 * record.sampling_hz / lowest_hz, rest));
  if (!lost || span.first + lost->first >= span.last) return;
  const std::string from = place.exact_time(span.first + lost->first);
  place.fail("one value for " + std::to_string(lost->second - lost->first) + " samples from " +
                 from + " s on",
             "no samples may be lost",
             "is a plug loose? measure again, or state --end " + from + " or a --start behind it");
}

}  // namespace slipfront
