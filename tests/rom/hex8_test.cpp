#include "rom/solid/hex8.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <catch2/catch.hpp>

#include "solid_test_models.hpp"

using namespace slipfront;

namespace {

const ElasticMaterial kSteel = {2e11, 0.3, 7800};

/// A hexahedron with every node moved at random by up to `shake` of its edge.
HexPlaces shaken(double shake, unsigned seed) {
  HexPlaces places;
  places << 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1;
  srand(seed);
  return places + shake * HexPlaces::Random();
}

}  // namespace

TEST_CASE("a hexahedron: six rigid motions without energy, all others with") {
  for (unsigned seed = 1; seed < 5; ++seed) {
    const HexPlaces places = shaken(0.2, seed);
    const HexMatrix stiffness = hex_stiffness(places, kSteel);
    CHECK((stiffness - stiffness.transpose()).norm() == 0);
    for (int mode = 0; mode < 6; ++mode) {
      Eigen::Matrix<double, 24, 1> motion;
      for (int node = 0; node < 8; ++node) {
        const Eigen::Vector3d x = places.row(node);
        motion.segment<3>(3 * node) =
            mode < 3 ? Eigen::Vector3d(Eigen::Vector3d::Unit(mode))
                     : Eigen::Vector3d(Eigen::Vector3d::Unit(mode - 3).cross(x));
      }
      CHECK((stiffness * motion).norm() < 1e-14 * stiffness.norm());
    }
    const auto values = Eigen::SelfAdjointEigenSolver<HexMatrix>(stiffness).eigenvalues();
    CHECK(values[5] < 1e-10 * values[23]);
    CHECK(values[6] > 1e-4 * values[23]);
  }
}

TEST_CASE("mass of a hexahedron: its volume times density, in every direction") {
  const HexPlaces cube = shaken(0, 1);
  CHECK(hex_mass(cube, 7800).sum() == Approx(7800));
  // Consistent mass of a brick: products of int N_i N_j = h/3, h/6.
  CHECK(hex_mass(cube, 27)(0, 0) == Approx(1));
  CHECK(hex_mass(cube, 27)(0, 6) == Approx(0.125));
  CHECK(hex_quality(cube) == Approx(0.125));
  HexPlaces turned = cube;
  turned.row(0).swap(turned.row(1));
  CHECK(hex_quality(turned) < 0);
}

TEST_CASE("patch test: constant strain is exact on distorted hexahedra") {
  // A 2 x 2 x 2 cube with its inner node off the middle and all others on a sheared brick.
  SolidModel solid = brick(2, 2, 2, {1, 0.8, 0.6}, kSteel);
  int inner = -1;
  for (int node = 0; node < solid.nodes(); ++node) {
    const Eigen::RowVector3d x = solid.places.row(node);
    if ((x - Eigen::RowVector3d(0.5, 0.4, 0.3)).norm() < 1e-9) inner = node;
  }
  REQUIRE(inner >= 0);
  solid.places.row(inner) += Eigen::RowVector3d(0.13, -0.09, 0.08);
  Eigen::Matrix3d gradient;
  gradient << 1, 2, -1, 0.5, -0.7, 0.3, 0.2, 0.1, 0.4;
  const Eigen::MatrixXd stiffness = Eigen::MatrixXd(assemble_solid(solid).stiffness);
  Eigen::VectorXd exact(3 * solid.nodes());
  for (int node = 0; node < solid.nodes(); ++node)
    exact.segment<3>(3 * node) = gradient * solid.places.row(node).transpose();
  // The inner node in balance, all others held at the exact field.
  Eigen::VectorXd load = -stiffness.middleRows<3>(3 * inner) * exact +
                         stiffness.block<3, 3>(3 * inner, 3 * inner) * exact.segment<3>(3 * inner);
  const Eigen::Vector3d found =
      stiffness.block<3, 3>(3 * inner, 3 * inner).partialPivLu().solve(load);
  CHECK((found - exact.segment<3>(3 * inner)).norm() < 1e-12);
  // And the energy is that of the constant strain: sigma : eps V / 2.
  const Eigen::Matrix3d strain = 0.5 * (gradient + gradient.transpose());
  const double g = kSteel.young / (2 * (1 + kSteel.poisson));
  const double lame = 2 * g * kSteel.poisson / (1 - 2 * kSteel.poisson);
  const double energy =
      0.48 * (g * strain.squaredNorm() + 0.5 * lame * strain.trace() * strain.trace());
  CHECK(0.5 * exact.dot(stiffness * exact) == Approx(energy).epsilon(1e-12));
}

TEST_CASE("pure bending of one layer of bricks is exact: no shear locking") {
  // A slender bar in pure bending, nu = 0: u = kappa x z, w = -kappa x^2 / 2.
  const ElasticMaterial material = {1e9, 0, 1};
  const HexPlaces brick_places =
      shaken(0, 1).array().rowwise() * Eigen::RowVector3d(10, 1, 1).array();
  const HexMatrix stiffness = hex_stiffness(brick_places, material);
  Eigen::Matrix<double, 24, 1> bent;
  for (int node = 0; node < 8; ++node) {
    const double x = brick_places(node, 0) - 5, z = brick_places(node, 2) - 0.5;
    bent.segment<3>(3 * node) << x * z, 0, -0.5 * x * x;
  }
  // Energy E I kappa^2 L / 2 with I = 1/12.
  CHECK(0.5 * bent.dot(stiffness * bent) == Approx(0.5 * 1e9 / 12 * 10).epsilon(1e-12));
}

TEST_CASE("faces of a hexahedron look outwards") {
  const HexPlaces cube = shaken(0, 1);
  for (int face = 0; face < 6; ++face) {
    const auto& nodes = hex_face(face);
    const Eigen::Vector3d one = cube.row(nodes[2]) - cube.row(nodes[0]);
    const Eigen::Vector3d other = cube.row(nodes[3]) - cube.row(nodes[1]);
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    for (const int node : nodes) centre += cube.row(node).transpose() / 4;
    CHECK(0.5 * one.cross(other).dot(centre - Eigen::Vector3d(0.5, 0.5, 0.5)) == Approx(0.5));
  }
}
