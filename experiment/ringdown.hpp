// From a record to points of one mode: hits, start, band, filter, peaks (or Hilbert), end;
// each choice is noted, and whatever would put a smooth curve through nonsense is refused or
// marked.
//
// Refused: flat, clipped, interrupted or too short signals, a sampling rate too low for the band, a
// band without a mode or with two, an amplitude that hardly falls, a stated start or end outside of
// the record. Marked: another blow (the decay ends there), a neighbour that leaks into the band,
// damping that is not above zero somewhere, a start at which the filter cannot follow the decay.
// Unfit for a smooth curve: an amplitude that grows, a decay that no law explains.
#pragma once

#include <optional>
#include <vector>

#include "experiment/decay.hpp"
#include "experiment/record.hpp"

namespace slipfront {

struct RingdownOptions {
  std::optional<Band> band;          // stated; else chosen around
  std::optional<double> near_hz;     // this frequency; else around the largest peak
  std::optional<double> start, end;  // [s] of the record; else chosen
  DecayMethod method = DecayMethod::peaks;
  std::optional<double> mode_shape;      // |phi| [1/sqrt(kg)]; without it amplitudes are responses
  std::vector<double> mode_shapes;       // the same, one for each of several channels
  bool all_hits = false;                 // each hit of the record, not only the first
  std::optional<int> polynomial_degree;  // of the Hilbert method; else chosen
};

/// One Decay per channel and hit, all in one band. A Failure with all that is wrong.
std::vector<Decay> analyse_ringdown(const Record& record, const RingdownOptions& options);

}  // namespace slipfront
