// A single oscillator with a hysteretic joint by averaging: amplitude and phase change slowly
// while the response itself does not, so that an adaptive Runge-Kutta method takes steps of
// many periods.
//
// Free of force (Shetty and Allen, eq 12-15, with better coefficients: averaging_cycle.hpp),
//   A' = -zeta omega A,   phi' = omega sqrt(1 - zeta^2),   x = A cos phi
//   m omega^2 = K_h(A) + K_inf                              (eq 5; its root covers m)
//   zeta      = (D(A) + pi C omega A^2) / (2 pi (K_e(A) + K_inf) A^2)
// so that omega and zeta are those that a measured decay shows: zeta is a logarithmic
// decrement. Loops of any law are traced, beyond macroslip too, where the closed forms of the
// paper end. Of laws that do not follow Masing's rules (Iwan-5, Bouc-Wen, Valanis) that is not so:
// in a decay their turns lie on no closed loop, however slow it is (docs/averaging.md has figures).
//
// Under a pulse, as an oscillator whose omega and zeta are those of its present amplitude
// (eq 1, 5-10, with secant stiffness), found at each instant by fixed-point iteration:
//   x'' + 2 zeta omega x' + omega^2 x = F(t)/m,   A^2 = x^2 + (x'/omega_d)^2
//
// Both by Boost.Odeint's Dormand-Prince method. The tolerance has to be tight: with that of
// common solvers (1e-3) the damping is wrong by half.
//
// Limits: one mode; zeta below 0.5 or so; during a pulse the joint is taken to be in a steady
// cycle at each instant, which it is not when it slips within a half wave.
#pragma once

#include <vector>

#include "core/friction_law.hpp"
#include "modal/newmark.hpp"
#include "modal/pulse.hpp"

namespace slipfront {

struct AveragingOptions {
  double tolerance = 1e-9;  // of amplitude (relative) and phase (rad), per step
  double duration = 0;      // [s]
};

/// omega [rad/s] and zeta at an amplitude.
struct AveragedRate {
  double omega = 0, zeta = 0;
};
/// Of a free decay. A Failure if nothing oscillates at that amplitude.
AveragedRate averaged_rate(const Oscillator& oscillator, const BoundLaw& law, double amplitude);
/// As the paper has it (eq 5 and 6): with the secant stiffness for both.
AveragedRate secant_rate(const Oscillator& oscillator, const BoundLaw& law, double amplitude);

/// The steps that the integration took.
struct AveragedResponse {
  std::vector<double> time, amplitude, phase;  // [s], [m], [rad]
  std::vector<double> omega, zeta;             // at those amplitudes

  std::size_t size() const { return time.size(); }
  /// Displacement, velocity and acceleration every `step` seconds from `start` on, between the
  /// steps by cubic interpolation of ln A and phi.
  TimeResponse sampled(double start, double step, std::size_t count) const;
};

/// Amplitude and phase at one time that give the displacement and velocity, with secant_rate.
struct AveragedState {
  double time = 0, amplitude = 0, phase = 0;
};
AveragedState averaged_state(const Oscillator& oscillator, const BoundLaw& law, double time,
                             double displacement, double velocity);

/// Free decay from a state to options.duration.
AveragedResponse integrate_averaging(const Oscillator& oscillator, const BoundLaw& law,
                                     const AveragedState& start, const AveragingOptions& options);

/// The state at the end of a pulse that hits the oscillator at rest. With a `step` above 0 the
/// response on the way is kept in `during`, every `step` seconds. The tolerance is 1e-6 at best:
/// what is left out during a pulse is worth percents.
AveragedState pulse_by_averaging(const Oscillator& oscillator, const BoundLaw& law,
                                 const HalfSinePulse& pulse, double step,
                                 const AveragingOptions& options, TimeResponse& during);

}  // namespace slipfront
