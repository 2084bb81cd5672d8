// The hysteresis loop of a friction model at one interface point, for loops.csv: what
// a parameter set looks like as a law (Porter et al., Figures 12, 18, 24).
//
// Masing loop between -U and U from the virgin curve f(u) = law(u) + kp u:
//   unloading  t(u) =  f(U) - 2 f((U - u) / 2)
//   loading    t(u) = -f(U) + 2 f((U + u) / 2)
//
// U is where the joint has given way to two thirds: the displacement at which the secant
// stiffness f(U)/U has fallen from its stuck value k0 to k_inf + (k0 - k_inf)/3, with
// k_inf the secant stiffness at one metre. For Jenkins this is U = 3 ts/kt. A law that
// never gives way (k_inf = k0) is drawn at one micrometre.
//
// Limit: laws that know the Masing framework and need no normal traction.
#pragma once

#include <span>

#include "core/contact.hpp"
#include "results/records.hpp"

namespace slipfront {

/// U [m].
double loop_displacement(const ContactModel& contact, std::span<const double> values);

/// From U down to -U and back to U; `point` is the row of front.csv that it belongs to.
LoopRecord masing_loop(const ContactModel& contact, std::span<const double> values, int point);

}  // namespace slipfront
