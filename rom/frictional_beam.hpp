// The beam on a frictional support (rom/frictional_beam_spec.hpp) as matrices, and as a
// reduced model that every law and study can take in place of a lap joint.
//
// Euler-Bernoulli elements with rotary inertia (rom/beam_element.hpp with Phi = 0) that
// bend in both planes and do not twist: five unknowns per node, ux uy uz ry rz. The beam
// slides on its lower face, half the height below its axis:
//
//   U(x)    = ux - (h/2) dw/dx      along the beam      (Asadi et al., eq 1)
//   U_y(x)  = uy                    across
//   w(x)    = uz                    into the support: positive is penetration
//
// The layer between beam and support is two Gauss points per element of the support. K has
// no support at all: its five rigid-body motions are held by the friction and contact law.
// The bolt presses evenly on the width of the washer; its mass stands at x = L1/2.
//
//   patches    one patch per element of the support: the mean of its two points
//   elements   each Gauss point a point of its own, with the area b l / 2
//
// Response rows are x, y, z of the free end, then of the place of the force.
//
// Limits: small displacement; the support is rigid but for the law; no twist, so that a beam
// held along its centre line cannot roll about it; the shank's bending stiffness is left out
// (it changes the first two frequencies by less than 0.03 Hz).
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/structure.hpp"
#include "rom/frictional_beam_spec.hpp"

namespace slipfront {

struct FrictionalBeam {
  static constexpr Eigen::Index kPerNode = 5;  // ux uy uz ry rz

  double height = 0;                // h [m]
  std::vector<double> nodes;        // x [m]; a node at L1 and at the place of the force
  Eigen::MatrixXd stiffness, mass;  // free of the support; mass with the bolt's
  Eigen::VectorXd bolt_load;        // Fv: one newton of bolt tension
  Eigen::VectorXd load;             // one newton along z at the place of the force
  std::vector<double> places;       // x of the layer's points, ascending
  std::vector<double> weights;      // length of beam that belongs to each [m]
  Eigen::MatrixXd layer;            // rows x, y, normal of each point

  /// Displacement (x, y, normal) of the lower face at x.
  Eigen::MatrixXd lower_face(double x) const;
  /// The same of the axis.
  Eigen::MatrixXd axis(double x) const;
  /// The unknowns of motion in the plane of the beam's height: ux uz ry of each node.
  std::vector<Eigen::Index> planar() const;

 private:
  Eigen::MatrixXd displacement(double x, double below_axis) const;
};

FrictionalBeam assemble_frictional_beam(const FrictionalBeamSpec& spec, int support_elements);

/// "frictional-beam" of kind patches or elements, with `spec.patches` elements on the support.
Structure make_frictional_beam(const FrictionalBeamSpec& spec = {},
                               InterfaceKind kind = InterfaceKind::patches);

}  // namespace slipfront
