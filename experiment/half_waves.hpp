// Peaks and troughs of a band-passed decay, each fitted over its half wave:
//
//   x(t0 + tau) = exp(-alpha tau) (c cos(omega tau) + s sin(omega tau))
//
// between two zero crossings; omega and alpha come from the neighbouring half waves (two
// passes). The k-th half wave has phase k pi at `time`, and `height` is the envelope there.
//
// Limits: at least four samples per half wave; a half wave far shorter than its neighbours
// (noise has taken over) ends the list.
#pragma once

#include <vector>

namespace slipfront {

struct HalfWave {
  double time = 0;    // from the first sample [s]
  double height = 0;  // of the envelope, above 0
};

std::vector<HalfWave> fit_half_waves(const std::vector<double>& signal, double sampling_hz);

/// Standard deviation of the noise on the heights: what is left of them about a cubic over
/// windows of a few correlation times 1/bandwidth of the noise (median of the windows). Where the
/// decay is over, heights of noise alone (Rayleigh's distribution) scatter by 0.66 of what they do
/// on a large amplitude: mean and variance of a window together tell the noise. Limits: that is
/// done for fewer than 20 windows; in a longer list with more noise than decay the noise comes out
/// by that factor too low.
///
/// Source: Koay and Basser, Analytically exact correction scheme for signal extraction from noisy
/// magnitude MR signals, Journal of Magnetic Resonance 179 (2006).
double height_noise(const std::vector<HalfWave>& waves, double bandwidth_hz);

}  // namespace slipfront
