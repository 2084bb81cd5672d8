// A coarser mesh of an interface with a wanted number of elements, dense where a weight
// is large.
//
// 1. Nodes along the rim and the holes, at equal steps of int sqrt(weight) ds; corners stay,
//    and round lines are widened so that they enclose their area.
// 2. Nodes inside: centroids of their own Voronoi regions in the measure weight dA (Lloyd),
//    from a farthest-point start; the nodes of the edge hold their regions.
// 3. Delaunay triangles inside the edge.
// 4. Pairs of triangles become quadrilaterals, the best-shaped pairs first, until the
//    wanted number of elements is reached.
// The same input gives the same mesh, and so does one that differs by rounding: where a symmetric
// interface leaves a choice between equals, numbers of points and nodes decide (ties.hpp,
// diagonals.hpp).
#pragma once

#include "rom/reduce/interface_mesh.hpp"

namespace slipfront {

/// `weight`: above 0, at each node of the fine mesh. The number of elements is met to a
/// few. Failure if the fine mesh is not finer than that.
InterfaceMesh remesh(const InterfaceMesh& fine, const Eigen::VectorXd& weight, int elements);

}  // namespace slipfront
