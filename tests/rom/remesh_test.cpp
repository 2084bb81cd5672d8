#include "rom/reduce/remesh.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "rom/mesh/lap_beam.hpp"
#include "rom/reduce/build_models.hpp"
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

namespace {

/// The same nodes to 1e-9 m in the same order, and the same elements in the same order.
void check_same(const InterfaceMesh& one, const InterfaceMesh& other) {
  REQUIRE(one.nodes.rows() == other.nodes.rows());
  CHECK((one.nodes - other.nodes).cwiseAbs().maxCoeff() < 1e-9);
  CHECK(one.elements == other.elements);
}

/// The beam with all dimensions changed by a share.
LapBeamSpec changed(double share, int refinement) {
  LapBeamSpec spec;
  spec.refinement = refinement;
  BoltSpec& b = spec.bolts;
  for (double* length :
       {&spec.length, &spec.width, &spec.height, &spec.lap, &b.pitch, &b.diameter, &b.length,
        &b.hole_diameter, &b.head.across_flats, &b.head.height, &b.nut.across_flats, &b.nut.height,
        &b.washer.inner_diameter, &b.washer.outer_diameter, &b.washer.thickness})
    *length *= 1 + share;
  return spec;
}

}  // namespace

TEST_CASE("a symmetric interface is meshed the same whatever the rounding of its dimensions") {
  const InterfaceMesh fine = fine_interface(make_lap_beam(changed(0, 3)));
  Eigen::VectorXd weight(fine.nodes.rows());
  for (Eigen::Index i = 0; i < weight.size(); ++i)
    weight[i] = 1 + 3 * std::exp(-std::pow(fine.nodes(i, 0) / 0.02, 2));
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> noise(-1, 1);
  for (const double share : {1e-14, -1e-14, 4e-15}) {
    const InterfaceMesh other = fine_interface(make_lap_beam(changed(share, 3)));
    REQUIRE(other.elements == fine.elements);
    // Computed pressures differ by 1e-12 of themselves.
    Eigen::VectorXd rounded = weight;
    for (double& value : rounded) value *= 1 + 1e-12 * noise(generator);
    for (const int wanted : {60, 90, 120, 152}) {
      CAPTURE(share, wanted);
      check_same(remesh(fine, weight, wanted), remesh(other, rounded, wanted));
    }
  }
}

TEST_CASE("the beam's reduced interfaces do not hang on rounding", "[long]") {
  const auto made = [](double share, int elements) {
    LapBeamSpec spec = changed(share, LapBeamSpec{}.refinement);
    spec.reduction.elements = elements;
    const JointModel joint = make_lap_beam(spec);
    return reduced_interface(joint, relative_system(joint), spec.reduction);
  };
  for (const int elements : {152, 240})
    for (const double share : {1e-14, -1e-14}) {
      CAPTURE(elements, share);
      check_same(made(0, elements), made(share, elements));
    }
}

TEST_CASE("as many elements as the fine mesh has cannot be asked for") {
  const InterfaceMesh fine = fine_interface(two_bricks());
  CHECK_THAT(problem_of([&] { remesh(fine, Eigen::VectorXd::Ones(21), 12); }),
             Catch::Contains("less than the 12 facets"));
}
