// The prestressed state (core/prestress.hpp) of an interface of many points.
//
//   z = D Kb^-1 (N Fv - D'r),   r = net force of the contact loaded from the origin
//
// by Newton on what slips or parts (core/slip_system.hpp), with the line search on the energy
// of core/element_newton.hpp; the energy is convex for spring contact.
#pragma once

#include "core/element_structure.hpp"
#include "core/prestress.hpp"
#include "core/slip_system.hpp"

namespace slipfront {

class ElementPrestress {
 public:
  ElementPrestress(const ElementStructure& elements, const ContactRows& contact,
                   PrestressKind kind);

  Prestress solve(double preload, const Eigen::VectorXd& scaling);
  /// d z / d parameter at a solved state; needs the normal rows in use.
  Eigen::MatrixXd slope(const Prestress& state);

 private:
  void evaluate(const Eigen::VectorXd& used);
  void respond(const Eigen::MatrixXd& errors, Eigen::MatrixXd& dr, Eigen::MatrixXd& dz);
  double search(const Eigen::VectorXd& dz);

  const ElementStructure& elements_;
  const ContactRows& contact_;
  PrestressKind kind_;
  ContactHistory history_;
  ContactRows::Workspace work_;
  Eigen::VectorXd reference_;
  StuckInterface stuck_;
  SlipSystem system_;
  Eigen::VectorXd all_z_, force_, net_law_, error_;
  ContactRows::Blocks tangent_;
};

}  // namespace slipfront
