// Linear modes of the whole sparse model, with springs on the whole fine interface: what
// reduced models are measured against.
//
//   (K + int N' diag(kt, kt, kn) N dA) phi = lambda M phi
//
// 2 x 2 Gauss points per facet; or the interface bonded (r = 0). The six rigid motions
// are projected out.
#pragma once

#include <optional>
#include <vector>

#include "rom/reduce/interface_mesh.hpp"
#include "rom/reduce/relative_system.hpp"
#include "rom/solid/lanczos.hpp"

namespace slipfront {

/// The facets of the joint as a mesh in the plane of the interface.
InterfaceMesh fine_interface(const JointModel& joint);

/// Springs kt, kt, kn per area on the relative unknowns: Gram matrix of the mesh times
/// the three stiffnesses, of the size of x [N/m].
Eigen::SparseMatrix<double> interface_spring_matrix(const JointModel& joint, double tangential,
                                                    double normal, Eigen::Index size);

struct FullModes {
  Eigen::VectorXd frequencies_hz;
  std::vector<int> bending;  // those that bend along the bolts, ascending
  Eigen::MatrixXd shapes;    // in x, mass-normalised
};

/// Springs kt = kn [N/m^3]; bonded without them.
FullModes full_modes(const JointModel& joint, const RelativeSystem& system,
                     std::optional<double> penalty, int count = 12);

/// Positions of the modes in which the z rows of the response (triples x, y, z) carry
/// more than half of its energy and more than a tenth of the largest z-norm.
std::vector<int> bending_along_z(const Eigen::MatrixXd& response);

}  // namespace slipfront
