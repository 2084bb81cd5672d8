// A structure seen from its interface: everything linear, condensed once.
//
// Reference springs k_i [N/m] on every row of the displacement map D make the structure
// stiff everywhere (they also remove the separation mode of K):
//
//   (K + D' diag(k) D) Phi = M Phi diag(Omega),   Phi' M Phi = I,   Psi = D Phi
//
// With y = Phi eta, z = D y = Psi eta and the net interface force r = p(z) - k z (the
// law's force minus that of the reference spring), eq 33 of Porter et al. becomes
//
//   (Omega - lambda) eta + Psi' r = 0,      eta' eta = q^2.
//
// The lowest modes are kept as unknowns a; all others follow exactly from r:
//
//   z = Psi_a a - F(lambda) r,   F(lambda) = sum over the others of psi psi' / (Omega - lambda)
//
// so that a solve has as many unknowns as interface rows and kept modes, and no
// truncation. The reference stiffness of a row is the structure's own stiffness at that
// row with the rest of the unknowns held: any positive choice gives the same solution.
// Interfaces of many points get springs on their normal rows only (core/element_structure.hpp).
//
// Units: Omega [rad^2/s^2], Psi [1/sqrt(kg)], eta [m sqrt(kg)], r [N], F [m/N].
#pragma once

#include <Eigen/Core>

#include "core/structure.hpp"

namespace slipfront {

/// Rows that carry a reference spring. `normal` becomes `all` where the structure is not held
/// along the interface by anything but its joint.
enum class ReferenceSprings { all, normal };

class CondensedStructure {
 public:
  /// Throws a Failure if the structure breaks its rules, if forces and displacements of
  /// the interface are not each other's transposes, or if springs on the whole
  /// interface leave a motion free.
  explicit CondensedStructure(const Structure& structure,
                              ReferenceSprings springs = ReferenceSprings::all);

  Eigen::Index rows() const { return psi_.rows(); }     // 3 per interface point: x, y, normal
  Eigen::Index modes() const { return omega_.size(); }  // as many as unknowns

  const Eigen::VectorXd& omega() const { return omega_; }
  const Eigen::MatrixXd& psi() const { return psi_; }
  const Eigen::MatrixXd& shapes() const { return phi_; }
  const Eigen::VectorXd& reference_springs() const { return springs_; }
  ReferenceSprings rows_with_springs() const { return kind_; }
  /// Fv and R Phi.
  const Eigen::VectorXd& bolt_load() const { return bolt_load_; }
  const Eigen::MatrixXd& response() const { return response_; }
  /// Psi diag(1/Omega) Psi': static displacement of the rows under unit row forces.
  const Eigen::MatrixXd& static_compliance() const { return compliance_; }
  /// Area [m^2] that belongs to each row.
  const Eigen::VectorXd& row_areas() const { return row_areas_; }
  /// K, M and D themselves: residuals are taken in the structure's own unknowns.
  const Eigen::MatrixXd& stiffness() const { return stiffness_; }
  const Eigen::MatrixXd& mass() const { return mass_; }
  const Eigen::MatrixXd& displacement_map() const { return displacement_map_; }

  /// Unknowns y whose shape is eta and whose row displacements are exactly z: Phi eta,
  /// moved by D^+ (z - D Phi eta). On a row of 1e18 N/m the rounding of Phi eta
  /// alone would be a force.
  /// Column by column.
  Eigen::MatrixXd unknowns(const Eigen::MatrixXd& eta, const Eigen::MatrixXd& z) const;

 private:
  /// Modes with springs on these rows; false if that leaves a motion free.
  bool hold(const Structure& structure, ReferenceSprings springs);

  ReferenceSprings kind_ = ReferenceSprings::all;
  Eigen::VectorXd omega_, springs_, bolt_load_, row_areas_;
  Eigen::MatrixXd psi_, phi_, response_, compliance_;
  Eigen::MatrixXd stiffness_, mass_, displacement_map_, lift_;
};

}  // namespace slipfront
