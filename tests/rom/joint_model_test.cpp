#include "rom/reduce/joint_model.hpp"

#include <catch2/catch.hpp>

#include "solid_test_models.hpp"

using namespace slipfront;

TEST_CASE("axes are turned so that z points from the top into the bottom body") {
  JointModel joint = two_bricks();
  const Places before = joint.solid.places;
  const SparseRow load = joint.bolt_load;
  align_axes(joint, {0, 0, -2});
  CHECK((joint.solid.places.col(0) - before.col(0)).norm() < 1e-15);
  CHECK((joint.solid.places.col(1) + before.col(1)).norm() < 1e-15);
  CHECK((joint.solid.places.col(2) + before.col(2)).norm() < 1e-15);
  CHECK(joint.bolt_load[0].first == load[0].first);
  CHECK(joint.bolt_load[0].second == -load[0].second);
  CHECK(joint.interface_places().rows() == 21);
  // Now along z: x is the longest of the other axes.
  align_axes(joint, {0, 1, 0});
  CHECK(joint.solid.places.col(0).maxCoeff() == Approx(0.03));
  CHECK(joint.solid.places.col(2).maxCoeff() == Approx(0.01));
}
