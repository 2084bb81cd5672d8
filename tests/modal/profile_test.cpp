#include "modal/profile.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

namespace {

/// A straight line a + b t through five points, or with a third parameter that does nothing.
LeastSquares line(bool idle) {
  static const double y[5] = {1.1, 1.9, 3.2, 3.9, 5.1};
  LeastSquares p;
  p.residuals = 5;
  const int n = idle ? 3 : 2;
  p.lower.assign(n, -20);
  p.upper.assign(n, 20);
  p.evaluate = [n](const double* x, double* r, double* j) {
    for (int i = 0; i < 5; ++i) {
      r[i] = x[0] + x[1] * i - y[i];
      if (!j) continue;
      for (int k = 0; k < n; ++k) j[n * i + k] = k == 0 ? 1 : (k == 1 ? i : 0);
    }
    return true;
  };
  return p;
}

}  // namespace

TEST_CASE("of a linear model the profile is the textbook's confidence interval") {
  const LeastSquares p = line(false);
  const LeastSquaresResult best = solve_least_squares(p, std::vector<double>{0, 0});
  // Slope of y on t = 0..4: b = 1.0, variance s^2/10; t(0.975, 3) = 3.182446.
  CHECK(best.x[1] == Approx(1.0).epsilon(1e-9));
  const double s = std::sqrt(best.sum_of_squares / 3), half = 3.182446305 * s / std::sqrt(10.0);
  const ProfileCurve curve = profile(p, best, 1, profile_limit(best.sum_of_squares, 3));
  CHECK(curve.interval.lower == Approx(1 - half).epsilon(1e-3));
  CHECK(curve.interval.upper == Approx(1 + half).epsilon(1e-3));
  CHECK(curve.interval.verdict == Verdict::determined);
  CHECK(curve.x.size() == curve.sum_of_squares.size());
}

TEST_CASE("a parameter that does nothing is not determined; one-sided ends are told") {
  const LeastSquares p = line(true);
  const LeastSquaresResult best = solve_least_squares(p, std::vector<double>{0, 0, 3});
  const double limit = profile_limit(best.sum_of_squares, 3);
  CHECK(profile(p, best, 2, limit).interval.verdict == Verdict::not_determined);
  LeastSquares tight = p;
  tight.upper[1] = 1.01;
  CHECK(profile(tight, best, 1, limit).interval.verdict == Verdict::bounded_below);
  tight.upper[1] = 20;
  tight.lower[1] = 0.99;
  CHECK(profile(tight, best, 1, limit).interval.verdict == Verdict::bounded_above);
  CHECK(to_text(Verdict::not_determined) == "not determined");
}

TEST_CASE("the sensitivities name the combination that the data do not see") {
  const Sensitivity s = sensitivity(line(true), {1, 1, 0});
  REQUIRE(s.singular_values.size() == 3);
  CHECK(s.singular_values[2] == Approx(0).margin(1e-12));
  CHECK(std::abs(s.combinations[2][2]) == Approx(1));
  // Squares of the others are the eigenvalues of [[5, 10], [10, 30]].
  CHECK(std::pow(s.singular_values[0], 2) == Approx((35 + std::sqrt(1025.0)) / 2));
}
