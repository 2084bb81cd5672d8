// Time integration of a single oscillator with a hysteretic joint: Newmark's rule of average
// acceleration, with Newton's iteration on the balance of forces at the end of each step,
//
//   x_1 = x_0 + h v_0 + h^2/4 (a_0 + a_1),   v_1 = v_0 + h/2 (a_0 + a_1)
//   r = F(t_1) - m a_1 - C v_1 - K_inf x_1 - f(x_1),   |r| <= tolerance F_S
//
// The rule itself has no damping; its period is long by (omega h)^2 / 12 (200 steps per
// period: 8e-5).
//
// The tolerance decides what small damping is worth. A residual of the same sign all along a
// cycle of amplitude A does the work 4 A |r|, which stands beside the viscous loss
// pi C omega A^2; below the amplitude
//
//   A_1 = 4 tolerance F_S / (0.01 pi C omega)
//
// it may change the damping by one percent, and far below damping falls under its linear value
// (Shetty and Allen, figure 5, with a tolerance of 1e-8). 1e-12 of F_S is safe in all cases
// that engineers meet, and is still a thousand times above rounding.
//
// Source: Shetty and Allen, section 3; Newmark (1959). Limits: one unknown, fixed steps.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "modal/newmark_joint.hpp"
#include "modal/pulse.hpp"

namespace slipfront {

struct NewmarkOptions {
  double step = 0;           // h [s]
  double force_scale = 0;    // F_S [N]: what the tolerance refers to
  double tolerance = 1e-12;  // of F_S
  int most_iterations = 50;  // per step; a joint of N elements needs two or three
};

/// Displacement, velocity and acceleration at start + i step.
struct TimeResponse {
  double start = 0, step = 0;
  std::vector<double> displacement, velocity, acceleration;

  std::size_t size() const { return displacement.size(); }
  double time(std::size_t i) const { return start + step * static_cast<double>(i); }
};

/// The force F(t) [N] on the oscillator.
using ForceHistory = std::function<double(double time)>;

/// From x and v at t = 0, in balance there; `steps` steps. The joint must have been loaded to
/// x. A Failure that names the time at which the iteration does not converge.
TimeResponse integrate_newmark(const Oscillator& oscillator, Joint& joint,
                               const ForceHistory& force, double displacement, double velocity,
                               std::size_t steps, const NewmarkOptions& options);
inline TimeResponse integrate_newmark(const Oscillator& oscillator, Joint& joint,
                                      const HalfSinePulse& pulse, double displacement,
                                      double velocity, std::size_t steps,
                                      const NewmarkOptions& options) {
  return integrate_newmark(
      oscillator, joint, [pulse](double time) { return pulse.force(time); }, displacement, velocity,
      steps, options);
}

/// A_1 of the formula above [m], with omega [rad/s]; infinite without viscous damping.
double distorted_below(const Oscillator& oscillator, double omega, const NewmarkOptions& options);

}  // namespace slipfront
