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
// Of F the modes that a solve takes one by one cost little; the rest, full matrices R and R' at the
// frozen lambda, most of a step that has few unknowns. R r is therefore carried along: a step's own
// equation, R dr = Psi_a da - F' r dlambda - dz - (modes one by one) dr, holds to rounding. R' dr
// is a product in single precision (it counts for 1e-5 of z). Residuals below 1e-9 are taken
// again with both products in full, so that what is accepted does not hang on what was carried.
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
// Where points change one after the other, so that steps would be short, the law is softened
// (core/element_law.hpp) about the force found last, anew at every step; after a full step the law
// itself is linearised where the softened one has the points, and so in turns
// (core/element_solve.cpp). What is accepted is always judged by the law itself.
//
// A law whose force does not vanish where a point parts (a slip limit without pressure) jumps
// there: between the two there may be no solution. Newton then goes to and fro for ever, which
// is noticed and told.
//
// Limit: for higher modes the solution is a saddle; smaller amplitude steps then do the rest
// (core/modal_path.hpp).
#pragma once

#include <Eigen/LU>
#include <deque>
#include <utility>

#include "core/element_law.hpp"
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
              const Eigen::MatrixXd& d_force, double accuracy = kSlopeAccuracy) override;

 private:
  /// What the equations lack, and the change that makes it good; a column for each case.
  struct Lack {
    Eigen::MatrixXd force, modes;
    Eigen::RowVectorXd norm;
  };
  struct Step {
    Eigen::MatrixXd r, z, a;
    Eigen::RowVectorXd lambda;
  };

  struct Softening;

  /// The normal rows where they are no unknowns (spring contact): their motion is wanted for
  /// gradients only.
  struct NormalRows {
    Eigen::MatrixXd psi_a, psi_o;
    ElementStructure::Rest to_tangential, to_normal;  // F_nt, F_nn
  };
  bool outside() const { return normals_.psi_a.size() > 0; }
  /// Whether second-order terms of the rest of F count, so far from the frozen lambda.
  bool bends(double delta) const;
  /// (F(lambda) - F at the frozen lambda) r.
  Eigen::MatrixXd stiffening(double lambda, const Eigen::MatrixXd& r) const;
  /// F_nt r + F_nn e_n without the kept modes, at lambda.
  Eigen::MatrixXd normal_flexibility(double lambda, const Eigen::MatrixXd& r,
                                     const Eigen::MatrixXd& e_n) const;
  /// F_tn e_n without the kept modes.
  Eigen::MatrixXd pull_of_normals(double lambda, const Eigen::MatrixXd& e_n) const;
  /// F'_nt r.
  Eigen::VectorXd normal_stretch(double lambda, const Eigen::VectorXd& r) const;

  /// What a step's linear system counts from: every point stuck, by the law (share 0) or by the law
  /// softened by a share of the static flexibility; and its answers to the columns.
  struct Origin {
    Origin(double softened_by, StuckInterface interface)
        : share(softened_by), stuck(std::move(interface)) {}
    double share;
    StuckInterface stuck;
    StuckResponse bases;
    bool stretched = false;  // the bases' last column belongs to lambda's present one
  };
  Origin& origin(double share);
  void factorise(double share);

  void set_stuck_state(double lambda, const Eigen::VectorXd& eta, const Eigen::VectorXd& stuck);
  void respond(ModalState& state);
  /// z from r, a, lambda, with F'(lambda) r along.
  void displace(const ModalState& state);
  double lack_at(const ModalState& state, const ContactHistory& history);
  void modal_residuals(const ModalState& state);
  /// The columns of the kept modes and of lambda at the current state.
  void set_columns();
  void solve_linear(const ModalState& state, const Lack& lack, Step& step);
  bool first_step(ModalState& state, const ContactHistory& history, const Eigen::VectorXd& law_at);
  void step_from_law_point(ModalState& state, const ContactHistory& history);
  void step(ModalState& state, const ContactHistory& history, Softening& softening, double size);
  void bend(const Eigen::VectorXd& all_dz);
  void advance(ModalState& state, double length);
  double search(const ContactHistory& history, bool softened, bool full_or_none);
  Eigen::Index points_apart() const;

  const ElementStructure& elements_;
  Eigen::Index kept_, rows_;
  Eigen::VectorXd omega_a_;
  Eigen::MatrixXd psi_a_, psi_o_;
  Eigen::VectorXd omega_o_;
  ElementStructure::Rest rest_;
  NormalRows normals_;
  Eigen::MatrixXf narrow_slope_;  // rest_.slope / narrow_scale_, its largest entry
  double narrow_scale_ = 1;
  Eigen::VectorXd weight_;      // of the rows' force errors
  std::deque<Origin> origins_;  // the law itself first; made as they are met
  Origin* origin_ = nullptr;    // of the present factors
  SlipSystem system_;
  Eigen::MatrixXd columns_;  // kept modes, then lambda
  StuckResponse stretch_;    // of lambda's column alone

  bool softened_before_ = false;  // the law, in the last solve

  // At the current state.
  ElementLaw law_;
  ElementLaw::Forces forces_;
  Eigen::VectorXd f1r_, z_used_;
  Lack lack_;
  double rf1r_ = 0, rf2r_ = 0;

  Step step_;
  Eigen::VectorXd law_used_, all_dz_, all_bent_;
  Eigen::VectorXd soft_, push_, bend_, change_;
  Eigen::VectorXf narrow_, narrow_change_;
  Eigen::MatrixXd jacobian_, wanted_, solution_;
  Eigen::PartialPivLU<Eigen::MatrixXd> jacobian_factors_;
  ElementLaw::Forces trial_;
  Eigen::VectorXd trial_z_;
};

}  // namespace slipfront
