// Both reduced models of a joint, as a specification asks for them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/structure.hpp"
#include "rom/reduce/interface_fields.hpp"
#include "rom/reduce/interface_mesh.hpp"
#include "rom/reduce/reduced_models.hpp"

namespace slipfront {

struct ReductionSpec {
  int modes = kDefaultModes;  // of the closed interface, in either model
  int elements = 152;         // of the FJROM's interface; 0: the solid's own mesh
  NodePlacement placement = NodePlacement::pressure;
  PointRule points = PointRule::middle;  // of quadrature on a remeshed interface; the full
                                         // interface has its 2 x 2 always
};

/// "uniform", "pressure", "pressure-and-mode".
const std::vector<std::pair<std::string, NodePlacement>>& node_placements();

/// Failure with everything out of range; `where` names the source.
void check_reduction(const ReductionSpec& spec, const std::string& where);

/// Points of quadrature on the FJROM's interface.
PointRule point_rule(const ReductionSpec& spec);

/// The mesh of the FJROM's interface: remeshed, or the joint's own.
InterfaceMesh reduced_interface(const JointModel& joint, const RelativeSystem& system,
                                const ReductionSpec& spec, const Progress& progress = {});

Structure build_whole_joint(const JointModel& joint, const RelativeSystem& system,
                            const ReductionSpec& spec, const Progress& progress = {});

Structure build_full_joint(const JointModel& joint, const RelativeSystem& system,
                           const ReductionSpec& spec, const Progress& progress = {});

}  // namespace slipfront
