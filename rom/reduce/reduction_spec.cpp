// The part of build_models.hpp that readers of specifications need: no factory behind it.
#include "core/failure.hpp"
#include "rom/reduce/build_models.hpp"

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

PointRule point_rule(const ReductionSpec& spec) {
  return spec.elements == 0 ? PointRule::gauss : spec.points;
}

}  // namespace slipfront
