// Eq 33 on interfaces of many points (FJROM): only what slips or parts is an unknown.
//
//   (w_r^2 - lambda) a_r + psi_r' r = 0                    kept modes
//   z = Psi_a a - F(lambda) r                              all rows
//   (a'a + r'F'(lambda) r - q^2) / 2 = 0
//   r = net force of the law at z                          core/slip_system.hpp
//
// The state (r, a, lambda) carries the reaction r that belongs to the displacement z, not
// the law's force: this is Newton's method in displacements. F, B are frozen at one lambda;
// residuals use the true F(lambda).
//
// Line search on the energy, not on the residual: along a step the derivative of the
// Lagrangian is
//
//   G(s) = sum [r(z + s dz) - r(z)]'dz + G0 + s k,    G0 = e'dz + e_modal'da + e_norm dlambda,
//
// e = r(z) - r, k such that G(1) = 0 for a linear law. A full step if G(1) <= 0.3 |G0|, else
// the root of G. For the lowest mode the solution is a minimum of a convex piecewise
// quadratic energy, while the norm of the residual rises at every change of stick and slip.
//
// Limit: for higher modes the solution is a saddle; smaller amplitude steps then do the rest
// (core/modal_path.hpp).
#pragma once

#include "core/element_structure.hpp"
#include "core/modal_equations.hpp"
#include "core/slip_system.hpp"

namespace slipfront {

class ElementNewton final : public ModalEquations {
 public:
  /// `lambda` and `eta` of the stuck mode of interest; `stuck` tangents of all rows.
  ElementNewton(const ElementStructure& elements, const ContactRows& contact, double lambda,
                const Eigen::VectorXd& eta, const Eigen::VectorXd& stuck);

  NewtonSummary solve(ModalState& state, const ContactHistory& history,
                      const ForceRange& expected) override;
  double overlap(const ModalState& one, const ModalState& other) override;
  Eigen::MatrixXd unknowns(std::span<const ModalState* const> states) override;
  Slope slope(const ModalState& state, const ContactHistory& history,
              const Eigen::MatrixXd& d_force) override;

 private:
  using Blocks = ContactRows::Blocks;

  void set_stuck_state(double lambda, const Eigen::VectorXd& eta, const Eigen::VectorXd& stuck);
  /// z from r, a, lambda, with F'(lambda) r along.
  void displace(ModalState& state);
  void evaluate_law(const Eigen::VectorXd& z, const ContactHistory& history);
  void modal_residuals(const ModalState& state);
  double size_of_residuals(const ModalState& state) const;
  void direction(const ModalState& state);
  double search(const ContactHistory& history);

  const ElementStructure& elements_;
  Eigen::Index kept_, rows_;
  Eigen::VectorXd omega_a_, reference_;  // reference springs of the rows in use
  Eigen::MatrixXd psi_a_, psi_o_;
  Eigen::VectorXd omega_o_;
  ElementStructure::Rest rest_;
  Eigen::MatrixXd shape_weight_;  // F' at the frozen lambda: overlaps
  Eigen::VectorXd weight_;        // of the rows' force errors
  SlipSystem system_;
  SlipSystem::Base modes_;  // base of the kept modes
  Eigen::MatrixXd psi_b_psi_;

  // At the current state.
  Eigen::VectorXd all_z_, force_, f1r_, z_used_;
  Blocks tangent_;  // of the net forces
  Eigen::VectorXd net_law_, error_;
  Eigen::VectorXd r2_;
  double r3_ = 0, rf1r_ = 0, rf2r_ = 0, lambda_f1_ = 0;
  Eigen::VectorXd f1_at_;     // F' r used as the lambda column
  SlipSystem::Base stretch_;  // its base

  // The step.
  Eigen::VectorXd dr_, dz_, da_, trial_force_, trial_z_;
  double dlambda_ = 0, descent_ = 0, curvature_ = 0;
  Blocks trial_tangent_;
};

}  // namespace slipfront
