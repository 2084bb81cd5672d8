#include "rom/reduce/remesh.hpp"

#include <catch2/catch.hpp>

#include "rom/mesh/lap_beam.hpp"
#include "rom/reduce/full_modes.hpp"
#include "rom/reduce/interface_loops.hpp"
#include "solid_test_models.hpp"

using namespace slipfront;

TEST_CASE("remeshed interfaces: number of elements, area, orientation, the same each time") {
  const JointModel joint = make_lap_beam({});
  const InterfaceMesh fine = fine_interface(joint);
  Eigen::VectorXd even = Eigen::VectorXd::Ones(fine.nodes.rows()), uneven = even;
  for (Eigen::Index i = 0; i < even.size(); ++i)
    uneven[i] = 1 + 3 * std::exp(-std::pow(fine.nodes(i, 0) / 0.02, 2));
  for (const Eigen::VectorXd& weight : {even, uneven})
    for (const int wanted : {60, 100, 152, 200, 260}) {
      CAPTURE(wanted);
      const InterfaceMesh mesh = remesh(fine, weight, wanted);
      CHECK(std::abs(static_cast<int>(mesh.elements.size()) - wanted) <= 3);
      CHECK(mesh.area() == Approx(fine.area()).epsilon(1e-3));
      const InterfacePoints points = interface_points(mesh, PointRule::gauss);
      CHECK(points.weights.minCoeff() > 0);
      CHECK(boundary_loops(mesh).size() == 4);
    }
  const InterfaceMesh one = remesh(fine, uneven, 152), other = remesh(fine, uneven, 152);
  CHECK(one.nodes == other.nodes);
  CHECK(one.elements == other.elements);
  // Denser where the weight is: more nodes within 20 mm of the middle than evenly spread.
  const auto near = [](const InterfaceMesh& mesh) {
    return (mesh.nodes.col(0).array().abs() < 0.02).count();
  };
  CHECK(near(one) > 1.15 * near(remesh(fine, even, 152)));
}

TEST_CASE("as many elements as the fine mesh has cannot be asked for") {
  const InterfaceMesh fine = fine_interface(two_bricks());
  CHECK_THAT(problem_of([&] { remesh(fine, Eigen::VectorXd::Ones(21), 12); }),
             Catch::Contains("less than the 12 facets"));
}
