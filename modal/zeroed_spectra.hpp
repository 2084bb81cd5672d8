// Zeroed early-time Fourier transforms (Allen and Mayes 2010): the spectrum of what is left of
// a response after a time t, everything before set to zero. Peaks that move with t are modes
// whose frequency changes with amplitude.
//
//   X_t(f) = FFT of { 0 for times before t*, x after },  t* the first zero crossing from t on
// (starting at a zero keeps the leakage of the cut low). Amplitudes as of fourier.hpp.
#pragma once

#include <vector>

#include "experiment/fourier.hpp"
#include "modal/prediction.hpp"

namespace slipfront {

struct ZeroedSpectrum {
  double time = 0;    // t, as asked for [s]
  double zeroed = 0;  // t*, as used [s]
  Spectrum spectrum;
};

/// A Failure that names a time outside of the record.
std::vector<ZeroedSpectrum> zeroed_spectra(const Signal& signal, const std::vector<double>& times);

/// The highest line between two frequencies.
struct SpectralPeak {
  double frequency_hz = 0, amplitude = 0;
};
SpectralPeak peak_between(const Spectrum& spectrum, double low_hz, double high_hz);

}  // namespace slipfront
