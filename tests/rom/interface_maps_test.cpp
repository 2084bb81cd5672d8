#include "rom/interface_maps.hpp"

#include <catch2/catch.hpp>

using namespace slipfront;
using Catch::Matchers::Contains;

namespace {
/// A unit square and, right of it, a triangle of area 1.
Eigen::MatrixXd five_nodes() {
  Eigen::MatrixXd nodes(5, 2);
  nodes << 0, 0, 1, 0, 1, 1, 0, 1, 3, 0;
  return nodes;
}
}  // namespace

TEST_CASE("one point per element at the mean of its nodes, with the element's area") {
  std::vector<Problem> problems;
  const Eigen::MatrixXd quad = Eigen::RowVector4d(1, 2, 3, 4);
  const Eigen::MatrixXd triangle = Eigen::RowVector3d(2, 5, 3);
  const NodeMaps maps = mesh_maps(five_nodes(), &quad, &triangle, "m", problems);
  REQUIRE(problems.empty());
  const Eigen::MatrixXd places = maps.to_points * five_nodes();
  CHECK(places.row(0).isApprox(Eigen::RowVector2d(0.5, 0.5)));
  CHECK(places.row(1).isApprox(Eigen::RowVector2d(5.0 / 3, 1.0 / 3)));
  CHECK(maps.to_nodes.col(0).sum() == Approx(1));
  CHECK(maps.to_nodes.col(1).sum() == Approx(1));
  CHECK(maps.to_nodes(4, 1) == Approx(1.0 / 3));
}

TEST_CASE("points follow the elements' own numbers, and a plane may be tilted") {
  std::vector<Problem> problems;
  Eigen::MatrixXd nodes(5, 3);
  nodes << five_nodes(), five_nodes().col(0);  // z = x: areas grow by sqrt(2)
  Eigen::MatrixXd quad(1, 5), triangle(1, 4);
  quad << 2, 1, 2, 3, 4;
  triangle << 1, 2, 5, 3;
  const NodeMaps maps = mesh_maps(nodes, &quad, &triangle, "m", problems);
  CHECK(maps.to_points(0, 4) == Approx(1.0 / 3));
  CHECK(maps.to_nodes.col(1).sum() == Approx(std::sqrt(2.0)));
}

TEST_CASE("meshes that are none") {
  std::vector<Problem> problems;
  const Eigen::MatrixXd quad = Eigen::RowVector4d(1, 2, 3, 6);
  const Eigen::MatrixXd triangle = Eigen::RowVector2d(1, 2);
  mesh_maps(five_nodes(), &quad, &triangle, "m.mat", problems);
  REQUIRE(problems.size() == 2);
  CHECK_THAT(problems[0].sentence(),
             Contains("m.mat, MESH.Quad: found 1 node numbers outside of the mesh; must be whole "
                      "numbers from 1 to 5"));
  CHECK_THAT(problems[1].sentence(), Contains("MESH.Tri: found a 1 x 2 matrix; must have 3"));
}

TEST_CASE("maps of the elements are Kronecker products with three components") {
  NodeMaps maps;
  maps.to_points = (Eigen::MatrixXd(1, 2) << 0.25, 0.75).finished();
  maps.to_nodes = (Eigen::MatrixXd(2, 1) << 2, 6).finished();
  std::vector<Problem> problems;
  const Interface plain = element_interface(maps, nullptr, 7, "m", problems);
  REQUIRE(problems.empty());
  for (int c = 0; c < 3; ++c) {
    for (int column = 0; column < 7; ++column) {
      const bool first = column == c, second = column == 3 + c;
      CHECK(plain.displacement(c, column) == (first ? 0.25 : second ? 0.75 : 0));
      CHECK(plain.force(column, c) == (first ? 2 : second ? 6 : 0));
    }
  }
  CHECK(plain.areas[0] == 8);

  const Eigen::MatrixXd from_unknowns = Eigen::MatrixXd::Random(9, 7);
  const Interface dense = element_interface(maps, &from_unknowns, 7, "m", problems);
  const Eigen::MatrixXd nodal = plain.displacement.leftCols(6) * from_unknowns.topRows(6);
  CHECK(dense.displacement.isApprox(nodal));
  CHECK(dense.force.isApprox(from_unknowns.topRows(6).transpose() * plain.force.topRows(6)));
}

TEST_CASE("maps of sizes that do not fit") {
  NodeMaps maps;
  maps.to_points = Eigen::MatrixXd::Ones(2, 4);
  maps.to_nodes = Eigen::MatrixXd::Ones(2, 4);
  maps.names = {"Qm", "Tm"};
  const Eigen::MatrixXd from_unknowns = Eigen::MatrixXd::Identity(11, 13);
  std::vector<Problem> problems;
  element_interface(maps, &from_unknowns, 13, "m.mat", problems);
  REQUIRE(problems.size() == 2);
  CHECK_THAT(problems[0].sentence(), Contains("Tm: found a 2 x 4 matrix; must be 4 x 2"));
  CHECK_THAT(problems[1].sentence(),
             Contains("L: found a 11 x 13 matrix") && Contains("at least 12 rows"));
  problems.clear();
  maps.to_nodes = Eigen::MatrixXd::Ones(4, 2);
  element_interface(maps, nullptr, 11, "m.mat", problems);
  REQUIRE(problems.size() == 1);
  CHECK_THAT(problems[0].sentence(), Contains("K: found 11 unknowns; without L the first 12"));
}
