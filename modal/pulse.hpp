// The blow of a hammer as half a sine, and the single oscillator that it hits.
//
//   m x'' + C x' + K_inf x + f(x) = F(t)
//   F(t) = F_0 sin(pi t / T) for 0 <= t <= T, else 0
//
// F_0 [N], T [s]; x [m], m [kg], C [N s/m], K_inf [N/m], f [N] the joint (newmark_joint.hpp).
// A mass-normalised mode is the same with m = 1 and x in m sqrt(kg).
#pragma once

namespace slipfront {

struct HalfSinePulse {
  double amplitude = 0;  // F_0 [N]
  double width = 0;      // T [s]; 0: no pulse

  double force(double time) const;
  /// int F dt = 2 F_0 T / pi [N s].
  double impulse() const;
};

struct Oscillator {
  double mass = 1;       // m [kg]
  double stiffness = 0;  // K_inf [N/m]: what is left when the joint slides
  double viscous = 0;    // C [N s/m]
};

}  // namespace slipfront
