// Where a record's decays begin, and what makes a signal unfit: flat, clipped, interrupted.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/failure.hpp"

namespace slipfront {

/// Samples [first, last) of the decay that follows one hit.
struct HitSpan {
  std::size_t hit = 0;    // sample at which the hit begins
  std::size_t first = 0;  // of the free decay: the hit's contact is over
  std::size_t last = 0;   // the next hit, or the end of the record
};

/// A number of samples, rounded down, at most as many as the signal has.
std::size_t whole_samples(double samples, const std::vector<double>& signal);

/// Hits show as a jump of the root mean square over one cycle of `lowest_hz` to a multiple of
/// what it was. A record that begins with a ringing signal counts as hit at its start, unless
/// all of that is far smaller than what comes later: noise before the blow.
std::vector<HitSpan> find_hits(const std::vector<double>& signal, double sampling_hz,
                               double lowest_hz);

/// A signal without any change, or of a handful of levels only. Empty if it is none.
std::string flatness(const std::vector<double>& signal);

/// The last sample of a clipped stretch: several runs of equal samples at the largest or
/// smallest value, or several half waves with flat tops there (noise may lie on the top). 0 if
/// there is none.
std::size_t clipped_until(const std::vector<double>& signal);

/// Samples [first, last) of one value for longer than `least` of them, where the signal on either
/// side has many: lost, not quiet. Nothing if there are none.
std::optional<std::pair<std::size_t, std::size_t>> dropout(const std::vector<double>& signal,
                                                           std::size_t least);

}  // namespace slipfront
