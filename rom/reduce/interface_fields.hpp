// What happens in the interface of a joint, on its own fine mesh: where a remeshed
// interface should be dense.
//
// Linear springs kt = kn on the whole interface. Pressure: kn un under one newton per
// bolt, pressed parts only. Motion: |r| of the first mode that bends along the bolts.
#pragma once

#include <string>

#include "rom/reduce/relative_system.hpp"

namespace slipfront {

/// How the nodes of a reduced interface are placed: evenly; by the pressure; or by
/// pressure plus motion in the first mode ("PD" of Porter et al., section 3.2).
enum class NodePlacement { uniform, pressure, pressure_and_mode };

struct InterfaceFields {
  Eigen::VectorXd pressure;  // at each pair [1/m^2]
  Eigen::VectorXd motion;    // at each pair [1/sqrt(kg)]
};

InterfaceFields interface_fields(const JointModel& joint, const RelativeSystem& system);

/// Density of nodes: a floor plus the fields, each in units of its largest value.
Eigen::VectorXd node_weight(const InterfaceFields& fields, NodePlacement placement);

}  // namespace slipfront
