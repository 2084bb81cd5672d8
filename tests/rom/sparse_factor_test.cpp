#include "rom/solid/sparse_factor.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>

#include "solid_test_models.hpp"

using namespace slipfront;

TEST_CASE("the sparse factor solves as a dense one, in blocks") {
  const SolidModel solid = brick(3, 2, 2, {0.3, 0.2, 0.1}, {1, 0.3, 1});
  SolidMatrices matrices = assemble_solid(solid);
  const Eigen::SparseMatrix<double> held = matrices.stiffness + matrices.mass;
  srand(2);
  const Eigen::MatrixXd right = Eigen::MatrixXd::Random(held.rows(), 150);
  const Eigen::MatrixXd found = SparseFactor(held, "brick").solve(right);
  const Eigen::MatrixXd dense = Eigen::MatrixXd(held).ldlt().solve(right);
  CHECK((found - dense).norm() < 1e-9 * dense.norm());
}

TEST_CASE("an indefinite matrix is refused by name") {
  Eigen::SparseMatrix<double> matrix(2, 2);
  matrix.insert(0, 0) = 1;
  matrix.insert(1, 1) = -1;
  CHECK_THAT(problem_of([&] { SparseFactor(matrix, "deck.inp"); }),
             Catch::Contains("deck.inp") && Catch::Contains("not positive definite"));
}
