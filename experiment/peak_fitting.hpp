// Peak finding and fitting (PFF): from the half waves of a band-passed acceleration to
// points of frequency, damping and displacement amplitude.
//
//   q(t) = a(t) / (g omega_n(t)^2 |phi|)            displacement from acceleration
//   zeta = -(d ln q / dt) / omega_n                 (acceleration decays faster by 2 d ln omega)
//   omega_n^2 = omega_d^2 + (d ln a / dt)^2
//
// a is the envelope, g the gain of the zero-phase filter at the frequency, phi the response
// of the mass-normalised mode at the accelerometer (1: amplitudes stay those of the
// response). Local fits: local_decay.hpp.
//
// Source: Jin, Brake and Song (2019); Porter et al., section 3.1.
#pragma once

#include <vector>

#include "experiment/decay.hpp"

namespace slipfront {

struct PeakFitOptions {
  double mode_shape = 1;  // |phi| [1/sqrt(kg)]
  // Points per decay: enough for a picture and for the regression, few enough to be fast.
  int points = 300;
};

/// Half waves in order, times from any origin; `noise` is that of the heights. Points lie
/// evenly in ln amplitude between the second half wave and the last but one.
std::vector<DecayPoint> fit_points(const std::vector<HalfWave>& waves, double noise,
                                   const Band& band, const BandPass& filter,
                                   const PeakFitOptions& options = {});

}  // namespace slipfront
