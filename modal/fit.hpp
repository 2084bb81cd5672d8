// Fit of a modal Iwan model (modal_iwan.hpp) to a measured backbone, and what the backbone can
// tell about its parameters.
//
//   min sum_i [ln(f(q_i)/f_i) / s_f]^2 + [ln(zeta(q_i)/zeta_i) / s_z]^2
// by self-adaptive differential evolution (pagmo), then Ceres. The paper's objective (36, 37)
// divides by the largest residual and is degenerate: here s_f and s_z are first the ranges of
// the data, then the errors that the fit itself leaves (by their median); beyond two of them a
// residual counts by its size, not by its square (Huber).
//
// The unknowns of the search are those that data can see, one after the other:
//   K0, the loss of stiffness w at the highest amplitude, chi, C      any backbone
//   P/K0 = R phi_max^(chi+1) / ((chi+1) K0)  (where macroslip begins)  only beyond phi_max
//   S/(K0 - P)                                                         only beyond phi_max
// In microslip the last two drop out of the equations: F_S, K_T, K_inf and beta then trade off
// exactly. A model held in microslip is fitted too; unless the data tell both apart (95 %), or
// unless three amplitudes lie beyond phi_max, the four are declared not identifiable, their
// bounds are given, and the model that is returned is one example: phi_max at twice the highest
// amplitude, S = P.
//
// Neighbouring points of a backbone share their errors: the number of independent ones is
// n (1-a)/(1+a), a the correlation of neighbouring residuals.
// A backbone does not say whether it holds frequency and damping of a steady cycle or of a free
// decay (Reading); both are fitted, and a decay is assumed unless the other is clearly better.
//
// Limits: modal amplitudes; at least six; K_inf > 0, C > 0 (a bound that is met is told).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/measured_backbone.hpp"
#include "modal/modal_iwan.hpp"
#include "modal/profile.hpp"

namespace slipfront {

struct FitOptions {
  /// Members and generations of the global search; 12,000 evaluations take a second.
  int population = 40;
  int generations = 300;
  std::uint64_t seed = 1;

  /// The reading of the backbone, if it is known.
  std::optional<Reading> reading;
};

struct FittedQuantity {
  std::string name;  // K0, R, chi, C, F_S, K_T, K_inf, beta, phi_max
  double value = 0;  // of the model
  bool identifiable = false;
  // 95 % interval if identifiable; else what microslip up to the highest amplitude requires.
  std::optional<double> lower, upper;
  bool at_bound = false;  // of the search
};

struct ModalFit {
  std::string source;
  ModalIwan model;
  Reading reading = Reading::decay;
  bool macroslip = false;  // the data pass phi_max
  double lowest_amplitude = 0, highest_amplitude = 0;
  double frequency_scatter = 0, damping_scatter = 0;  // relative, root mean square
  double other_reading_ratio = 0;  // of its errors to this one's (product); 0 if it was not tried
  double independent_data = 0;
  bool converged = false;
  std::vector<FittedQuantity> quantities;
  std::vector<std::string> warnings;  // where the model does not explain the backbone

  const FittedQuantity& quantity(const std::string& name) const;
};

/// A Failure for response amplitudes, fewer than six amplitudes, damping not above zero.
ModalFit fit_modal_iwan(const MeasuredBackbone& backbone, const FitOptions& options = {});

}  // namespace slipfront
