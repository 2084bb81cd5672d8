// The parameters of the built-in laws: one entry per parameter, shared by every law
// that has it, so that all laws are searched within the same bounds.
//
// Bounds reach a decade or more beyond the ranges of results in Porter et al., Tables
// 11-15. Values and bounds are per area. post_slip_stiffness and normal_stiffness
// belong to core/contact.hpp.
#pragma once

#include "core/parameter.hpp"

namespace slipfront::parameter {

/// 10^decades.
double power_of_ten(double decades);

const Parameter& slip_traction();         // ts  [N/m^2]
const Parameter& tangential_stiffness();  // kt  [N/m^3]
const Parameter& friction_coefficient();  // mu  [1]

const Parameter& chi();        // exponent of the slider distribution of iwan4 [1]
const Parameter& chi_iwan5();  // the same with the narrower bounds of iwan5
const Parameter& beta();       // Iwan: ratio of delta to power-law stiffness [1]
const Parameter& theta();      // Iwan: sliding over breakaway force [1]

const Parameter& initial_stiffness();  // A of Bouc-Wen, E0 of Valanis [N/m^3]

// Bouc-Wen. The unit of a rate depends on n: N^(1-n) m^(2n-3) in traction form. The
// loading rate of the Masing form is eta = alpha - beta; alpha has eta's bounds.
const Parameter& eta();      // general n
const Parameter& eta_1();    // n = 1 [1/m]
const Parameter& eta_2();    // n = 2 [m/N]
const Parameter& alpha();    // general n
const Parameter& alpha_1();  // n = 1 [1/m]
const Parameter& alpha_2();  // n = 2 [m/N]
const Parameter& beta_over_alpha();
const Parameter& n();

const Parameter& slip_stiffness();  // Et of Valanis [N/m^3]
const Parameter& lambda();          // of Valanis [1/m]
const Parameter& kappa();           // of Valanis [1]

}  // namespace slipfront::parameter
