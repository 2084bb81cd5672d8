// From the matrices of published models to the interface maps D and F of a Structure.
//
//   Q (points x nodes)  nodal values -> values at points      (one scalar component)
//   T (nodes x points)  tractions at points -> nodal forces   (weights included)
//   L (rows >= 3 Nn)    unknowns -> relative nodal displacements, node-major
//   D = (Q kron I3) L(1:3Nn, :)   F = L(1:3Nn, :)' (T kron I3)   areas = 1' T
#pragma once

#include <Eigen/Core>
#include <string>
#include <utility>
#include <vector>

#include "core/failure.hpp"
#include "core/structure.hpp"

namespace slipfront {

struct NodeMaps {
  Eigen::MatrixXd to_points;                               // Q
  Eigen::MatrixXd to_nodes;                                // T
  std::pair<std::string, std::string> names = {"Q", "T"};  // of the variables, for messages
};

/// One point per element: Q takes the mean of the element's nodes, T = Q' area. Nodes
/// are rows x, y[, z]; elements are rows of node numbers from 1, with or without the
/// element's own number before them (points then come in the order of these numbers).
/// Either list may be null. Problems are added to `problems`.
NodeMaps mesh_maps(const Eigen::MatrixXd& nodes, const Eigen::MatrixXd* quads,
                   const Eigen::MatrixXd* triangles, const std::string& where,
                   std::vector<Problem>& problems);

/// `from_unknowns` is L; null means that the first 3 Nn unknowns are the nodal ones.
Interface element_interface(const NodeMaps& maps, const Eigen::MatrixXd* from_unknowns,
                            Eigen::Index dof, const std::string& where,
                            std::vector<Problem>& problems);

/// D = Qxyn, F = Txyn, or Qxyn' if it is null.
Interface patch_interface(const Eigen::MatrixXd& places, const Eigen::MatrixXd* forces,
                          const Eigen::VectorXd& areas);

}  // namespace slipfront
