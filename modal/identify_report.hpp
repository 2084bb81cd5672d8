// Identification of a four-parameter joint as Segalman's report lists it (SAND2002-3828,
// appendix: find_param.m, fit3.m, para_fit3.m).
//
//   min over chi, beta, p = R phi_max^(chi+3) of
//     sum_i [log10(4 p r_i^(chi+3) / ((chi+2)(chi+3)) / D_i)]^2  + 5e-3 chi^2
//     + ((K - K_T)/K)^2, if a stiffness K is wanted and beta > 1
//     + 1e3 (beta-10)^2 above 10 + 1e6 (beta-0.001)^2 below 0.001 + 1e6 (chi+0.999)^2 below
//   with r_i from F_i/F_S by eq 34;
//   phi_max = mean over the data of the value that eq 40 gives for each;
//   K_T = p (1+beta) / ((chi+1) phi_max^2).
// The listing stops after 600 evaluations, unconverged on its own example; here the simplex is
// restarted until a fresh one gains nothing. r is exact here and to 1e-4 (before a last Newton
// step) there. Where the listing would take roots of negative numbers (beta < 0, chi <= -1,
// p <= 0) the objective is infinite.
//
// Limits: chi is drawn towards zero and beta ends at its bounds; see identify.hpp for the same
// data without penalties.
#pragma once

#include <optional>
#include <vector>

#include "modal/force_dissipation.hpp"
#include "modal/iwan_joint.hpp"

namespace slipfront {

struct ReportIdentification {
  double chi = 0, beta = 0, phi_max = 0, stiffness = 0;
  double p = 0;          // R phi_max^(chi+3) [J]
  double objective = 0;  // with its penalties
  int evaluations = 0;
  int restarts = 0;
  bool converged = false;
  double first_objective = 0;           // what the report's start alone reaches in 600 evaluations
  int starts = 0, starts_agreeing = 0;  // of several starts, so many end at the same value
};

/// The objective itself.
double report_objective(const ForceDissipation& data, double slip_force,
                        std::optional<double> stiffness, double chi, double beta, double p);

/// From the report's start (chi 0, beta 5, p the median dissipation) and from others.
ReportIdentification identify_as_reported(const ForceDissipation& data, double slip_force,
                                          std::optional<double> stiffness = {});

}  // namespace slipfront
