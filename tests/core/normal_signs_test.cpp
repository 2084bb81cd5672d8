#include "core/normal_signs.hpp"

#include <catch2/catch.hpp>

#include "core/condensed.hpp"
#include "core/failure.hpp"
#include "rom/lap_joint.hpp"
#include "rom/load.hpp"
#include "shared_data.hpp"

using namespace slipfront;

namespace {

Structure flipped(Structure s, const std::vector<Eigen::Index>& points) {
  for (const Eigen::Index point : points) {
    s.interface.displacement.row(3 * point + 2) *= -1;
    s.interface.force.col(3 * point + 2) *= -1;
  }
  return s;
}

/// What a structure with these normal rows turned round is refused with.
std::string said_of(const Structure& s, const std::vector<Eigen::Index>& points,
                    ReferenceSprings springs) {
  try {
    const CondensedStructure condensed(flipped(s, points), springs);
    return "accepted";
  } catch (const Failure& failure) {
    return failure.what();
  }
}

}  // namespace

TEST_CASE("two masses that part: a row of the wrong sign opens where the other closes") {
  // Normal rows z1 = u, z2 = u (right) or -u (wrong), nothing holds u: with springs 1 on both rows
  // G = [1 1; 1 1] / 2.
  Eigen::MatrixXd g = Eigen::MatrixXd::Zero(6, 6);
  Eigen::VectorXd springs = Eigen::VectorXd::Zero(6), pressed(6), pulled(6);
  springs[2] = springs[5] = 1;
  g(2, 2) = g(2, 5) = g(5, 2) = g(5, 5) = 0.5;
  pressed << 0, 0, 1, 0, 0, 1;
  CHECK(opposed_normals(g, springs, pressed).empty());
  // Twice as stiff on the right one, so that it has the say: G k.
  springs[2] = 2;
  g *= 2.0 / 3;
  g(2, 5) = g(5, 2) = -1.0 / 3;
  pulled << 0, 0, 1, 0, 0, -1;
  CHECK(opposed_normals(g, springs, pulled) == std::vector<Eigen::Index>{1});
  // A face that looks the other way, pressed by the load, is none.
  CHECK(opposed_normals(g, springs, pressed).empty());
}

TEST_CASE("a patch whose normal points the wrong way is named") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const Structure s = load_structure(file);
  CHECK(said_of(s, {}, ReferenceSprings::all) == "accepted");
  for (Eigen::Index point = 0; point < 5; ++point) {
    CAPTURE(point);
    CHECK_THAT(said_of(s, {point}, ReferenceSprings::all),
               Catch::Contains("normal row of point " + std::to_string(point + 1)));
  }
  CHECK_THAT(said_of(s, {0, 1}, ReferenceSprings::all), Catch::Contains("points 1, 2"));
  // All of them: the other convention, told by the sign of the bolt load under prestress.
  CHECK(said_of(s, {0, 1, 2, 3, 4}, ReferenceSprings::all) == "accepted");
}

TEST_CASE("an element whose normal points the wrong way is named") {
  NEEDS_SHARED_DATA(file, "brb_fjrom.mat");
  const Structure s = load_structure(file);
  CHECK(said_of(s, {}, ReferenceSprings::normal) == "accepted");
  for (const Eigen::Index point : {0, 40, 100}) {
    CAPTURE(point);
    CHECK_THAT(said_of(s, {point}, ReferenceSprings::normal),
               Catch::Contains("normal row of point " + std::to_string(point + 1)));
  }
}
