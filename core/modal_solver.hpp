// Rayleigh-quotient nonlinear modal analysis (RQNMA; Porter et al., section 3.4):
// natural frequency and damping of one mode against modal amplitude q.
//
//   K u + f_nl(u) - lambda M (u - us) - fs = 0        (eq 33a)
//   (u - us)' M (u - us) - q^2 = 0                    (eq 33b)
//   omega = sqrt(lambda)                              (eq 34a)
//   zeta  = D / (2 pi (omega q)^2) + zeta0            (eq 40)
//
// u are the reduced unknowns, us their prestressed state under the bolt load fs, and
// lambda [rad^2/s^2] the multiplier of the amplitude constraint.
//
// A backbone is a pure function of its arguments: the solver is const after
// construction and may be used from many threads at once.
//
// Residual that is reported, and that `converged` means to be at most 1e-9:
//   ||S r|| / (||S K y|| + ||S (f_nl(u) - f_nl(us))|| + lambda ||S M y||) + |y'My/q^2 - 1|
// with y = u - us, r of eq 33a, S = diag(K + J_stuck)^(-1/2), 2-norms.
//
// Frameworks: Masing (eq 32) and non-Masing (repeated or closed loops); patches and elements;
// spring and penalty contact. How a backbone is computed: core/backbone_run.hpp.
#pragma once

#include <memory>
#include <span>

#include "core/backbone.hpp"
#include "core/backbone_options.hpp"
#include "core/contact.hpp"
#include "core/structure.hpp"

namespace slipfront {

class CondensedStructure;

class ModalSolver {
 public:
  /// Condenses the structure once. Throws a Failure if the structure is not usable.
  explicit ModalSolver(std::shared_ptr<const Structure> structure);
  ~ModalSolver();
  ModalSolver(ModalSolver&&) noexcept;
  ModalSolver& operator=(ModalSolver&&) noexcept;

  const Structure& structure() const { return *structure_; }
  /// Whether the interface has so many points that core/element_newton.hpp solves it.
  bool many_points() const;

  /// `values` in the order of contact.parameters(); amplitudes above 0 and ascending
  /// (else a Failure). Never throws for a parameter set that cannot be solved: the
  /// reason stands in the status of each amplitude.
  Backbone backbone(const ContactModel& contact, std::span<const double> values,
                    std::span<const double> amplitudes, const BackboneOptions& options = {}) const;

  /// Lowest frequencies [Hz] with linear springs kt, kn per area on the whole
  /// interface, and the positions among them of the modes that bend along the bolts.
  struct LinearModes {
    std::vector<double> frequencies_hz;
    std::vector<int> bending;
    Eigen::MatrixXd shapes;  // columns, mass-normalised, in the structure's unknowns
  };
  LinearModes linear_modes(double tangential_stiffness, double normal_stiffness,
                           int count = 12) const;

 private:
  std::shared_ptr<const Structure> structure_;
  std::unique_ptr<const CondensedStructure> condensed_;
};

}  // namespace slipfront
