#include "rom/reduce/build_models.hpp"

#include "core/failure.hpp"
#include "rom/reduce/full_modes.hpp"
#include "rom/reduce/remesh.hpp"

namespace slipfront {

namespace {
constexpr int kMostModes = 200;        // beyond them Lanczos takes longer than a finer model
constexpr int kMostElements = 100000;  // far above any interface that fits in memory
}  // namespace

const std::vector<std::pair<std::string, NodePlacement>>& node_placements() {
  static const std::vector<std::pair<std::string, NodePlacement>> all = {
      {"uniform", NodePlacement::uniform},
      {"pressure", NodePlacement::pressure},
      {"pressure-and-mode", NodePlacement::pressure_and_mode}};
  return all;
}

void check_reduction(const ReductionSpec& spec, const std::string& where) {
  std::vector<Problem> problems;
  if (spec.modes < 1 || spec.modes > kMostModes)
    problems.push_back({where, "/reduction/modes", std::to_string(spec.modes),
                        "must be from 1 to " + std::to_string(kMostModes),
                        "three bending modes need about 13"});
  if (spec.elements != 0 && (spec.elements < 4 || spec.elements > kMostElements))
    problems.push_back({where, "/reduction/elements", std::to_string(spec.elements),
                        "must be at least 4, or 0 for the full interface", ""});
  throw_if_any(std::move(problems));
}

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
  const PointRule rule = spec.elements == 0 ? PointRule::gauss : spec.points;
  return full_joint_model(joint, system, mesh, rule, spec.modes, progress);
}

}  // namespace slipfront
