// Two modes of one band that beat: a neighbour closer than the spectrum can part.
//
// Both models of beating_modes.hpp, with one mode and with two, are fitted to the complex amplitude
// of a decay. There are two modes where two explain it within its noise and one alone by far does
// not. Starts: two viscous modes by linear prediction over several distances,
//
//   A_(k+2l) + a A_(k+l) + b A_k = 0
//
// and the largest turn, either way around, of what one mode leaves over.
//
// Limits: a beat of which less than kLeastBeats periods lie where both modes are seen (the lesser
// with kLeastShare of the other's amplitude) looks like damping that changes with amplitude; one
// faster than kFastest has peaks of its own in the spectrum; joints of other laws than those of the
// models are not explained by two modes either, and then nothing is found.
#pragma once

#include <optional>
#include <string>

#include "experiment/complex_amplitude.hpp"

namespace slipfront {

struct ModeBeat {
  static constexpr double kLeastBeats = 1, kLeastShare = 0.1, kFastest = 15;  // kFastest [Hz]
  double frequency_hz = 0, other_hz = 0;  // damped, at small amplitudes
  double share = 0;    // lesser amplitude over the other where both are seen, geometric mean
  double periods = 0;  // of the beat there
  double alone = 0, together = 0;  // misfit of one mode and of two, 1 by noise
  std::string text() const;        // "178 and 179 Hz, the lesser with 0.5 of the other's amplitude"
};

std::optional<ModeBeat> find_mode_beat(const ComplexAmplitude& amplitude, double centre_hz);

}  // namespace slipfront
