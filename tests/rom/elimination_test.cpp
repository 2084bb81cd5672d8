#include "rom/solid/elimination.hpp"

#include <catch2/catch.hpp>

#include "solid_test_models.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {
SolidModel points(int count) {
  SolidModel model;
  model.places = Places::Zero(count, 3);
  return model;
}
}  // namespace

TEST_CASE("ties of ties and equations are met by every q") {
  SolidModel model = points(5);
  model.ties = {{4, {{3, 0.5}, {2, 0.5}}}, {3, {{0, 0.25}, {1, 0.75}}}};
  // u_x(4) + 2 u_x(0) - u_y(1) = 0, and the same twice over.
  model.equations = {{{12, 1}, {0, 2}, {4, -1}}, {{12, 2}, {0, 4}, {4, -2}}, {{2, 1}, {5, -1}}};
  const Elimination result = eliminate(model, {0, 1, 2}, "model");
  CHECK(result.free.size() == 9 - 2);
  srand(1);
  const Eigen::VectorXd u =
      result.all_from_free * Eigen::VectorXd::Random(static_cast<Eigen::Index>(result.free.size()));
  for (int d = 0; d < 3; ++d) {
    CHECK(u[9 + d] == Approx(0.25 * u[d] + 0.75 * u[3 + d]));
    CHECK(u[12 + d] == Approx(0.5 * u[9 + d] + 0.5 * u[6 + d]));
  }
  CHECK(u[12] + 2 * u[0] - u[4] == Approx(0).margin(1e-12));
  CHECK(u[2] == Approx(u[5]));
  CHECK(std::count(result.free.begin(), result.free.end(), 2) == 1);  // kept
}

TEST_CASE("circles of ties and slaves in the interface are refused") {
  SolidModel model = points(3);
  model.ties = {{0, {{1, 1}}}, {1, {{0, 1}}}};
  CHECK_THAT(problem_of([&] { eliminate(model, {}, "deck"); }), Contains("a circle through node"));
  model.ties = {{0, {{1, 1}}}};
  CHECK_THAT(problem_of([&] {
               eliminate(model, {0, 1, 2}, "deck");
             }),
             Contains("interface node 1 as slave"));
}

TEST_CASE("an equation that nothing can be solved for is refused, not dropped") {
  SolidModel model = points(3);
  model.equations = {{{0, 1}, {3, -1}}};  // both nodes belong to the interface
  CHECK_THAT(problem_of([&] {
               eliminate(model, {0, 1, 2, 3, 4, 5}, "deck");
             }),
             Contains("equation 1") && Contains("nodes of the interface alone"));
  CHECK(eliminate(model, {0, 1, 2}, "deck").free.size() == 8);
  model.equations = {{{0, 1}, {6, -1}}, {{3, 0}, {6, 0}}};
  CHECK_THAT(problem_of([&] {
               eliminate(model, {0, 1, 2}, "deck");
             }),
             Contains("equation 2") && Contains("all zero"));
}
