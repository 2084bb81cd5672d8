#include "rom/reduce/interface_fields.hpp"

#include <catch2/catch.hpp>

#include "rom/reduce/full_modes.hpp"
#include "solid_test_models.hpp"

using namespace slipfront;

TEST_CASE("pressure balances the bolt where all of the interface is pressed") {
  // A load on every node of the outer faces presses evenly.
  JointModel joint = two_bricks();
  joint.bolt_load.clear();
  int count = 0;
  for (int node = 0; node < joint.solid.nodes(); ++node)
    count += joint.solid.places(node, 2) == -0.01 ? 1 : 0;
  for (int node = 0; node < joint.solid.nodes(); ++node)
    if (std::abs(joint.solid.places(node, 2)) == 0.01)
      joint.bolt_load.emplace_back(3 * node + 2,
                                   (joint.solid.places(node, 2) < 0 ? 1.0 : -1.0) / count);
  const InterfaceFields fields = interface_fields(joint, relative_system(joint));
  const InterfacePoints points = interface_points(fine_interface(joint), PointRule::gauss);
  CHECK(points.weights.dot(points.to_points * fields.pressure) == Approx(1).epsilon(0.02));
  CHECK(fields.motion.maxCoeff() > 0);
}

TEST_CASE("weights of nodes: a floor and what is asked for") {
  const InterfaceFields fields{Eigen::Vector3d(0, 1, 2), Eigen::Vector3d(4, 0, 0)};
  const Eigen::VectorXd even = node_weight(fields, NodePlacement::uniform);
  CHECK(even.maxCoeff() == even.minCoeff());
  const Eigen::VectorXd pressed = node_weight(fields, NodePlacement::pressure) - even;
  CHECK((pressed - Eigen::Vector3d(0, 0.5, 1)).norm() < 1e-14);
  const Eigen::VectorXd both = node_weight(fields, NodePlacement::pressure_and_mode) - even;
  CHECK((both - Eigen::Vector3d(1, 0.5, 1)).norm() < 1e-14);
}
