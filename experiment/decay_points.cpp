#include "experiment/decay_points.hpp"

#include <algorithm>
#include <cmath>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "experiment/decay_checks.hpp"
#include "experiment/hilbert.hpp"
#include "experiment/law_fit.hpp"
#include "experiment/peak_fitting.hpp"

namespace slipfront {

namespace {

constexpr double kPercent = 100;
// The start is left out for one settling time of the filter where the amplitude falls by more
// than this share (of ln) within it: the filter cannot follow.
constexpr double kFollows = 0.15;
// A law of the decay that misses it by more than this multiple of its noise explains nothing;
// it is sought from this many points with damping above zero on.
constexpr double kMisfit = 3;
constexpr std::size_t kFewestGuessed = 20;
// A jump within this many settling times of the filter before the end of the signal may be the
// doing of its continuation.
constexpr double kSpoiltEnd = 8;
// A law that reaches this ratio of damping explains nothing.
constexpr double kNoVibration = 0.4;

bool useless(const DecayPoint& p) {
  return !(p.damping > 0 && std::isfinite(p.damping) && p.frequency_hz > 0 &&
           std::isfinite(p.frequency_hz) && p.amplitude > 0 && std::isfinite(p.amplitude));
}

}  // namespace

std::optional<double> DecayPoints::fit(Decay& decay, std::optional<int> degree,
                                       double fewest_cycles) const {
  const auto fail = [&](const char* found, const char* rule, const char* remedy) {
    throw Failure(Problem{decay.source, "channel " + decay.channel, found, rule, remedy});
  };
  std::optional<double> jumped;
  if (!fit_law(decay, degree, fewest_cycles, jumped)) {
    if (decay.unfit.empty()) decay.unfit = "a decay that no smooth curve explains within its noise";
    fit_locally(decay, degree);
    leave_out_fast_start(decay);
  }
  if (decay.points.empty()) fail("a decay too short to fit", "needs more cycles", "measure longer");
  const auto bad = std::count_if(decay.points.begin(), decay.points.end(),
                                 [](const DecayPoint& p) { return !(p.damping > 0); });
  if (bad > 0)
    decay.warnings.push_back(std::to_string(bad) + " of " + std::to_string(decay.points.size()) +
                             " points left out: their damping is not above zero");
  std::erase_if(decay.points, useless);
  if (decay.points.empty())
    fail("no point with damping above zero", "must decay", "is this the band of a mode?");
  for (DecayPoint& point : decay.points) point.time += decay.start;
  return jumped;
}

/// One smooth law for the whole decay; false if none explains it.
bool DecayPoints::fit_law(Decay& decay, std::optional<int> degree, double fewest_cycles,
                          std::optional<double>& jumped) const {
  constexpr int kGuessed = 100;  // points; the law itself follows from the samples
  std::vector<DecayPoint> guess =
      fit_points(waves_, decay.noise, decay.band, filter_, {.mode_shape = 1, .points = kGuessed});
  std::erase_if(guess, useless);
  if (guess.size() < kFewestGuessed) return false;
  LawFit law(decay.signal, decay.sampling_hz, waves_, decay.noise, guess, filter_, decay.band);
  const auto rest = [&](const std::vector<double>& model) { return isolation_.rest(model); };
  const bool found = law.refine(rest);
  const double settling = filter_.settling_time();
  const double end = static_cast<double>(decay.signal.size()) / decay.sampling_hz;
  std::optional<double> at = jump(law.left(), settling);
  if (at && *at > end - kSpoiltEnd * settling) at.reset();
  if (at && (*at - settling) * decay.band.low > fewest_cycles)
    jumped = *at - settling;
  else if (const std::optional<double> share = unexplained(law.left()))
    decay.warnings.push_back(to_text(kPercent * *share, 2) +
                             " % of the amplitude are not the mode's: hum, or a neighbour that "
                             "leaks into the band? no "
                             "bound tells what that does to damping and frequency");
  const auto beyond = [](const DecayPoint& p) { return p.damping > kNoVibration; };
  constexpr int kPoints = 300;  // as many as of local fits
  std::vector<DecayPoint> points =
      law.points(waves_.front().time, waves_.back().time, kPoints, phi_);
  if (!found || !(law.misfit() < kMisfit) || std::any_of(points.begin(), points.end(), beyond)) {
    decay.notes.push_back(
        "no smooth curve of damping and frequency explains the decay within "
        "its noise: fitted piece by piece");
    return false;
  }
  if (decay.method == DecayMethod::peaks) {
    decay.points = std::move(points);
  } else {
    const auto count = static_cast<std::size_t>(waves_.back().time * decay.sampling_hz);
    decay.points = hilbert_points(law.analytic(rest, count), decay.sampling_hz, decay.band,
                                  {.mode_shape = phi_, .degree = degree});
    // Polynomials are least sure at their ends.
    std::erase_if(decay.points, [](const DecayPoint& p) { return p.time * p.frequency_hz < 0.5; });
  }
  return true;
}

/// Window by window.
void DecayPoints::fit_locally(Decay& decay, std::optional<int> degree) const {
  if (decay.method == DecayMethod::peaks) {
    decay.points = fit_points(waves_, decay.noise, decay.band, filter_, {.mode_shape = phi_});
    return;
  }
  const auto end = static_cast<std::ptrdiff_t>(waves_.back().time * decay.sampling_hz);
  const std::vector<double> used(decay.signal.begin(), decay.signal.begin() + end);
  decay.points = hilbert_points(used, decay.sampling_hz, decay.band, filter_,
                                {.mode_shape = phi_, .degree = degree});
}

void DecayPoints::leave_out_fast_start(Decay& decay) const {
  constexpr double kTwoPi = 6.283185307179586;
  const double settling = filter_.settling_time();
  const auto fast = [&](const DecayPoint& p) {
    return p.time < settling && p.damping * kTwoPi * p.frequency_hz * settling > kFollows;
  };
  const auto count = std::count_if(decay.points.begin(), decay.points.end(), fast);
  if (count == 0) return;
  std::erase_if(decay.points, [&](const DecayPoint& p) { return p.time < settling; });
  decay.notes.push_back("the first " + to_text(settling, 2) +
                        " s are left out: the decay is faster than the filter; a wider band "
                        "would reach closer to the hit");
}

}  // namespace slipfront
