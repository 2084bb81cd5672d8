// The hexahedron of eight nodes with incompatible modes, for linear elasticity.
//
//   u(xi) = sum_i N_i(xi) u_i + sum_k (1 - xi_k^2) a_k,   k = 1..3
//   K = K_uu - K_ua K_aa^-1 K_au         (the nine a are condensed out)
//   M = int rho N'N dV                   (consistent; the a carry no inertia)
//
// The gradients of the incompatible shapes use the Jacobian of the centre, scaled by
// det J(0) / det J(xi), so that their strains have zero mean and a patch of distorted
// elements gives constant strain exactly, and a brick bends without shear locking.
// 2 x 2 x 2 Gauss points.
// Source: Taylor, Beresford and Wilson, Int. J. Numer. Methods Eng. 10 (1976) 1211-1219.
// Nodes in the usual order: 0-3 around the bottom, seen from inside counter-clockwise
// about the direction of 4-7, above them. Limits: isotropic material, small strains; Poisson's
// ratio well below 0.5 (at 0.4999 a cantilever is a fifth too stiff).
#pragma once

#include <Eigen/Core>
#include <array>

namespace slipfront {

struct ElasticMaterial {
  double young = 0;    // E [N/m^2]
  double poisson = 0;  // nu
  double density = 0;  // rho [kg/m^3]
};

using HexPlaces = Eigen::Matrix<double, 8, 3>;    // coordinates of the nodes, row by row [m]
using HexMatrix = Eigen::Matrix<double, 24, 24>;  // unknowns node by node, x y z

struct HexShape {
  Eigen::Matrix<double, 8, 1> values;     // N_i
  Eigen::Matrix<double, 8, 3> gradients;  // d N_i / d xi_k
};

/// At xi in [-1, 1]^3.
HexShape hex_shape(const Eigen::Vector3d& xi);

/// Smallest det J over nodes and centre, over the largest edge cubed: at most 0 for an
/// inverted or flat element; 1/8 for a cube.
double hex_quality(const HexPlaces& places);

HexMatrix hex_stiffness(const HexPlaces& places, const ElasticMaterial& material);

/// int rho N_i N_j dV; every direction has the same.
Eigen::Matrix<double, 8, 8> hex_mass(const HexPlaces& places, double density);

/// Nodes of face f (Abaqus S1..S6 as 0..5), counter-clockwise seen from outside.
const std::array<int, 4>& hex_face(int face);

}  // namespace slipfront
