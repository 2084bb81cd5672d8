#include <catch2/catch.hpp>

#include "rom/reduce/build_models.hpp"
#include "solid_test_models.hpp"

using namespace slipfront;

TEST_CASE("reductions out of range are refused") {
  CHECK_THAT(problem_of([] { check_reduction({.modes = 0, .elements = 2}, "spec"); }),
             Catch::Contains("modes: found 0") && Catch::Contains("elements: found 2"));
}

TEST_CASE("the full interface has its four points an element, whatever is asked for") {
  CHECK(point_rule({.elements = 0, .points = PointRule::middle}) == PointRule::gauss);
  CHECK(point_rule({.elements = 152}) == PointRule::middle);
  CHECK(node_placements().size() == 3);
}
