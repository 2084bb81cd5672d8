#include "rom/reduce/build_models.hpp"

#include <catch2/catch.hpp>

#include "rom/reduce/full_modes.hpp"
#include "solid_test_models.hpp"

using namespace slipfront;

TEST_CASE("models as a specification asks for them") {
  const JointModel joint = two_bricks(true, 10, 4, 1);
  const RelativeSystem system = relative_system(joint);
  for (const auto& [name, placement] : node_placements()) {
    CAPTURE(name);
    const ReductionSpec spec{.modes = 4, .elements = 12, .placement = placement};
    std::vector<std::string> told;
    const Structure rom = build_full_joint(joint, system, spec,
                                           [&](const std::string& what) { told.push_back(what); });
    CHECK(std::abs(rom.interface.points() - 12) <= 4);
    CHECK(rom.stiffness.bottomRightCorner(4, 4).isDiagonal());
    CHECK(told.size() >= 3);
  }
  const Structure full = build_full_joint(joint, system, {.modes = 4, .elements = 0});
  CHECK(full.interface.points() == 4 * 40);
  CHECK(build_whole_joint(joint, system, {.modes = 4}).dof() == 22);
}
