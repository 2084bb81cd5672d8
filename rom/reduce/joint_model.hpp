// A jointed structure of hexahedra, ready to be reduced: two bodies that meet in an
// interface of node pairs, with the bolt load and the places of response.
//
// Axes: x along the structure, y lateral, z normal to the interface, pointing from the
// top body into the bottom one: a positive relative displacement (top minus bottom) in z
// is penetration. Both nodes of a pair stand at the same place.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rom/solid/solid_model.hpp"

namespace slipfront {

struct JointModel {
  std::string name, source;
  SolidModel solid;
  std::vector<int> top, bottom;  // nodes, in pairs
  std::vector<Quad> facets;      // of the interface; numbers are positions in `top`
  std::vector<int> patch_of;     // of each facet
  int patches = 0;
  SparseRow bolt_load;  // forces on the unknowns per newton of each bolt
  int bolts = 0;
  std::optional<double> preload;    // [N per bolt]
  std::vector<int> response_nodes;  // x, y, z of each
  std::vector<std::string> notes;   // for people

  /// Coordinates x, y of the pairs [m].
  Eigen::Matrix<double, Eigen::Dynamic, 2> interface_places() const;
};

/// Told in a few words what is being done.
using Progress = std::function<void(const std::string&)>;

/// Rotates the whole model into the axes above: x is the longest direction of the box
/// around it that lies in the interface, z the mean outward normal of the top's facets.
/// Failure if the interface is not flat enough to have one normal.
void align_axes(JointModel& joint, const Eigen::Vector3d& normal);

}  // namespace slipfront
