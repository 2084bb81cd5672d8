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

/// `signal` is the free decay from its first sample on.
std::vector<double> isolate_band(std::vector<double> signal, double sampling_hz, const Band& band,
                                 const BandPass& filter);

}  // namespace slipfront
