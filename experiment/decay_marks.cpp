#include "experiment/decay_marks.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/number.hpp"
#include "experiment/decay_checks.hpp"

namespace slipfront {

namespace {

constexpr int kDigits = 4;  // of numbers in sentences
// The decay ends where the envelope sinks to this multiple of the noise.
constexpr double kAboveNoise = 3;
constexpr double kFloor = 1e-6;  // of the largest height: below is the rounding of the filter
// Half waves behind the end that are this multiple of what ended it are more than noise.
constexpr double kComesBack = 3;
// Damping before it grows again, as a multiple of the median, by which it is a beat that sinks.
constexpr double kEverFaster = 2;
// Growth within this many settling times of the filter is another blow, not a beat.
constexpr double kSudden = 3;

}  // namespace

void mark_ever_faster(Decay& decay) {
  std::vector<double> damping;
  for (const DecayPoint& p : decay.points) damping.push_back(p.damping);
  const auto middle = damping.begin() + static_cast<std::ptrdiff_t>(damping.size() / 2);
  std::nth_element(damping.begin(), middle, damping.end());
  if (decay.points.back().damping > kEverFaster * *middle && decay.unfit.empty())
    decay.unfit = "an amplitude that sinks ever faster, as that of two modes that beat";
}

void cut_end(std::vector<HalfWave>& waves, double sound, bool stated, Decay& decay) {
  double largest = 0;
  for (const HalfWave& wave : waves) largest = std::max(largest, wave.height);
  const double floor = std::max(kAboveNoise * decay.noise, kFloor * largest);
  std::size_t end = 0;
  while (end < waves.size() && waves[end].height > floor) ++end;
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

std::optional<double> mark_growth(std::vector<HalfWave> waves, double sound, double settling,
                                  Decay& decay) {
  std::erase_if(waves, [&](const HalfWave& wave) { return wave.time > sound; });
  const std::optional<Growth> found = growth(waves, decay.noise);
  if (!found) return {};
  const std::string at = to_text(decay.start + found->to, kDigits) + " s";
  decay.warnings.push_back("the amplitude grows at " + at +
                           ": a second hit, or a second mode in the band");
  decay.unfit = "an amplitude that grows at " + at;
  if (found->to - found->from > kSudden * settling) return {};
  return found->from - settling;
}

void mark_beat(const ModeBeat& beat, Decay& decay) {
  decay.unfit = "two modes that beat, " + beat.text();
  decay.warnings.push_back("two modes in the band beat: " + beat.text() +
                           ": frequency and damping are those of no mode");
}

}  // namespace slipfront
