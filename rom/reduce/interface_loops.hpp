// The edge of an interface mesh as closed lines: the outer one and one per hole.
#pragma once

#include <vector>

#include "rom/reduce/interface_mesh.hpp"

namespace slipfront {

/// Node numbers along each line; the mesh lies to the left. Failure if lines touch.
std::vector<std::vector<int>> boundary_loops(const InterfaceMesh& mesh);

/// Is the place inside the lines (rows: corners)? By crossings of a ray.
bool inside_loops(const std::vector<PlanePlaces>& loops, const Eigen::Vector2d& place);

}  // namespace slipfront
