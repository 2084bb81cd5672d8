// The interface rows of a structure under Masing loading: forces and tangents of a
// contact model that starts from the prestressed state (Porter et al., eq 32).
//
//   tangential rows  p = A (f(z) + kp z)     f the law's curve from the origin
//   normal rows      p = A kn z              (spring contact)
//
// p [N], z [m] relative displacement from the prestressed state, A [m^2] the area of the
// point. The tangential rows of an interface are one batch of 2 x points for the law.
// Dissipation per cycle: D = sum of A * loop area over the tangential rows [J].
#pragma once

#include <Eigen/Core>
#include <memory>
#include <span>
#include <vector>

#include "core/condensed.hpp"
#include "core/contact.hpp"

namespace slipfront {

class MasingRows {
 public:
  /// Buffers of one solve, so that evaluation allocates nothing.
  struct Workspace {
    std::vector<double> displacement, traction, tangent, loop_area, d_traction, d_loop_area;
  };

  /// Throws a Failure if the values are outside the law's domain.
  MasingRows(const CondensedStructure& structure, const ContactModel& contact,
             std::span<const double> values);

  Eigen::Index rows() const { return row_areas_.size(); }
  Eigen::Index parameters() const { return parameters_; }
  Workspace make_workspace() const;

  /// Force and tangent of every row at z.
  void evaluate(const Eigen::VectorXd& z, Eigen::VectorXd& force, Eigen::VectorXd& tangent,
                Workspace& work) const;

  /// Tangents at z = 0: the stuck interface.
  Eigen::VectorXd stuck_stiffness() const;

  /// Replaces each tangential z by the point of the law's curve on the line
  /// z + c p(z) = s, for given compliances c > 0 [m/N] and targets s [m]: the curve is
  /// followed by a measure that changes gently on stiff and on flat parts alike.
  void project(const Eigen::VectorXd& compliance, const Eigen::VectorXd& target, Eigen::VectorXd& z,
               Eigen::VectorXd& force, Eigen::VectorXd& tangent, Workspace& work) const;

  double dissipation(const Eigen::VectorXd& z, Workspace& work) const;

  /// d force / d parameter (rows x parameters) and d dissipation / d z, d parameter.
  struct Sensitivity {
    Eigen::MatrixXd force_parameters;
    Eigen::VectorXd dissipation_z;
    Eigen::VectorXd dissipation_parameters;
  };
  Sensitivity sensitivity(const Eigen::VectorXd& z, Workspace& work) const;

 private:
  void gather(const Eigen::VectorXd& z, Workspace& work) const;

  Eigen::VectorXd row_areas_;
  std::unique_ptr<const BoundLaw> law_;
  double post_slip_, normal_;
  bool adds_post_slip_;
  Eigen::Index parameters_, law_parameters_;
};

}  // namespace slipfront
