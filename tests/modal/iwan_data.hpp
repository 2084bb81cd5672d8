// Data for the tests of identification and fits.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "core/measured_backbone.hpp"
#include "modal/force_dissipation.hpp"
#include "modal/modal_iwan.hpp"
#include "modal/newmark.hpp"

/// The report's example, as printed in its appendix.
inline slipfront::ForceDissipation aff_data() {
  return {"AFF1_1",
          {42.42640687, 84.85281374, 127.2792206, 169.7056275, 226.27417},
          {4.25e-5, 2.13e-4, 5.84e-4, 1.23e-3, 2.56e-3}};
}

/// What a joint dissipates at `count` forces up to `highest` F_S, times exp(scatter N(0,1)).
inline slipfront::ForceDissipation dissipation_of(const slipfront::IwanJoint& joint, int count,
                                                  double highest, double scatter,
                                                  std::uint32_t seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  slipfront::ForceDissipation data;
  data.source = "synthetic";
  for (int i = 1; i <= count; ++i) {
    const double force = highest * joint.slip_force() * i / count;
    data.force.push_back(force);
    data.dissipation.push_back(joint.dissipation(joint.amplitude(force)) *
                               std::exp(scatter * normal(random)));
  }
  return data;
}

/// Table 6 of Deaner et al., first mode at 3.39 N m.
inline slipfront::ModalIwan first_mode() {
  return slipfront::ModalIwan::make(2.33, 1.37e5, 4.41e5, -0.178, 0.0316, 3.96);
}

inline slipfront::MeasuredBackbone backbone_of(const slipfront::ModalIwan& mode,
                                               slipfront::Reading reading, double low, double high,
                                               std::size_t count) {
  slipfront::MeasuredBackbone b;
  b.source = "exact";
  b.amplitude = slipfront::log_spaced(low, high, count);
  for (const double q : b.amplitude) {
    b.frequency_hz.push_back(mode.frequency_hz(q, reading));
    b.damping.push_back(mode.damping(q, reading));
  }
  b.frequency_lower = b.frequency_upper = b.frequency_hz;
  b.damping_lower = b.damping_upper = b.damping;
  return b;
}

/// Let go at rest from q0; `parts` steps per sample.
inline slipfront::TimeResponse released(const slipfront::ModalIwan& mode, double q0, double seconds,
                                        double sampling_hz, int parts) {
  slipfront::ElementsJoint joint(slipfront::discretise(mode.joint).elements);
  for (int i = 1; i <= 200; ++i) joint.accept(q0 * i / 200);
  slipfront::NewmarkOptions options;
  options.step = 1 / (sampling_hz * parts);
  options.force_scale = mode.joint.slip_force();
  return slipfront::integrate_newmark({1, mode.k_inf, mode.viscous}, joint,
                                      slipfront::HalfSinePulse{}, q0, 0,
                                      std::size_t(seconds * sampling_hz * parts), options);
}

/// Amplitude, frequency and damping of a decay from its turning points x_k: A_k = |x_k -
/// x_(k+1)| / 2 takes out the offset that a hysteretic joint leaves.
struct TurningPoint {
  double amplitude, frequency_hz, damping, next;  // between A_k and A_(k+1) = next
};

inline std::vector<TurningPoint> turning_points(const slipfront::TimeResponse& r) {
  std::vector<double> x = {r.displacement[0]}, t = {0};
  for (std::size_t i = 2; i < r.size(); ++i) {
    if (r.velocity[i - 1] * r.velocity[i] >= 0) continue;
    const double share = r.velocity[i - 1] / (r.velocity[i - 1] - r.velocity[i]);
    t.push_back(r.time(i - 1) + share * r.step);
    x.push_back(std::abs(r.displacement[i - 1]) > std::abs(r.displacement[i])
                    ? r.displacement[i - 1]
                    : r.displacement[i]);
  }
  std::vector<TurningPoint> points;
  for (std::size_t k = 0; k + 2 < x.size(); ++k) {
    const double a = 0.5 * std::abs(x[k] - x[k + 1]), b = 0.5 * std::abs(x[k + 1] - x[k + 2]);
    points.push_back({0.5 * (a + b), 1 / (t[k + 2] - t[k]), 2 * (a - b) / (M_PI * (a + b)), b});
  }
  return points;
}
