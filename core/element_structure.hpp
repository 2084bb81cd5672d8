// A structure of many interface points, seen from those rows that a law can move, for one
// normal stiffness: what is linear is condensed once per parameter set.
//
// Every normal row carries its contact spring kn A as a reference spring (spring contact
// is then linear throughout, penalty contact as long as the point touches); tangential
// rows carry A kp where kp is linear throughout (spring contact), so that a sliding point is
// flat. With Kb = K + D' diag(kappa) D, M = I in condensed coordinates:
//
//   (Kb - lambda) eta = -D' r     r: tangential forces, and kappa u of points apart
//   z = Psi_a a - F(lambda) r     a: the lowest modes of Kb (kept)
//
//   F(lambda) = sum_k lambda^k F_k + sum_{other modes r} psi psi' / (w_r^2 - lambda)
//   F_k = D Kb^-(k+1) D' - sum_{all m modes} psi psi' / w^(2k+2),       k = 0 .. 3
//
// Kb^-1 is applied through the springs that differ from the reference ones (Woodbury), so
// that 1e21 N/m^3 is no harder than 1e10. Truncation: (lambda / w_m^2)^4 of what the modes
// above the m-th contribute; m is such that this is below 1e-11.
//
// Rows in use: x and y of every point, then (where asked for) the normal rows.
#pragma once

#include <Eigen/Core>
#include <Eigen/LU>
#include <array>

#include "core/condensed.hpp"

namespace slipfront {

class ElementStructure {
 public:
  /// `normal_springs` and `tangential_springs` (may be empty: none) [N/m] of the points.
  /// `with_normals`: the normal rows are wanted too. Ready for what stands still only.
  ElementStructure(const CondensedStructure& structure, const Eigen::VectorXd& normal_springs,
                   bool with_normals, const Eigen::VectorXd& tangential_springs = {});

  /// Modes and F(lambda) for the mode at `lambda`; once, before any of them is asked for.
  void condense_motion(double lambda);

  const CondensedStructure& structure() const { return structure_; }
  Eigen::Index points() const { return structure_.rows() / 3; }
  Eigen::Index rows() const { return map_.rows(); }  // in use
  Eigen::Index tangential() const { return 2 * points(); }
  /// Reference springs of the first rows in use: all, or tangential() of them.
  Eigen::VectorXd reference_springs(Eigen::Index rows) const { return reference_.head(rows); }
  bool with_normals() const { return rows() > tangential(); }
  /// How many modes stay unknowns of a solve for the mode at `lambda`.
  Eigen::Index modes_to_keep(double lambda) const;

  /// The m lowest modes of Kb: w^2 and psi of the rows in use.
  const Eigen::VectorXd& omega() const { return omega_; }
  const Eigen::MatrixXd& psi() const { return psi_; }
  /// Their shapes in condensed coordinates.
  const Eigen::MatrixXd& shapes() const { return shapes_; }

  /// What the modes above the m-th contribute to F: value, d/dlambda, half of d2/dlambda2.
  struct Rest {
    double lambda = 0;
    Eigen::MatrixXd value, slope, bend;
  };
  Rest rest(double lambda) const;
  /// Static displacement of the rows under unit row forces: D Kb^-1 D'.
  const Eigen::MatrixXd& static_flexibility() const { return static_; }
  /// D Kb^-1 f for a load in condensed coordinates.
  Eigen::VectorXd static_response(const Eigen::VectorXd& load) const;
  /// Condensed coordinates of states (a, lambda, r), a column each.
  Eigen::MatrixXd coordinates(const Eigen::MatrixXd& a, const Eigen::RowVectorXd& lambda,
                              const Eigen::MatrixXd& r) const;
  /// Condensed coordinates at rest under a load and row forces r: Kb^-1 (f - D' r).
  Eigen::VectorXd static_coordinates(const Eigen::VectorXd& load, const Eigen::VectorXd& r) const;

  /// Between rows in use and rows of the structure (3 a point). `used` has rows() rows, or
  /// tangential() where the normals do not matter (scatter() leaves those of `all`).
  void gather(const Eigen::Ref<const Eigen::VectorXd>& all, Eigen::VectorXd& used) const;
  void scatter(const Eigen::Ref<const Eigen::VectorXd>& used, Eigen::VectorXd& all) const;

 private:
  void find_modes(double lambda);
  Eigen::MatrixXd solve_stiffness(const Eigen::MatrixXd& right) const;  // Kb^-1 right
  Eigen::MatrixXd normal_rows(const Eigen::MatrixXd& right) const;
  void set_normal_rows(Eigen::MatrixXd& symmetric, const Eigen::MatrixXd& rows) const;

  const CondensedStructure& structure_;
  Eigen::Index first_normal_ = 0;    // among the rows that carry springs
  Eigen::MatrixXd held_over_omega_;  // Psi / Omega of those rows
  Eigen::VectorXd spring_scale_;     // columns of the spring system, scaled
  Eigen::VectorXd reference_, spring_change_;
  Eigen::PartialPivLU<Eigen::MatrixXd> springs_;
  Eigen::VectorXd omega_;
  Eigen::MatrixXd psi_, shapes_, map_, static_;
  std::array<Eigen::MatrixXd, 4> moments_;
};

}  // namespace slipfront
