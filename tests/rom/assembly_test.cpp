#include "rom/solid/assembly.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>

#include "rom/solid/sparse_factor.hpp"
#include "solid_test_models.hpp"

using namespace slipfront;

namespace {

/// Deflection of the tip under a unit shear force, held at x = 0.
double cantilever_tip(int nx, int ny, int nz, const ElasticMaterial& material) {
  const double length = 1, height = 0.1;
  const SolidModel solid = brick(nx, ny, nz, {length, height, height}, material);
  Eigen::SparseMatrix<double> stiffness = assemble_solid(solid).stiffness;
  Eigen::VectorXd load = Eigen::VectorXd::Zero(stiffness.rows());
  int at_tip = 0;
  for (int node = 0; node < solid.nodes(); ++node) {
    if (solid.places(node, 0) == 0)
      for (int d = 0; d < 3; ++d) stiffness.coeffRef(3 * node + d, 3 * node + d) *= 1e8;
    at_tip += solid.places(node, 0) == length ? 1 : 0;
  }
  for (int node = 0; node < solid.nodes(); ++node)
    if (solid.places(node, 0) == length) load[3 * node + 2] = 1.0 / at_tip;
  const Eigen::VectorXd answer = SparseFactor(stiffness, "cantilever").solve(load);
  return answer.dot(load);
}

}  // namespace

TEST_CASE("sums of stiffness and mass: rigid motion and the whole mass") {
  const SolidModel solid = brick(3, 2, 2, {0.3, 0.2, 0.1}, {2e11, 0.3, 7800});
  const SolidMatrices matrices = assemble_solid(solid);
  Eigen::VectorXd lift = Eigen::VectorXd::Zero(3 * solid.nodes());
  for (int node = 0; node < solid.nodes(); ++node) lift[3 * node + 2] = 1;
  CHECK((matrices.stiffness * lift).norm() < 1e-14 * matrices.stiffness.norm());
  CHECK(lift.dot(matrices.mass * lift) == Approx(solid.mass()));
  CHECK((Eigen::MatrixXd(matrices.stiffness) - Eigen::MatrixXd(matrices.stiffness).transpose())
            .norm() < 1e-14 * matrices.stiffness.norm());
}

TEST_CASE("a cantilever converges to beam theory at second order") {
  // nu = 0: L^3/(3EI) + L/(G A 5/6), and no clamping effect of the ends.
  const ElasticMaterial material = {1e9, 0, 1};
  const double inertia = std::pow(0.1, 4) / 12;
  const double exact = 1 / (3 * 1e9 * inertia) + 1 / (0.5e9 * 0.01 * 5 / 6);
  double error[3];
  for (int i = 0; i < 3; ++i) {
    const int n = 1 << i;
    error[i] = std::abs(cantilever_tip(4 * n, n, n, material) / exact - 1);
  }
  CAPTURE(error[0], error[1], error[2]);
  CHECK(error[0] < 0.02);
  CHECK(error[1] < 0.3 * error[0]);  // a quarter at second order
  CHECK(error[2] < 0.3 * error[1]);
}
