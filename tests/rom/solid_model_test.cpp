#include "rom/solid/solid_model.hpp"

#include <catch2/catch.hpp>

#include "solid_test_models.hpp"

using namespace slipfront;
using Catch::Contains;

TEST_CASE("a density of tonnes per cubic millimetre is noticed") {
  SolidModel solid = brick(1, 1, 1, {1, 1, 1}, {2e11, 0.3, 7800});
  CHECK(unit_notes(solid).empty());
  solid.materials[0].density = 7.8e-9;
  REQUIRE(unit_notes(solid).size() == 1);
  CHECK_THAT(unit_notes(solid)[0], Catch::Contains("7.8e-09") && Catch::Contains("tonnes"));
}

TEST_CASE("a brick: mass, outer faces and their areas") {
  const SolidModel solid = brick(3, 2, 2, {0.3, 0.2, 0.1}, {2e11, 0.3, 7800});
  CHECK(solid.mass() == Approx(7800 * 0.006));
  const auto faces = outer_faces(solid);
  CHECK(faces.size() == 2 * (3 * 2 + 3 * 2 + 2 * 2));
  double area = 0;
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const Face& face : faces) {
    const Eigen::Vector3d a = area_vector(solid.places, face_nodes(solid, face));
    area += a.norm();
    sum += a;
  }
  CHECK(area == Approx(2 * (0.06 + 0.03 + 0.02)));
  CHECK(sum.norm() < 1e-15);
  CHECK_NOTHROW(check_solid(solid, "brick"));
}

TEST_CASE("inverted and flat elements, unknown nodes and zero material are named") {
  SolidModel solid = brick(2, 1, 1, {0.2, 0.1, 0.1}, {0, 0.6, -1});
  std::swap(solid.elements[1][0], solid.elements[1][1]);
  std::string text = problem_of([&] { check_solid(solid, "deck.inp"); });
  CHECK_THAT(text, Contains("1 inverted or degenerate elements: element 2 near (0.15"));
  CHECK_THAT(text, Contains("Young's modulus: found 0; must be above 0"));
  CHECK_THAT(text, Contains("density"));
  CHECK_THAT(text, Contains("Poisson's ratio: found 0.6"));
  solid.elements[0][3] = 99;
  text = problem_of([&] { check_solid(solid, "deck.inp"); });
  CHECK_THAT(text, Contains("1 elements with unknown nodes"));
  SolidModel flat = brick(1, 1, 1, {0.1, 0.1, 1e-9}, {1, 0, 1});
  CHECK_THAT(problem_of([&] { check_solid(flat, "x"); }), Contains("degenerate"));
  CHECK_THAT(problem_of([&] { check_solid(SolidModel(), "x"); }), Contains("no element"));
}
