// Eq 33 on the condensed structure with every interface row as an unknown: patch models
// and small interfaces, any law.
//
// Unknowns: row displacements z, coordinates a of the kept modes, and lambda.
//
//   R1 = z + F(lambda) r(z) - Psi_a a                       [m]
//   R2 = (Omega_a - lambda) a + Psi_a' r(z)
//   R3 = (a'a + r' F'(lambda) r - q^2) / 2                  r(z) = p(z) - k z
//
// Newton's method with the exact Jacobian (core/condensed.hpp gives F; F' and F'' are its
// derivatives in lambda). Two things make it safe at stiffness of 1e18 and more:
// columns of rows whose tangent dwarfs the structure are scaled, so that the solve works
// with forces there and with displacements elsewhere; and where the law's force at the new
// displacement is far from the force that the linear step promised (a slider that the step
// sticks or frees wrongly), the row is put back on the law's curve along z + c p. The same is
// done with the start values: a slider that slipped one way and is stretched past zero is
// about to stick, not to slip the other way.
//
// Limits: no globalisation beyond that. The callers (core/modal_path.hpp,
// core/loop_tracer.hpp) take smaller steps when a solve fails or leaves the branch.
#pragma once

#include <Eigen/Core>
#include <Eigen/LU>
#include <limits>

#include "core/modal_equations.hpp"

namespace slipfront {

struct ModalBasis;

class DenseNewton final : public ModalEquations {
 public:
  /// Keeps the lowest modes of the structure as unknowns, up to a few times lambda of
  /// `mode`, the linear mode about the stuck interface of stiffness `stuck` [N/m].
  DenseNewton(const CondensedStructure& structure, const ContactRows& contact,
              const ModalBasis& basis, int mode, const Eigen::VectorXd& stuck);

  NewtonSummary solve(ModalState& state, const ContactHistory& history,
                      const ForceRange& expected) override;
  double overlap(const ModalState& one, const ModalState& other) override;
  Eigen::MatrixXd unknowns(std::span<const ModalState* const> states) override;
  Slope slope(const ModalState& state, const ContactHistory& history,
              const Eigen::MatrixXd& d_force, double accuracy = kSlopeAccuracy) override;

  Eigen::Index kept() const { return kept_; }

 private:
  using Blocks = ContactRows::Blocks;

  void set_stuck_state(const ModalBasis& basis, int mode, const Eigen::VectorXd& stuck);
  void expect_force(ModalState& state, const ContactHistory& history, const ForceRange& expected);
  void evaluate_law(ModalState& state, const ContactHistory& history);
  void evaluate_structure(const ModalState& state);
  double size_of_residuals(const ModalState& state) const;
  /// `largest_move` of lambda, as a share of its distance to the next mode, with the old F.
  void factorise(const ModalState& state, double largest_move);
  void step(ModalState& state, const ContactHistory& history);
  template <class B1, class B2>
  void solve_bordered(const B1& b1, const B2& b2, double b3);
  void recover(ModalState& state) const;

  Eigen::Index kept_, others_, count_;
  Eigen::MatrixXd psi_a_, psi_o_;      // kept and other columns of Psi
  Eigen::VectorXd omega_a_, omega_o_;  // their eigenvalues
  Eigen::VectorXd compliance_;         // 1 / reference spring: measure of the projection
  double psi_size_;                    // norm of the kept columns of Psi

  // Values at the current state.
  Eigen::VectorXd force_, net_, softness_, v_, fr_, f1r_, r1_, r2_;
  Blocks tangent_;
  double rf1r_ = 0, rf2r_ = 0, r3_ = 0;

  // Factors of the Jacobian and the latest solution of it.
  double lambda_of_f_ = std::numeric_limits<double>::quiet_NaN();
  Eigen::MatrixXd weighted_, f_, system_, columns_, reduced_, border_, pull_;
  Blocks d_, ds_;  // tangent - k, and that with scaled columns
  Eigen::VectorXd scale_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_, border_lu_;
  Eigen::VectorXd dz_, da_, border_rhs_, border_x_, promised_, target_, x0_, dsx_;
  double dlambda_ = 0;
};

}  // namespace slipfront
