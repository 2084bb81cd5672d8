#include "rom/reduce/build_models.hpp"

#include "rom/reduce/full_modes.hpp"
#include "rom/reduce/remesh.hpp"

namespace slipfront {

InterfaceMesh reduced_interface(const JointModel& joint, const RelativeSystem& system,
                                const ReductionSpec& spec, const Progress& progress) {
  const InterfaceMesh fine = fine_interface(joint);
  if (spec.elements == 0) return fine;
  if (spec.placement == NodePlacement::uniform)
    return remesh(fine, Eigen::VectorXd::Ones(fine.nodes.rows()), spec.elements);
  tell(progress, "pressure and first mode of the clamped interface");
  return remesh(fine, node_weight(interface_fields(joint, system), spec.placement), spec.elements);
}

Structure build_whole_joint(const JointModel& joint, const RelativeSystem& system,
                            const ReductionSpec& spec, const Progress& progress) {
  check_reduction(spec, joint.source);
  return whole_joint_model(joint, system, spec.modes, progress);
}

Structure build_full_joint(const JointModel& joint, const RelativeSystem& system,
                           const ReductionSpec& spec, const Progress& progress) {
  check_reduction(spec, joint.source);
  const InterfaceMesh mesh = reduced_interface(joint, system, spec, progress);
  return full_joint_model(joint, system, mesh, point_rule(spec), spec.modes, progress);
}

}  // namespace slipfront
