#include "rom/solid/tie.hpp"

#include <catch2/catch.hpp>

#include "solid_test_models.hpp"

using namespace slipfront;

TEST_CASE("foot on facets: inside, on a side, on a corner") {
  Places places(6, 3);
  places << 0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0, 4, 0, 0, 4, 1, 0;
  const std::vector<Quad> facets = {{0, 1, 2, 3}, {1, 4, 5, 2}};
  FacetFoot foot = nearest_foot(places, facets, {0.5, 0.25, 0.3});
  CHECK(foot.facet == 0);
  CHECK(foot.distance == Approx(0.3));
  CHECK((foot.place - Eigen::Vector3d(0.5, 0.25, 0)).norm() < 1e-12);
  CHECK((foot.shapes - Eigen::Vector4d(0.5625, 0.1875, 0.0625, 0.1875)).norm() < 1e-12);
  foot = nearest_foot(places, facets, {3, -1, 0});
  CHECK(foot.facet == 1);
  CHECK((foot.place - Eigen::Vector3d(3, 0, 0)).norm() < 1e-12);
  foot = nearest_foot(places, facets, {5, 2, 0});
  CHECK((foot.place - Eigen::Vector3d(4, 1, 0)).norm() < 1e-12);
  CHECK(foot.distance == Approx(std::sqrt(2.0)));
}

TEST_CASE("a tie moves near slaves onto the master and leaves far ones") {
  SolidModel model;
  model.places.resize(7, 3);
  model.places << 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0.5, 0.05, 0.5, 0.5, 0.2, 1, 0.5, -0.01;
  const std::vector<Quad> master = {{0, 1, 2, 3}};
  const TieOutcome outcome = tie_nodes(model, {4, 5, 6, 2}, master);
  CHECK(outcome.tied == 2);
  CHECK(outcome.left_free == 1);
  CHECK(outcome.farthest_moved == Approx(0.05));
  REQUIRE(model.ties.size() == 2);
  CHECK(model.places(4, 2) == 0);
  CHECK(model.places(5, 2) == 0.2);
  CHECK(model.ties[0].masters.size() == 4);
  CHECK(model.ties[1].masters.size() == 2);
  CHECK(model.ties[1].masters[0].second == Approx(0.5));
  // A second tie passes over those that are slaves already.
  CHECK(tie_nodes(model, {4}, master).tied == 0);
}
