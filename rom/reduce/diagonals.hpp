// One triangulation out of the several that nodes on common circles allow.
//
// Four nodes on a circle (every rectangle and symmetric trapezoid) may be cut along either
// diagonal: both are Delaunay, and rounding chooses. Here the diagonal at the lowest of the four
// node numbers is taken (Delaunay of nodes that are lifted a little, the lower the number the
// less), and triangles are put in order. The result then depends on the nodes and their numbers
// alone, as long as four nodes are clearly on a circle or clearly not (ties.hpp).
#pragma once

#include <array>
#include <vector>

#include "rom/reduce/interface_mesh.hpp"

namespace slipfront {

/// Counter-clockwise triangles of the nodes; their outline stays. Afterwards each begins with its
/// lowest node, and they ascend.
void settle_diagonals(const PlanePlaces& nodes, std::vector<std::array<int, 3>>& triangles);

}  // namespace slipfront
