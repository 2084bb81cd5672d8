// Amplitude, frequency and damping of a computed free decay, from its turning points: no
// filter, no noise, no model of the joint.
//
//   x' = 0 at t_k (by cubic interpolation between samples), A_k = |x_k - x_(k+1)| / 2
//   f    = n / (2 (t_(i+n) - t_i))          damped frequency over n half cycles
//   zeta = delta / sqrt(pi^2 + delta^2),    delta = ln(A_i / A_(i+n)) / n     per half cycle
//   omega_n = 2 pi f / sqrt(1 - zeta^2)
//
// n is chosen so that points lie evenly in ln A, two cycles apart at least; a point's amplitude
// is the geometric mean of its ends. Measured records, which have noise and other modes, are
// for experiment/ringdown.hpp.
//
// Limits: a decay through zero (no offset that changes within a cycle); at least eight samples
// per cycle.
#pragma once

#include <vector>

#include "experiment/decay.hpp"
#include "modal/newmark.hpp"

namespace slipfront {

/// Points of the response from `from` [s] on; none if it holds less than four cycles.
std::vector<DecayPoint> decay_points(const TimeResponse& response, double from, int points = 200);

}  // namespace slipfront
