// One solve of eq 33 (Porter et al.) at one amplitude, on the condensed structure.
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
// Limits: no globalisation beyond that. The caller (core/modal_path.hpp) subdivides the
// amplitude step when a solve fails or leaves the branch.
#pragma once

#include <Eigen/Core>
#include <Eigen/LU>

#include "core/condensed.hpp"
#include "core/masing_rows.hpp"

namespace slipfront {

struct ModalState {
  double amplitude = 0;
  double lambda = 0;
  Eigen::VectorXd z;      // rows
  Eigen::VectorXd force;  // of the rows, at force_amplitude: tells a solve what to expect
  double force_amplitude = 0;
  Eigen::VectorXd a;    // kept modes
  Eigen::VectorXd eta;  // all modes; set by a converged solve
};

struct NewtonSummary {
  bool converged = false;
  bool finite = true;
  int iterations = 0;
};

class ModalNewton {
 public:
  /// Keeps the `kept` lowest modes of the structure as unknowns.
  ModalNewton(const CondensedStructure& structure, const MasingRows& rows, Eigen::Index kept);

  /// From the start values in `state` to the solution at state.amplitude.
  NewtonSummary solve(ModalState& state);

  /// Scaled residuals of the full equations at the state (see core/modal_solver.hpp).
  struct Residual {
    double scaled = 0;     // 2-norm form
    double scaled_l1 = 0;  // sum of |S r|, for the residual penalty
  };
  Residual residual(const ModalState& state, const Eigen::VectorXd& scaling);

  double dissipation(const ModalState& state) { return rows_.dissipation(state.z, work_); }

  /// d lambda and d dissipation by every parameter, at a converged state.
  struct Gradient {
    Eigen::VectorXd lambda, dissipation;
  };
  Gradient gradient(const ModalState& state);

  Eigen::Index kept() const { return kept_; }
  /// Modal coordinates that belong to the forces and kept modes of a state.
  void recover(ModalState& state);

 private:
  void expect_force(const ModalState& state);
  void evaluate_law(ModalState& state);
  void evaluate_structure(const ModalState& state);
  double size_of_residuals(const ModalState& state) const;
  void factorise(const ModalState& state);
  void step(ModalState& state);
  void solve_bordered(const Eigen::VectorXd& b1, const Eigen::VectorXd& b2, double b3);

  const CondensedStructure& structure_;
  const MasingRows& rows_;
  MasingRows::Workspace work_;
  Eigen::Index kept_, others_, count_;
  Eigen::MatrixXd psi_a_, psi_o_;      // kept and other columns of Psi
  Eigen::VectorXd omega_a_, omega_o_;  // their eigenvalues
  Eigen::VectorXd compliance_;         // 1 / reference spring: measure of the projection
  double psi_size_;                    // norm of the kept columns of Psi

  // Values at the current state.
  Eigen::VectorXd force_, tangent_, net_, softness_, v_, fr_, f1r_, r1_, r2_;
  double rf1r_ = 0, rf2r_ = 0, r3_ = 0;

  // Factors of the Jacobian and the latest solution of it.
  Eigen::MatrixXd weighted_, f_, system_, reduced_, border_;
  Eigen::VectorXd d_, scale_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_, border_lu_;
  Eigen::VectorXd dz_, da_, border_rhs_, promised_, target_;
  double dlambda_ = 0;
};

}  // namespace slipfront
