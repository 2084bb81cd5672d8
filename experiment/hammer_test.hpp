// Simulated hammer tests: accelerations of a structure whose modes each decay along a
// backbone of their own, by averaging over amplitude and phase,
//
//   q' = -zeta(q) omega(q) q,   phi' = omega(q) sqrt(1 - zeta^2),
//   a(t) = sum_r R_r omega_r^2 q_r cos(phi_r) + contact pulse + noise
//
// integrated with Heun's rule at the sampling rate divided into equal steps.
//
// Limits: modes do not couple; the hammer's contact is a half sine.
#pragma once

#include <cstdint>
#include <vector>

namespace slipfront {

/// Frequency and damping of a mode against ln amplitude, constant beyond the ends.
struct ModeCurve {
  std::vector<double> amplitude, frequency_hz, damping;  // ascending amplitude
  double response = 1;                                   // |R phi| at the accelerometer
  double start = 0;                                      // amplitude after the hit
  double phase = 0;                                      // then [rad]
};

struct HammerOptions {
  double sampling_hz = 25600;
  double seconds = 5;
  double before = 0.05;      // of the hit [s]
  double contact = 5e-4;     // of the hammer [s]
  double pulse = 50;         // largest acceleration during contact [m/s^2]
  double noise = 0.02;       // standard deviation [m/s^2]
  double resolution = 1e-4;  // of the converter [m/s^2]
  std::uint64_t seed = 1;
};

std::vector<double> hammer_test(const std::vector<ModeCurve>& modes, const HammerOptions& options);

}  // namespace slipfront
