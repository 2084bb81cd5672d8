#include "core/krylov_modes.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>

using namespace slipfront;

TEST_CASE("the lowest modes of a matrix known by its inverse are those of the matrix") {
  constexpr Eigen::Index n = 120;
  std::srand(4);
  const Eigen::MatrixXd q =
      Eigen::HouseholderQR<Eigen::MatrixXd>(Eigen::MatrixXd::Random(n, n)).householderQ();
  Eigen::VectorXd lambda(n);
  for (Eigen::Index i = 0; i < n; ++i) lambda[i] = 1e5 * std::pow(1.15, i);
  lambda[3] = lambda[2];  // a double mode
  const Eigen::MatrixXd inverse = q * lambda.cwiseInverse().asDiagonal() * q.transpose();
  const KrylovModes modes =
      krylov_modes([&](const Eigen::MatrixXd& x) { return Eigen::MatrixXd(inverse * x); },
                   Eigen::MatrixXd::Identity(n, 6), 14);
  REQUIRE(modes.lambda.size() == 14);
  for (Eigen::Index i = 0; i < 14; ++i) {
    CHECK(modes.lambda[i] == Approx(lambda[i]).epsilon(1e-10));
    if (i == 2 || i == 3) continue;  // any pair of shapes in their plane
    CHECK(std::abs(modes.shapes.col(i).dot(q.col(i))) == Approx(1).epsilon(1e-9));
  }
  const Eigen::MatrixXd gram = modes.shapes.transpose() * modes.shapes;
  CHECK((gram - Eigen::MatrixXd::Identity(14, 14)).norm() < 1e-12);
}

TEST_CASE("as many modes as the matrix has") {
  const Eigen::Vector3d lambda(1, 4, 9);
  const Eigen::MatrixXd inverse = lambda.cwiseInverse().asDiagonal();
  const KrylovModes modes =
      krylov_modes([&](const Eigen::MatrixXd& x) { return Eigen::MatrixXd(inverse * x); },
                   Eigen::MatrixXd::Identity(3, 2), 3);
  REQUIRE(modes.lambda.size() == 3);
  for (Eigen::Index i = 0; i < 3; ++i) CHECK(modes.lambda[i] == Approx(lambda[i]).epsilon(1e-12));
}
