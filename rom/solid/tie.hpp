// Ties of a slave surface to a master surface: node to facet.
//
// Each slave node x is projected to the nearest point of the master's facets; with the
// bilinear shapes N_i of that facet at the foot,
//   u(slave) = sum_i N_i u(node i of the facet).
// The slave is moved onto its foot, so that rigid motions strain nothing. A slave that
// lies farther away than a tenth of the facet's size (root of its area) is left free.
#pragma once

#include <vector>

#include "rom/solid/solid_model.hpp"

namespace slipfront {

struct FacetFoot {
  std::size_t facet = 0;
  Eigen::Vector4d shapes;  // N_i of the facet's nodes
  Eigen::Vector3d place;
  double distance = 0;
};

/// Nearest point of the facets to x; at least one facet is needed.
FacetFoot nearest_foot(const Places& places, const std::vector<Quad>& facets,
                       const Eigen::Vector3d& x);

struct TieOutcome {
  int tied = 0;
  int left_free = 0;          // too far from every facet
  double farthest_moved = 0;  // [m]
};

/// Ties the nodes to the facets, moves them, and adds to model.ties. Nodes of a facet
/// itself and nodes that are slaves already are passed over.
TieOutcome tie_nodes(SolidModel& model, const std::vector<int>& slaves,
                     const std::vector<Quad>& masters);

}  // namespace slipfront
