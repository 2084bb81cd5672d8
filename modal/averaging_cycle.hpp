// A steady cycle of a joint between -A and A, seen as a spring and a loss: what averaging needs
// of a law (models/) at an amplitude.
//
//   D    loss per cycle [J], the work along the closed loop
//   K_h  in-phase stiffness [N/m]: 2/(pi A) int_0^pi f(A cos theta) cos theta dtheta, along
//        the unloading branch; it gives the frequency
//   K_s  secant stiffness (f(A) - f(-A)) / 2A, which Shetty and Allen take for K_h (eq 4): for
//        an Iwan joint its fall is less by 2 % of itself
//   K_e  slope of the stored energy by amplitude, dE/dA = K_e A. Of a free oscillation that
//        loses D/2 on its way from A to -(A - delta) a half wave's balance of energy gives
//          K_e A = f(A) - D'(A)/4,
//        which for joints after Masing is A f'(A): sliders that slide store no more. The paper
//        has K_s here (eq 6), which makes the loss of amplitude of the next half wave out of
//        that at its start: 2.5 % too small where the frequency has fallen by 2.5 %.
//
// The loop is traced from rest until it closes, so that laws that are not Masing have theirs.
#pragma once

#include "core/friction_law.hpp"

namespace slipfront {

struct SteadyCycle {
  double secant = 0;       // K_s [N/m]
  double dissipation = 0;  // D [J]
};

struct AveragedCycle {
  double stiffness = 0;     // K_h [N/m]
  double dissipation = 0;   // D [J]
  double energy_slope = 0;  // K_e [N/m]
};

/// A > 0 [m]. A Failure if the law has no hysteretic form, or if its loop does not close within
/// 400 cycles.
SteadyCycle steady_cycle(const BoundLaw& law, double amplitude);
AveragedCycle averaged_cycle(const BoundLaw& law, double amplitude);

}  // namespace slipfront
