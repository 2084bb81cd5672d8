#include "core/lobatto.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

namespace {

/// int_-1^1 x^degree by the rule.
double monomial(const LobattoRule& rule, int degree) {
  return rule.weights.dot(rule.points.array().pow(degree).matrix());
}

}  // namespace

TEST_CASE("rules of few points are those of the textbooks") {
  const LobattoRule two(2), three(3), four(4), five(5);
  CHECK(two.weights == Eigen::Vector2d(1, 1));
  CHECK((three.points - Eigen::Vector3d(-1, 0, 1)).norm() < 1e-15);
  CHECK((three.weights - Eigen::Vector3d(1, 4, 1) / 3).norm() < 1e-15);
  const double x4 = 1 / std::sqrt(5), x5 = std::sqrt(3.0 / 7);
  CHECK((four.points - Eigen::Vector4d(-1, -x4, x4, 1)).norm() < 1e-15);
  CHECK((four.weights - Eigen::Vector4d(1, 5, 5, 1) / 6).norm() < 1e-15);
  CHECK(five.points[3] == Approx(x5).epsilon(1e-15));
  CHECK(five.weights[2] == Approx(32.0 / 45).epsilon(1e-15));
  CHECK(five.weights[3] == Approx(49.0 / 90).epsilon(1e-15));
}

TEST_CASE("a rule of n points is exact up to degree 2n - 3 and not beyond") {
  for (const int n : {2, 3, 4, 5, 8, 13}) {
    const LobattoRule rule(n);
    for (int degree = 0; degree <= 2 * n - 3; ++degree)
      CHECK(monomial(rule, degree) ==
            Approx(degree % 2 == 0 ? 2.0 / (degree + 1) : 0).margin(1e-14));
    CHECK(std::abs(monomial(rule, 2 * n - 2) - 2.0 / (2 * n - 1)) > 1e-9);
  }
}

TEST_CASE("points lie in symmetry, ascending, with both ends, and none at 0 if they are even") {
  for (const int n : {4, 42, 51, 80}) {
    const LobattoRule rule(n);
    CHECK(rule.points[0] == -1);
    CHECK(rule.points[n - 1] == 1);
    CHECK((rule.points + rule.points.reverse()).cwiseAbs().maxCoeff() < 1e-15);
    CHECK((rule.weights - rule.weights.reverse()).cwiseAbs().maxCoeff() < 1e-15);
    CHECK(rule.weights.sum() == Approx(2).epsilon(1e-14));
    for (int k = 1; k < n; ++k) CHECK(rule.points[k] > rule.points[k - 1]);
    if (n % 2 == 0) CHECK(rule.points.cwiseAbs().minCoeff() > 1e-3);
  }
}

TEST_CASE("the derivative is exact for polynomials through the points") {
  for (const int n : {2, 3, 6, 42}) {
    const LobattoRule rule(n);
    for (const int degree : {0, 1, 2, 5, 41}) {
      if (degree >= n) continue;
      const Eigen::VectorXd values = rule.points.array().pow(degree);
      const Eigen::VectorXd slope =
          degree == 0 ? Eigen::VectorXd::Zero(n)
                      : Eigen::VectorXd(degree * rule.points.array().pow(degree - 1));
      CHECK((rule.derivative * values - slope).cwiseAbs().maxCoeff() < 1e-13 * n * n);
    }
    // Integration by parts: W D + D' W is the difference of the ends.
    Eigen::MatrixXd ends = Eigen::MatrixXd::Zero(n, n);
    ends(0, 0) = -1;
    ends(n - 1, n - 1) = 1;
    const Eigen::MatrixXd wd = rule.weights.asDiagonal() * rule.derivative;
    CHECK((wd + wd.transpose() - ends).cwiseAbs().maxCoeff() < 1e-12);
  }
}
