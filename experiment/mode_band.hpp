// The band of one mode in the spectrum of a decay: chosen, or checked.
//
// Modes are peaks of the spectrum, smoothed over a few Hz, that stand out of the noise and
// are parted from a larger neighbour by a valley.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiment/butterworth.hpp"
#include "experiment/fourier.hpp"

namespace slipfront {

struct ModePeak {
  double frequency_hz = 0, height = 0;  // height in the smoothed spectrum
};

/// Spectrum of a free decay, smoothed so that noise and the sweep of a nonlinear mode do not
/// look like modes.
Spectrum mode_spectrum(const std::vector<double>& decay, double sampling_hz);

/// Peaks in the order of their frequency.
std::vector<ModePeak> find_modes(const Spectrum& spectrum);

/// A band around the peak nearest to `near_hz`, or around the largest peak of all: a quarter
/// of its frequency to either side, less where a neighbour is near. Nothing if no peak, or none
/// within a quarter of `near_hz`.
std::optional<Band> choose_band(const Spectrum& spectrum, std::optional<double> near_hz);

/// A peak beside the largest one in the band, inside or outside of it, of which the filter lets
/// pass more than a little of that one's height.
struct Leak {
  double frequency_hz = 0, share = 0;
};
std::optional<Leak> largest_leak(const Spectrum& spectrum, const Band& band,
                                 const BandPass& filter);

/// Why the band does not hold exactly one mode ("no mode: ...", "two modes: 180 and 195 Hz"),
/// or an empty text.
std::string band_problem(const Spectrum& spectrum, const Band& band);

}  // namespace slipfront
