#include "rom/reduce/interface_loops.hpp"

#include <catch2/catch.hpp>

#include "rom/mesh/plane_mesh.hpp"
#include "solid_test_models.hpp"

using namespace slipfront;

TEST_CASE("a ring has two edges, to the left of which it lies") {
  PlaneMesh plane;
  plane.add_ring(circle_line({0, 0}, 1, 16), circle_line({0, 0}, 2, 16), 2);
  InterfaceMesh mesh;
  mesh.nodes.resize(static_cast<Eigen::Index>(plane.places().size()), 2);
  for (std::size_t i = 0; i < plane.places().size(); ++i)
    mesh.nodes.row(static_cast<Eigen::Index>(i)) = plane.places()[i].transpose();
  for (const Quad& quad : plane.quads()) mesh.elements.emplace_back(quad.begin(), quad.end());
  const auto loops = boundary_loops(mesh);
  REQUIRE(loops.size() == 2);
  std::vector<PlanePlaces> lines;
  for (const auto& loop : loops) {
    CHECK(loop.size() == 16);
    PlanePlaces line(16, 2);
    double doubled = 0;
    for (std::size_t i = 0; i < 16; ++i) {
      line.row(static_cast<Eigen::Index>(i)) = mesh.nodes.row(loop[i]);
      const Eigen::RowVector2d a = mesh.nodes.row(loop[i]), b = mesh.nodes.row(loop[(i + 1) % 16]);
      doubled += a[0] * b[1] - a[1] * b[0];
    }
    CHECK((doubled > 0) == (line.row(0).norm() > 1.5));
    lines.push_back(line);
  }
  CHECK(inside_loops(lines, {1.5, 0.1}));
  CHECK_FALSE(inside_loops(lines, {0.2, 0.1}));
  CHECK_FALSE(inside_loops(lines, {3, 0.1}));
}

TEST_CASE("elements that meet in one node only are refused") {
  InterfaceMesh mesh;
  mesh.nodes = PlanePlaces::Zero(7, 2);
  mesh.elements = {{0, 1, 2, 3}, {2, 4, 5, 6}};
  CHECK_THAT(problem_of([&] { boundary_loops(mesh); }), Catch::Contains("must not touch"));
}
