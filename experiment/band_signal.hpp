// One band of a decay: straight line removed, band-passed with zero phase, ends handled.
//
// Before its first sample the signal is continued by its own oscillations: that of the band
// by the local curve of its settled part (local_decay.hpp), the others as damped
// exponentials (damped_exponentials.hpp); what these leave over, and the end, are continued
// by a point reflection 2 x0 - x. The continuations are cut off after filtering.
#pragma once

#include <vector>

#include "experiment/butterworth.hpp"

namespace slipfront {

/// The least-squares straight line taken out.
void remove_line(std::vector<double>& signal);

/// What a signal is beside a model of the band's mode.
struct BandRest {
  std::vector<double> filtered;  // in the band
  std::vector<double> head;      // not filtered, less the other oscillations; a few cycles only
};

class BandIsolation {
 public:
  /// `signal` is the free decay from its first sample on.
  BandIsolation(std::vector<double> signal, double sampling_hz, const Band& band,
                const BandPass& filter);

  /// The band of the signal.
  const std::vector<double>& filtered() const { return filtered_; }
  /// The signal less a model of the band's mode: where the model is good, nothing of the mode is
  /// there to be smeared or to ring. A model shorter than the signal: its head alone, the end of
  /// which is spoilt.
  BandRest rest(const std::vector<double>& model) const;

 private:
  template <class Known>
  std::vector<double> filtered(const std::vector<double>& signal, std::size_t length,
                               const Known& known) const;

  std::vector<double> signal_, filtered_;
  double sampling_hz_;
  Band band_;
  const BandPass& filter_;
  std::size_t pad_ = 0, learnt_ = 0;
};

/// The band of a signal alone.
std::vector<double> isolate_band(std::vector<double> signal, double sampling_hz, const Band& band,
                                 const BandPass& filter);

}  // namespace slipfront
