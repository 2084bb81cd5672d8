#include "experiment/cubic_splines.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

namespace {

const std::vector<double> kBreakpoints = {-2, -1.5, -0.7, 0, 0.1, 1.3};

/// Coefficients of a cubic: its blossom at three neighbouring knots (de Boor).
Eigen::VectorXd cubic(double a, double b, double c, double d) {
  std::vector<double> knots(3, kBreakpoints.front());
  knots.insert(knots.end(), kBreakpoints.begin(), kBreakpoints.end());
  knots.insert(knots.end(), 3, kBreakpoints.back());
  const auto n = static_cast<Eigen::Index>(knots.size()) - 4;
  Eigen::VectorXd coefficients(n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const double u = knots[j + 1], v = knots[j + 2], w = knots[j + 3];
    coefficients(j) = a + b * (u + v + w) / 3 + c * (u * v + v * w + w * u) / 3 + d * u * v * w;
  }
  return coefficients;
}

}  // namespace

TEST_CASE("splines add up to one and reproduce a cubic with its slope") {
  const CubicSplines splines(kBreakpoints);
  REQUIRE(splines.size() == 8);
  const Eigen::VectorXd c = cubic(0.3, -1, 2, 0.7);
  for (double x = -2; x <= 1.3; x += 0.05) {
    const CubicSplines::Local local = splines.at(x);
    CHECK(local.of(Eigen::VectorXd::Ones(8)) == Approx(1).epsilon(1e-13));
    CHECK(local.of(c) == Approx(0.3 - x + 2 * x * x + 0.7 * x * x * x).margin(1e-12));
    CHECK(local.slope_of(c) == Approx(-1 + 4 * x + 2.1 * x * x).margin(1e-12));
  }
}

TEST_CASE("beyond the ends a straight line") {
  const CubicSplines splines(kBreakpoints);
  const Eigen::VectorXd c = cubic(0.3, -1, 2, 0.7);
  const double at_end = 0.3 - 1.3 + 2 * 1.69 + 0.7 * 2.197, slope = -1 + 4 * 1.3 + 2.1 * 1.69;
  CHECK(splines.at(2.3).of(c) == Approx(at_end + slope));
  CHECK(splines.at(2.3).slope_of(c) == Approx(slope));
}

TEST_CASE("roughness is the integral of the squared second derivative") {
  const CubicSplines splines(kBreakpoints);
  const Eigen::VectorXd c = cubic(5, 2, 2, 0.7);
  // f'' = 4 + 4.2 x: the integral of its square over each interval.
  const auto integral = [](double x) { return std::pow(4 + 4.2 * x, 3) / (3 * 4.2); };
  CHECK((splines.roughness(std::vector<double>(5, 1.0)) * c).squaredNorm() ==
        Approx(integral(1.3) - integral(-2)));
  CHECK((splines.roughness({0, 0, 3, 0, 0}) * c).squaredNorm() ==
        Approx(3 * (integral(0) - integral(-0.7))));
  CHECK((splines.roughness(std::vector<double>(5, 1.0)) * cubic(1, 2, 0, 0)).norm() < 1e-12);
  CHECK(splines.middle(1) == Approx(-1.1));
}
