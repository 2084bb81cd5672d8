#include "rom/solid/lanczos.hpp"

#include <Eigen/Eigenvalues>
#include <catch2/catch.hpp>

#include "rom/solid/sparse_factor.hpp"
#include "solid_test_models.hpp"

using namespace slipfront;

TEST_CASE("lowest modes agree with the dense eigenproblem") {
  const SolidModel solid = brick(4, 2, 1, {0.4, 0.2, 0.1}, {2e11, 0.3, 7800});
  SolidMatrices matrices = assemble_solid(solid);
  const double shift = -1e5;
  const Eigen::SparseMatrix<double> held = matrices.stiffness - shift * matrices.mass;
  const SparseFactor factor(held, "brick");
  const Inverse inverse = [&](const Eigen::VectorXd& b) -> Eigen::VectorXd {
    return factor.solve(b);
  };
  const SparseModes modes = lowest_modes(inverse, matrices.mass, shift, 10, "brick");
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> dense(
      Eigen::MatrixXd(matrices.stiffness), Eigen::MatrixXd(matrices.mass));
  for (int i = 6; i < 10; ++i)
    CHECK(modes.lambda[i] == Approx(dense.eigenvalues()[i]).epsilon(1e-8));
  for (int i = 0; i < 6; ++i) CHECK(std::abs(modes.lambda[i]) < 1e-6 * modes.lambda[9]);
  CHECK(
      (modes.shapes.transpose() * matrices.mass * modes.shapes - Eigen::MatrixXd::Identity(10, 10))
          .cwiseAbs()
          .maxCoeff() < 1e-8);
  const SparseModes again = lowest_modes(inverse, matrices.mass, shift, 10, "brick");
  CHECK(again.lambda == modes.lambda);
}

TEST_CASE("more modes than unknowns are refused") {
  Eigen::SparseMatrix<double> mass(3, 3);
  mass.setIdentity();
  const Inverse same = [](const Eigen::VectorXd& b) -> Eigen::VectorXd { return b; };
  CHECK_THAT(problem_of([&] { lowest_modes(same, mass, 0, 3, "rom.mat"); }),
             Catch::Contains("rom.mat, modes: found 3; must be fewer than the 3 unknowns"));
}
