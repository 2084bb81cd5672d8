// What a ring-down says about one mode: frequency and damping against amplitude, point by
// point, and how these were obtained.
#pragma once

#include <string>
#include <vector>

#include "experiment/butterworth.hpp"
#include "experiment/half_waves.hpp"

namespace slipfront {

struct DecayPoint {
  double time = 0;          // [s], of the record
  double amplitude = 0;     // modal [m sqrt(kg)], or response [m]: see Decay
  double frequency_hz = 0;  // undamped natural frequency omega_n / 2 pi
  double damping = 0;       // ratio of critical damping
  // Points share data with their neighbours: of so many independent observations this one is
  // worth (0 .. 1).
  double worth = 1;
  // Standard deviations by the noise of the record: of the frequency [Hz], of ln damping.
  double frequency_deviation = 0, damping_deviation = 0;
};

enum class DecayMethod { peaks, hilbert };

struct Decay {
  std::string source, channel;  // file and channel
  int hit = 1;                  // of the record, from 1
  DecayMethod method = DecayMethod::peaks;
  Band band;
  double start = 0, end = 0;  // of the part used [s]
  bool response_amplitude = true;
  double noise = 0;                // of the band-passed acceleration [m/s^2]
  std::vector<DecayPoint> points;  // in the order of time
  std::vector<std::string> notes;  // choices that were made
  std::vector<std::string> warnings;
  std::string unfit;  // why no smooth curve should go through the points; empty if one may

  // For the picture of the decay.
  std::vector<HalfWave> half_waves;  // times of the record [s], heights [m/s^2]
  std::vector<double> signal;        // band-passed [m/s^2], from `start` on
  double sampling_hz = 0;
};

}  // namespace slipfront
