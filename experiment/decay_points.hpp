// The points of a decay that is cut and filtered: by one smooth law (law_fit.hpp) or, if none
// explains it, window by window (peak_fitting.hpp), and then unfit for a smooth curve; or by the
// Hilbert method (hilbert.hpp).
#pragma once

#include <optional>
#include <vector>

#include "experiment/band_signal.hpp"
#include "experiment/decay.hpp"

namespace slipfront {

class DecayPoints {
 public:
  /// `waves`: down to the noise, times since the decay's start; `mode_shape`: |phi|, or 1.
  DecayPoints(const std::vector<HalfWave>& waves, const BandIsolation& isolation,
              const BandPass& filter, double mode_shape)
      : waves_(waves), isolation_(isolation), filter_(filter), phi_(mode_shape) {}

  /// Fills in points, notes and warnings of a decay whose method, band, start, signal, sampling and
  /// noise are known. Where another blow shows in what the law leaves over, its time since the
  /// decay's start, if that is later than so many cycles. A Failure if there are no points.
  std::optional<double> fit(Decay& decay, std::optional<int> degree, double fewest_cycles) const;

 private:
  bool fit_law(Decay& decay, std::optional<int> degree, double fewest_cycles,
               std::optional<double>& jumped) const;
  void fit_locally(Decay& decay, std::optional<int> degree) const;
  void leave_out_fast_start(Decay& decay) const;

  const std::vector<HalfWave>& waves_;
  const BandIsolation& isolation_;
  const BandPass& filter_;
  double phi_;
};

}  // namespace slipfront
