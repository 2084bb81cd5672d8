#include "core/in_place_factors.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <random>

using namespace slipfront;

namespace {

Eigen::MatrixXd random_matrix(Eigen::Index rows, Eigen::Index columns) {
  std::mt19937 random(static_cast<unsigned>(100 * rows + columns));
  std::normal_distribution<double> normal;
  Eigen::MatrixXd m(rows, columns);
  for (double& x : m.reshaped()) x = normal(random);
  return m;
}

}  // namespace

TEST_CASE("LU in place solves systems of any size, rows swapped where it has to") {
  InPlaceLu lu;
  for (const Eigen::Index n : {1, 2, 5, 12, 13, 24, 25, 61, 7, 130, 0}) {
    CAPTURE(n);
    Eigen::MatrixXd a = random_matrix(n, n);
    if (n > 1) a(0, 0) = 0;  // no pivot there
    if (n > 20) a.topLeftCorner(9, 9).setZero();
    const Eigen::MatrixXd right = random_matrix(n, 3);
    lu.begin(n) = a;
    lu.factorise();
    Eigen::MatrixXd x = right;
    lu.solve(x);
    CHECK((a * x - right).norm() <= 1e-10 * (1 + a.norm() * x.norm()));
  }
}

TEST_CASE("LU in place takes the largest pivot of a column: no growth") {
  // Without swaps the factors of this matrix are of the size 1e18.
  InPlaceLu lu;
  Eigen::Matrix2d a;
  a << 1e-18, 1, 1, 1;
  lu.begin(2) = a;
  lu.factorise();
  Eigen::MatrixXd x(2, 1);
  x << 1, 2;
  lu.solve(x);
  CHECK(x(0, 0) == Approx(1).epsilon(1e-15));
  CHECK(x(1, 0) == Approx(1).epsilon(1e-15));
}

TEST_CASE("Cholesky in place: L L' = A, the upper half unread") {
  InPlaceCholesky cholesky;
  for (const Eigen::Index n : {1, 3, 40, 12, 150}) {
    CAPTURE(n);
    const Eigen::MatrixXd m = random_matrix(n, n + 5);
    const Eigen::MatrixXd a = m * m.transpose();
    auto lower = cholesky.begin(n);
    lower.setConstant(std::nan(""));
    lower.triangularView<Eigen::Lower>() = a;
    REQUIRE(cholesky.factorise());
    const Eigen::MatrixXd right = random_matrix(n, 4);
    Eigen::MatrixXd x = right;
    cholesky.solve_lower(x);
    CHECK((x.transpose() * x - right.transpose() * a.ldlt().solve(right)).norm() <
          1e-8 * x.squaredNorm());
    cholesky.solve_upper(x);
    CHECK((a * x - right).norm() < 1e-9 * a.norm() * x.norm());
  }
  cholesky.begin(2) = -Eigen::Matrix2d::Identity();
  CHECK_FALSE(cholesky.factorise());
  cholesky.begin(0);
  CHECK(cholesky.factorise());
}
