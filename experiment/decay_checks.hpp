// What shows in the half waves of a decay, or in what a law of it leaves over, that it is not one
// free decay: an amplitude that hardly falls, that grows, that jumps.
#pragma once

#include <complex>
#include <cstddef>
#include <optional>
#include <vector>

#include "experiment/half_waves.hpp"

namespace slipfront {

/// Factor by which the amplitude falls from the first half waves to the last.
double total_fall(const std::vector<HalfWave>& waves);

/// ln amplitude rises from its least value so far by more than a little and the noise.
struct Growth {
  double from = 0, to = 0;  // time of the least value, and of the first that is beyond [s]
};
std::optional<Growth> growth(const std::vector<HalfWave>& waves, double noise);

/// What a law leaves of ln of the complex amplitude over a cycle or so.
struct Leftover {
  double time = 0;             // [s]
  std::complex<double> value;  // of ln amplitude and phase
  double deviation = 0;        // standard deviation by noise, of either
};

/// Share of the amplitude that is left over, if that is far more than noise and more than a little:
/// hum or a neighbour that leaks into the band.
std::optional<double> unexplained(const std::vector<Leftover>& left);

/// Where what is left over changes within `settling` [s] by far more than its noise and than it
/// does near by, as what leaks in does: another blow, too small for the amplitude to grow.
std::optional<double> jump(const std::vector<Leftover>& left, double settling);

}  // namespace slipfront
