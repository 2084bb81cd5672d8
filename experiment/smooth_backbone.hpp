// From the points of one or more decays to a measured backbone with bounds: Gaussian process
// regression of frequency and of ln damping against ln amplitude.
//
// Bounds hold about 95 % of the points of the tests, and the truth at least as often: 1.96
// standard deviations of a test about the truth, which are what the noise of its record leaves
// open (DecayPoint) and how tests differ beyond that; widened where fewer points would be held.
// Of one decay alone nothing is known of how tests differ. On a linear scale, as in Porter et al.,
// figure 3, both bounds of damping stand at the upper one's distance, so that the lower may be
// negative; on a logarithmic scale they stand at the same ratio.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/measured_backbone.hpp"
#include "experiment/decay.hpp"
#include "experiment/gaussian_process.hpp"

namespace slipfront {

enum class BoundScale { linear, logarithmic };

struct SmoothOptions {
  int amplitudes = 60;                     // of the backbone, evenly in ln amplitude
  int bins = 300;                          // of ln amplitude, at most
  BoundScale bounds = BoundScale::linear;  // of damping
  // Amplitudes from .. to, inside the common range; 0: that range itself.
  double lowest = 0, highest = 0;
  bool piecewise = false;  // also points that no curve should go through (Decay::unfit)
};

class SmoothBackbone {
 public:
  /// Decays of one mode. Amplitudes run over the range that at least half of the decays
  /// reach. A Failure if they do not belong together, have too few points or are unfit, or if
  /// the bounds say nothing.
  explicit SmoothBackbone(const std::vector<Decay>& decays, const SmoothOptions& options = {});

  const MeasuredBackbone& backbone() const { return backbone_; }
  /// Share of the points between the bounds (0 .. 1), of frequency and of damping.
  double held_frequency() const { return held_frequency_; }
  double held_damping() const { return held_damping_; }
  const std::vector<std::string>& warnings() const { return warnings_; }

  /// Whole backbones as they might have been measured, correlated along the amplitude, at the
  /// amplitudes of `backbone()`; bounds equal the values.
  std::vector<MeasuredBackbone> draws(int count, std::uint64_t seed) const;

 private:
  void check_bounds() const;

  std::unique_ptr<const GaussianProcess> frequency_, damping_;
  MeasuredBackbone backbone_;
  double held_frequency_ = 0, held_damping_ = 0;
  std::vector<std::string> warnings_;
};

/// Eq 41 of Porter et al. of the bounds against the backbone (their Table 2).
struct Variability {
  double frequency_upper = 0, frequency_lower = 0, damping_upper = 0;
  double damping_lower = 0;           // if it is defined
  bool damping_lower_defined = true;  // not where a bound is not above zero
};
Variability variability(const MeasuredBackbone& backbone);

}  // namespace slipfront
