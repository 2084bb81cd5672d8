// Decays with a known answer, for the tests of ring-downs.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <functional>
#include <numbers>
#include <vector>

#include "experiment/gaussian_process.hpp"
#include "experiment/record.hpp"

namespace synthetic {

constexpr double kPi = std::numbers::pi;

/// Acceleration of the displacement q cos(phase), up to its sign, with q' = -zeta(q) omega(q) q
/// and phase' = omega sqrt(1 - zeta^2): Re (s^2 + s') q exp(i phase), s = -zeta omega + i phase'.
inline std::vector<double> decay(const std::function<double(double)>& frequency,
                                 const std::function<double(double)>& damping, double seconds,
                                 double rate = 25600, double start = 1) {
  std::vector<double> x(static_cast<std::size_t>(seconds * rate));
  double q = start, phase = 0.3;
  constexpr int kSteps = 4;
  const double dt = 1 / rate / kSteps;
  const auto exponent = [&](double at) {
    const double w = 2 * kPi * frequency(at), z = damping(at);
    return std::complex<double>(-z * w, w * std::sqrt(1 - z * z));
  };
  for (double& value : x) {
    constexpr double kShare = 1e-5;  // of q, for the slope of s
    const std::complex<double> s = exponent(q);
    const std::complex<double> by_log =
        (exponent(q * (1 + kShare)) - exponent(q * (1 - kShare))) / (2 * kShare);
    value = -((s * s + s.real() * by_log) * std::polar(q, phase)).real();
    for (int i = 0; i < kSteps; ++i) {
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

/// A decay with what is known of it against the amplitude of the displacement.
struct Known {
  std::vector<double> acceleration;
  std::function<double(double)> frequency, damping;
};

/// Parallel elastic-slip elements of a power-law distribution on a mass, a modal Iwan joint, let
/// go from 1 and integrated in time; the truth is that of its turning points.
inline Known iwan_decay(double seconds, double rate = 25600) {
  constexpr int kElements = 300, kSteps = 8;
  constexpr double kStuck = 178 * 2 * kPi, kShare = 0.12, kChi = -0.3, kMost = 3, kZeta = 0.001;
  std::vector<double> stiffness, limit, force;
  double sum = 0;
  for (int i = 0; i < kElements; ++i) sum += std::pow(kMost * (i + 0.5) / kElements, kChi);
  for (int i = 0; i < kElements; ++i) {
    const double slip = kMost * (i + 0.5) / kElements;
    stiffness.push_back(kShare * kStuck * kStuck / sum * std::pow(slip, kChi));
    limit.push_back(stiffness.back() * slip);
    force.push_back(std::min(stiffness.back(), limit.back()));
  }
  const double dt = 1 / rate / kSteps, elastic = (1 - kShare) * kStuck * kStuck;
  double q = 1, v = 0;
  const auto acceleration = [&] {
    double a = -elastic * q - 2 * kZeta * kStuck * v;
    for (const double f : force) a -= f;
    return a;
  };
  Known known;
  std::vector<double> tip_time = {0}, tip = {1};
  double a = acceleration();
  for (int n = 0; n < static_cast<int>(seconds * rate); ++n) {
    known.acceleration.push_back(a);
    for (int s = 0; s < kSteps; ++s) {  // velocity Verlet; damping by the half-step velocity
      const double before = v;
      v += 0.5 * dt * a;
      q += dt * v;
      for (std::size_t i = 0; i < force.size(); ++i)
        force[i] = std::clamp(force[i] + stiffness[i] * dt * v, -limit[i], limit[i]);
      a = acceleration();
      v += 0.5 * dt * a;
      if (before * v < 0) {
        const double back = v / (v - before) * dt;  // since the tip
        tip_time.push_back((n * kSteps + s + 1) * dt - back);
        tip.push_back(q - v * back + 0.5 * a * back * back);
      }
    }
  }
  // Half cycles: their heights and the times of their middles, and both per half cycle by
  // differences of fourth order.
  std::vector<double> log_height, time, amplitude, frequency, damping;
  for (std::size_t k = 0; k + 1 < tip.size(); ++k) {
    log_height.push_back(std::log(0.5 * std::abs(tip[k] - tip[k + 1])));
    time.push_back(0.5 * (tip_time[k] + tip_time[k + 1]));
  }
  const auto difference = [](const std::vector<double>& y, std::size_t k) {
    return (y[k - 2] - 8 * y[k - 1] + 8 * y[k + 1] - y[k + 2]) / 12;
  };
  for (std::size_t k = 2; k + 2 < time.size(); ++k) {
    const double decrement = -difference(log_height, k);
    amplitude.push_back(std::exp(log_height[k]));
    damping.push_back(decrement / std::hypot(kPi, decrement));
    frequency.push_back(std::hypot(kPi, decrement) / (2 * kPi * difference(time, k)));
  }
  const auto curve = [amplitude](const std::vector<double>& values) {
    return [amplitude, values](double at) {
      std::size_t k = 1;
      while (k + 1 < amplitude.size() && amplitude[k] > at) ++k;
      const double share = (amplitude[k - 1] - at) / (amplitude[k - 1] - amplitude[k]);
      return (1 - share) * values[k - 1] + share * values[k];
    };
  };
  known.frequency = curve(frequency);
  known.damping = curve(damping);
  return known;
}

}  // namespace synthetic
