#include "rom/mesh/plane_mesh.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "solid_test_models.hpp"

using namespace slipfront;

namespace {
double area_of(const PlaneMesh& mesh, bool* convex = nullptr) {
  double area = 0;
  for (const Quad& quad : mesh.quads())
    for (std::size_t i = 0; i < 4; ++i) {
      const auto at = [&](std::size_t k) {
        return mesh.places()[static_cast<std::size_t>(quad[k % 4])];
      };
      const Eigen::Vector2d a = at(i + 1) - at(i), b = at(i + 3) - at(i);
      const double doubled = a[0] * b[1] - a[1] * b[0];
      if (convex && doubled <= 0) *convex = false;
      area += doubled / 4;
    }
  return area;
}
double polygon(int n, double r) { return 0.5 * n * r * r * std::sin(2 * M_PI / n); }
}  // namespace

TEST_CASE("a plate with a hole and its plug: areas and shared nodes") {
  for (const int n : {16, 24, 32, 40}) {
    const PlaneLine hole = circle_line({1, 2}, 0.3, n);
    PlaneMesh plate;
    plate.add_ring(hole, rectangle_line({1, 2}, 0.8, 0.5, n), 3);
    bool convex = true;
    CHECK(area_of(plate, &convex) == Approx(1.6 - polygon(n, 0.3)));
    CHECK(convex);
    CHECK(plate.places().size() == static_cast<std::size_t>(4 * n));
    plate.add_core(hole);
    convex = true;
    CHECK(area_of(plate, &convex) == Approx(1.6));
    CHECK(convex);
  }
}

TEST_CASE("lines: corners of the rectangle and of the hexagon are among the places") {
  const PlaneLine rectangle = rectangle_line({0, 0}, 2, 1, 32);
  CHECK((rectangle[0] - Eigen::Vector2d(2, 0)).norm() < 1e-15);
  CHECK((rectangle[4] - Eigen::Vector2d(2, 1)).norm() < 1e-15);
  CHECK((rectangle[8] - Eigen::Vector2d(0, 1)).norm() < 1e-15);
  CHECK((rectangle[20] - Eigen::Vector2d(-2, -1)).norm() < 1e-15);
  for (const int n : {24, 32, 40}) {
    int corners = 0;
    for (const Eigen::Vector2d& place : hexagon_line({0, 0}, 2, n)) {
      corners += std::abs(place.norm() - 2 / std::sqrt(3.0)) < 1e-12 ? 1 : 0;
      CHECK(place.norm() >= 1 - 1e-12);
    }
    CHECK(corners == 6);
  }
}

TEST_CASE("extruded grids are bricks") {
  const SolidModel solid = brick(4, 3, 2, {4, 3, 2}, {1, 0, 5});
  CHECK(solid.nodes() == 5 * 4 * 3);
  CHECK(solid.elements.size() == 24);
  CHECK(solid.mass() == Approx(120));
  CHECK_NOTHROW(check_solid(solid, "brick"));
  CHECK(even_levels(1, 2, 4) == std::vector<double>{1, 1.25, 1.5, 1.75, 2});
}
