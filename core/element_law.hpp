// The contact of an interface of many points as core/element_newton.hpp sees it: net forces on
// the rows in use (x, y of every point, then the normals if they are unknowns).
//
//   r(z) = p(z; history) - k z        p law [N], k reference springs [N/m]
//
// Softened, the law stands in series with springs of compliance c along the surface that carry
// no force at a promised force r0:
//
//   r = r(z'),   z' = z - c (r - r0),   dr/dz = (1 + D c)^-1 D      D = dr/dz' of the law
//
// With r0 = r(z) it is the law itself, for any c: solving with r0 the force found last, over and
// over, ends at the law's solution (proximal point method, in forces). What is gained is that
// stick at 1e18 N/m^3 is no stiffer than 1 / c, so that few points change between stick and slip
// at a step. z' says on which branch of the law each point is.
//
// Units: z [m], r [N], c [m/N]. Normal rows are not softened. Limit: c k < 1.
#pragma once

#include <Eigen/Core>

#include "core/contact_rows.hpp"
#include "core/element_structure.hpp"

namespace slipfront {

class ElementLaw {
 public:
  /// At displacements of the rows in use.
  struct Forces {
    Eigen::VectorXd net;
    Eigen::VectorXd all;          // of the law: every row of the interface, reference included
    ContactRows::Blocks tangent;  // of the net forces: 3x3 blocks by (x, y, normal)
  };

  /// `rows`: how many rows are in use.
  ElementLaw(const ElementStructure& elements, const ContactRows& contact, Eigen::Index rows);

  Forces make_forces() const;
  const Eigen::VectorXd& reference() const { return reference_; }
  /// Displacements of every row of the interface at the last evaluation.
  Eigen::VectorXd& displacements() { return all_z_; }

  void evaluate(const Eigen::VectorXd& used, const ContactHistory& history, Forces& out,
                ContactRows::Workspace& work);

  /// A solve begins, with another history.
  void begin() { known_ = false; }
  /// From here on c is `share` of the static flexibility of each point, and r0 is `promise`.
  void soften(double share, const Eigen::VectorXd& promise);
  /// What the softened law makes of stiffnesses of the tangential rows in use.
  Eigen::VectorXd softened(double share, const Eigen::VectorXd& stiffness) const;
  /// c times the stiffest point's stuck stiffness: far below 1 the softened law is the law.
  double softness(double share) const { return share * stiffest_; }
  void evaluate_softened(const Eigen::VectorXd& used, const ContactHistory& history, Forces& out,
                         ContactRows::Workspace& work);
  /// z' of the rows in use at the last softened evaluation.
  const Eigen::VectorXd& point() const { return point_; }

 private:
  void start_stuck(const ContactHistory& history, ContactRows::Workspace& work);
  void take_reference(const Eigen::VectorXd& used, Forces& out) const;

  const ElementStructure& elements_;
  const ContactRows& contact_;
  Eigen::VectorXd reference_, flexibility_;  // of the rows in use; of the points
  double stiffest_ = 0;
  Eigen::VectorXd all_z_;
  Eigen::VectorXd promise_, compliance_;                 // r0; c of the points
  Eigen::VectorXd target_, all_target_, all_c_, point_;  // of the projection
  Eigen::VectorXd stuck_, all_turned_;                   // stiffness; where loading last turned,
  Forces turned_;                                        // and the forces there
  bool known_ = false;                                   // of this solve
};

}  // namespace slipfront
