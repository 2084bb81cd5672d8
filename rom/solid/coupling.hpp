// A distributing coupling (RBE3): a reference point that moves as the nodes of a surface
// do on average and that stiffens nothing.
//
// Its motion (u, theta) is the rigid motion that fits the nodes best, with weights w_i
// (tributary areas):  min sum_i w_i |u_i - u - theta x (x_i - x_ref)|^2. With the centre
// c = sum w_i x_i / W, r_i = x_i - c and J = sum w_i (r_i'r_i I - r_i r_i'):
//   theta = J^-1 sum_i w_i r_i x u_i,    u = sum_i w_i u_i / W + theta x (x_ref - c)
// Forces at the reference point reach the nodes by the transpose of the same map.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "rom/solid/solid_model.hpp"

namespace slipfront {

/// Nodes of the facets and the area that belongs to each of them: a quarter of each
/// facet's for its nodes.
std::vector<std::pair<int, double>> tributary_areas(const Places& places,
                                                    const std::vector<Quad>& facets);

/// Rows ux uy uz rx ry rz of the reference point over the unknowns of the nodes. Failure
/// if the nodes lie on a line: their rotation about it is not told. `where` names it.
std::array<SparseRow, 6> coupling_rows(const Places& places,
                                       const std::vector<std::pair<int, double>>& weighted_nodes,
                                       const Eigen::Vector3d& reference, const std::string& where);

}  // namespace slipfront
