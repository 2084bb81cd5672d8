// The hysteresis loop of a friction model at one interface point: what a parameter set
// looks like as a law (Porter et al., Figures 12, 18, 24), for loops.csv and `joint loop`.
//
// In the Masing framework, from the virgin curve f(u) = law(u) + kp u, between -U and U:
//   unloading  t(u) =  f(U) - 2 f((U - u) / 2)
//   loading    t(u) = -f(U) + 2 f((U + u) / 2)
// In the non-Masing framework the loop is traced from the history at rest until it closes, forty
// times at most; `open` tells how far it is from that.
//
// The amplitude U that suits a law is where the joint has given way to two thirds: the
// displacement at which the secant stiffness f(U)/U has fallen from its stuck value k0 to
// k_inf + (k0 - k_inf)/3, with k_inf the secant stiffness at one metre. For Jenkins this is
// U = 3 ts/kt. A law that never gives way (k_inf = k0) is drawn at one micrometre.
#pragma once

#include <span>

#include "core/contact.hpp"
#include "results/records.hpp"

namespace slipfront {

/// U [m] that suits the law; without normal traction.
double loop_displacement(const ContactModel& contact, std::span<const double> values);

/// First loading from 0 to the amplitude, and the loop from U down to -U and back to U, evenly
/// sampled but for the corners of the curve: the sample next to each stands on it.
struct HysteresisLoop {
  std::vector<double> first_displacement, first_traction;  // [m], [N/m^2]
  std::vector<double> displacement, traction;
  double area = 0;  // energy lost per cycle [J/m^2]
  double open = 0;  // what the traction at U still changes by in a cycle, as a share of it

  bool closed() const { return open <= kClosed; }
  static constexpr double kClosed = 1e-10;
};

/// In the contact's framework; the normal traction [N/m^2] is constant.
HysteresisLoop hysteresis_loop(const ContactModel& contact, std::span<const double> values,
                               double amplitude, double normal_traction = 0);

/// The Masing loop at the amplitude that suits the law; `point` is the row of front.csv that
/// it belongs to.
LoopRecord masing_loop(const ContactModel& contact, std::span<const double> values, int point);

}  // namespace slipfront
