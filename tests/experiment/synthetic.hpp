// Decays with a known answer, for the tests of ring-downs.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <vector>

#include "experiment/gaussian_process.hpp"
#include "experiment/record.hpp"

namespace synthetic {

constexpr double kPi = std::numbers::pi;

/// Acceleration a = omega^2 q cos(phase) with q' = -zeta(q) omega(q) q, q(0) = 1.
inline std::vector<double> decay(const std::function<double(double)>& frequency,
                                 const std::function<double(double)>& damping, double seconds,
                                 double rate = 25600, double start = 1) {
  std::vector<double> x(static_cast<std::size_t>(seconds * rate));
  double q = start, phase = 0.3;
  constexpr int kSteps = 4;
  const double dt = 1 / rate / kSteps;
  for (double& value : x) {
    const double omega = 2 * kPi * frequency(q);
    value = omega * omega * q * std::cos(phase);
    for (int s = 0; s < kSteps; ++s) {
      const double w = 2 * kPi * frequency(q), half = q * (1 - 0.5 * damping(q) * w * dt);
      const double wm = 2 * kPi * frequency(half), z = damping(half);
      q -= z * wm * half * dt;
      phase += wm * std::sqrt(1 - z * z) * dt;
    }
  }
  return x;
}

/// White noise `decibel` below the signal's size at its start.
inline void add_noise(std::vector<double>& x, double amplitude, double decibel,
                      std::uint64_t seed) {
  const double deviation = amplitude / std::sqrt(2.0) * std::pow(10.0, -decibel / 20);
  const Eigen::VectorXd z = slipfront::normal_numbers(static_cast<Eigen::Index>(x.size()), seed);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += deviation * z(static_cast<Eigen::Index>(i));
}

inline slipfront::Record record(std::vector<double> x, double rate = 25600) {
  slipfront::Record r;
  r.source = "test";
  r.sampling_hz = rate;
  r.channels.push_back({"acc", std::move(x)});
  return r;
}

}  // namespace synthetic
