#include "experiment/added_rows.hpp"

#include <Eigen/QR>
#include <catch2/catch.hpp>

using namespace slipfront;

TEST_CASE("rows added to a triangle give the least squares of both") {
  constexpr Eigen::Index kUnknowns = 9, kRows = 7, kLater = 3, kFrom = 4;
  std::srand(1);
  for (const double stiff : {1.0, 1e6, 1e-6}) {
    Eigen::MatrixXd root = Eigen::MatrixXd::Random(kUnknowns, kUnknowns)
                               .triangularView<Eigen::Upper>()
                               .toDenseMatrix();
    root.row(5).setZero();  // a direction that the data leave open
    Eigen::MatrixXd rows = stiff * Eigen::MatrixXd::Random(kRows, kUnknowns);
    rows.block(kLater, 0, kRows - kLater, kFrom).setZero();
    Eigen::VectorXd right = Eigen::VectorXd::Random(kUnknowns);
    Eigen::VectorXd value = stiff * Eigen::VectorXd::Random(kRows);
    Eigen::MatrixXd all(kUnknowns + kRows, kUnknowns);
    Eigen::VectorXd wanted(kUnknowns + kRows);
    all << root, rows;
    wanted << right, value;

    add_rows(root, right, rows, value, kLater, kFrom);
    const Eigen::VectorXd expected = all.colPivHouseholderQr().solve(wanted);
    const Eigen::VectorXd found = root.triangularView<Eigen::Upper>().solve(right);
    CAPTURE(stiff);
    CHECK((root.transpose() * root - all.transpose() * all).norm() < 1e-13 * all.squaredNorm());
    CHECK(root.triangularView<Eigen::StrictlyLower>().toDenseMatrix().norm() == 0);
    // What is left is at right angles to all columns, to rounding of its terms.
    CHECK((all.transpose() * (all * found - wanted)).norm() <
          1e-13 * all.norm() * (all.norm() * found.norm() + wanted.norm()));
    CHECK(value.squaredNorm() ==
          Approx((all * expected - wanted).squaredNorm()).epsilon(1e-8).margin(1e-14));
  }
}

TEST_CASE("rows of zeros change nothing") {
  Eigen::MatrixXd root = Eigen::MatrixXd::Identity(3, 3), rows = Eigen::MatrixXd::Zero(2, 3);
  Eigen::VectorXd right = Eigen::VectorXd::Ones(3), value = Eigen::VectorXd::Constant(2, 0.5);
  add_rows(root, right, rows, value, 2, 0);
  CHECK(root == Eigen::MatrixXd::Identity(3, 3));
  CHECK(right == Eigen::VectorXd::Ones(3));
  CHECK(value == Eigen::VectorXd::Constant(2, 0.5));
}
