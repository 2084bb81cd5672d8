#include "rom/reduce/patches.hpp"

#include <catch2/catch.hpp>

#include "solid_test_models.hpp"

using namespace slipfront;

TEST_CASE("strips, lines and groups of facets divide the interface") {
  JointModel joint = two_bricks();
  divide_into_strips(joint, 3);
  CHECK(joint.patches == 3);
  CHECK((patch_areas(joint) - Eigen::Vector3d::Constant(4e-4)).norm() < 1e-15);
  divide_at(joint, {-0.02, 0.01});
  CHECK((patch_areas(joint) - Eigen::Vector3d(2e-4, 6e-4, 4e-4)).norm() < 1e-15);
  std::vector<std::vector<Quad>> groups(2);
  for (const Quad& facet : joint.facets)
    groups[joint.interface_places()(facet[0], 0) < -1e-3 ? 1 : 0].push_back(facet);
  REQUIRE(patches_from_facets(joint, groups));
  CHECK(joint.patches == 2);
  CHECK(joint.patch_of[0] == 0);  // the left group is first, though given second
  groups[0].pop_back();
  CHECK_FALSE(patches_from_facets(joint, groups));
  CHECK(joint.patches == 2);
  CHECK_THAT(problem_of([&] { divide_into_strips(joint, 50); }),
             Catch::Contains("every patch must have facets"));
}
