#include "rom/solid/coupling.hpp"

#include <Eigen/Geometry>
#include <catch2/catch.hpp>

#include "solid_test_models.hpp"

using namespace slipfront;

TEST_CASE("a coupling follows rigid motion exactly, and its forces are in balance") {
  const SolidModel solid = brick(2, 2, 1, {0.2, 0.1, 0.05}, {1, 0, 1});
  std::vector<std::pair<int, double>> nodes;
  for (int node = 0; node < 9; ++node) nodes.emplace_back(node, 1 + 0.3 * node);
  const Eigen::Vector3d reference(0.3, -0.2, 0.7), u(1, -2, 0.5), turn(0.3, 0.7, -0.4);
  const auto rows = coupling_rows(solid.places, nodes, reference, "test");
  const auto at = [&](const SparseRow& row) {
    double sum = 0;
    for (const auto& [unknown, weight] : row) {
      const Eigen::Vector3d x = solid.places.row(unknown / 3);
      sum += weight * (u + turn.cross(x - reference))[unknown % 3];
    }
    return sum;
  };
  for (std::size_t d = 0; d < 3; ++d) {
    CHECK(at(rows[d]) == Approx(u[static_cast<Eigen::Index>(d)]).epsilon(1e-12));
    CHECK(at(rows[d + 3]) == Approx(turn[static_cast<Eigen::Index>(d)]).epsilon(1e-12));
  }
  CHECK_THAT(problem_of([&] {
               Places line(3, 3);
               line << 0, 0, 0, 1, 0, 0, 2, 0, 0;
               coupling_rows(line, {{0, 1}, {1, 1}, {2, 1}}, reference, "*COUPLING");
             }),
             Catch::Contains("on one line"));
}

TEST_CASE("tributary areas add up to the area of the facets") {
  Places places(6, 3);
  places << 0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0, 3, 0, 0, 3, 1, 0;
  const auto areas = tributary_areas(places, {{0, 1, 2, 3}, {1, 4, 5, 2}});
  CHECK(areas.size() == 6);
  CHECK(areas[0].second == Approx(0.5));
  CHECK(areas[1].second == Approx(0.75));
  double sum = 0;
  for (const auto& entry : areas) sum += entry.second;
  CHECK(sum == Approx(3));
}
