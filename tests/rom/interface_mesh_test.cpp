#include "rom/reduce/interface_mesh.hpp"

#include <catch2/catch.hpp>

#include "rom/reduce/full_modes.hpp"
#include "solid_test_models.hpp"

using namespace slipfront;

namespace {
/// A unit square of one quadrilateral and two triangles: x < 0.5 and the rest.
InterfaceMesh square() {
  InterfaceMesh mesh;
  mesh.nodes.resize(6, 2);
  mesh.nodes << 0, 0, 0.5, 0, 0.5, 1, 0, 1, 1, 0, 1, 1;
  mesh.elements = {{0, 1, 2, 3}, {1, 4, 5}, {1, 5, 2}};
  return mesh;
}
}  // namespace

TEST_CASE("points integrate linear fields exactly") {
  const InterfaceMesh mesh = square();
  CHECK(mesh.area() == Approx(1));
  for (const PointRule rule : {PointRule::middle, PointRule::gauss}) {
    const InterfacePoints points = interface_points(mesh, rule);
    CHECK(points.weights.size() == (rule == PointRule::middle ? 3 : 10));
    const Eigen::VectorXd field = mesh.nodes * Eigen::Vector2d(2, -3);
    CHECK(points.weights.dot(points.to_points * field) == Approx(-0.5));
    CHECK((points.to_points * mesh.nodes - points.places).norm() < 1e-15);
    CHECK((Eigen::VectorXd::Ones(6).transpose() * points.to_nodes() - points.weights.transpose())
              .norm() < 1e-15);
  }
  // Gauss points are exact for products on this mesh of rectangles and triangles: int x^2.
  const Eigen::VectorXd x = mesh.nodes.col(0);
  CHECK(x.dot(interface_gram(mesh) * x) == Approx(1.0 / 3));
}

TEST_CASE("locate finds elements, and the nearest side from outside") {
  const InterfaceMesh mesh = square();
  MeshFoot foot = locate(mesh, {0.25, 0.75});
  CHECK(foot.element == 0);
  CHECK(foot.shapes[3] == Approx(0.375));
  foot = locate(mesh, {0.9, 0.2});
  CHECK(foot.element == 1);
  foot = locate(mesh, {2, 0.5});
  CHECK(foot.element == 1);
  CHECK(foot.shapes[0] == Approx(0).margin(1e-12));
  CHECK(foot.shapes[1] == Approx(0.5));
}

TEST_CASE("Galerkin projection keeps what both meshes hold") {
  JointModel joint = two_bricks();
  const InterfaceMesh fine = fine_interface(joint);
  InterfaceMesh coarse;
  coarse.nodes.resize(4, 2);
  coarse.nodes << -0.03, -0.01, 0.03, -0.01, 0.03, 0.01, -0.03, 0.01;
  coarse.elements = {{0, 1, 2, 3}};
  const Eigen::MatrixXd projection = galerkin_projection(coarse, fine);
  for (const Eigen::Vector2d& slope : {Eigen::Vector2d(1, 0), Eigen::Vector2d(0.3, -2)}) {
    const Eigen::VectorXd on_coarse = coarse.nodes * slope, on_fine = fine.nodes * slope;
    CHECK((projection * on_coarse - on_fine).norm() < 1e-14);
  }
  CHECK((projection * Eigen::VectorXd::Ones(4) - Eigen::VectorXd::Ones(21)).norm() < 1e-12);
  const Eigen::MatrixXd same = galerkin_projection(fine, fine);
  CHECK((same - Eigen::MatrixXd::Identity(21, 21)).norm() < 1e-10);
}
