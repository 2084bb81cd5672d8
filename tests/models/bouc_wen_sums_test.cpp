// The hypergeometric sums where they are elementary, and across the borders of the forms.
#include "models/rate/bouc_wen_sums.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

TEST_CASE("S and S2 of n = 1 and n = 2 are elementary") {
  const BoucWenSeries one(1), two(2);
  for (const double p : {1e-4, 0.1, 0.499, 0.501, 0.9, 0.999999}) {
    CAPTURE(p);
    // n = 1: S = -ln(1-p)/p, S2 = 2 (-ln(1-p) - p)/p^2
    const BoucWenSums a = one.at(p, 1 - p);
    CHECK(a.s == Approx(-std::log1p(-p) / p).epsilon(1e-13));
    CHECK(one.s(p, 1 - p) == Approx(a.s).epsilon(1e-15));
    CHECK(a.s + p * a.loss == Approx(2 * (-std::log1p(-p) - p) / (p * p)).epsilon(1e-10));
    // n = 2: S = atanh(sqrt p)/sqrt p, S2 = -ln(1-p)/p
    const BoucWenSums b = two.at(p, 1 - p);
    const double root = std::sqrt(p), atanh = std::log1p(root) - std::log1p(-p) / 2;
    CHECK(b.s == Approx(atanh / root).epsilon(1e-13));
    CHECK(b.s + p * b.loss == Approx(-std::log1p(-p) / p).epsilon(1e-13));
  }
  for (const double p : {-1e-4, -0.1, -0.499, -0.501, -0.9, -5.0, -300.0, -1e7}) {
    CAPTURE(p);
    const BoucWenSums a = one.at(p, 1 - p);
    CHECK(a.s == Approx(-std::log1p(-p) / p).epsilon(1e-13));
    const BoucWenSums b = two.at(p, 1 - p);
    CHECK(b.s == Approx(std::atan(std::sqrt(-p)) / std::sqrt(-p)).epsilon(1e-13));
    CHECK(b.s + p * b.loss == Approx(-std::log1p(-p) / p).epsilon(1e-13));
  }
}

TEST_CASE("the sums obey their differential equation on both sides of every border") {
  // n p dS/dp = 1/(1-p) - S, by central differences.
  for (const double n : {0.1, 0.3, 0.77, 1.0, 2.0, 6.0}) {
    const BoucWenSeries series(n);
    for (const double p : {-20.0, -3.0, -0.6, -0.5, -0.4, 0.3, 0.5, 0.6, 0.8, 0.9, 0.95}) {
      const double h = 1e-4 * (1 - p) * std::abs(p);
      const auto s = [&](double x) { return series.at(x, 1 - x).s; };
      const double slope = (8 * (s(p + h) - s(p - h)) - (s(p + 2 * h) - s(p - 2 * h))) / (12 * h);
      CAPTURE(n, p);
      CHECK(n * p * slope == Approx(1 / (1 - p) - s(p)).epsilon(1e-8));
    }
  }
}

TEST_CASE("the logarithmic sum is an exponential integral's relative") {
  // b = 1: psi(1) - psi(1) = 0 and (0)_k = 0, so H = -ln q. b = 2: H = -ln q - 1 + q.
  const LogarithmicSum one(1), two(2);
  for (const double q : {0.5, 0.1, 1e-9}) {
    CHECK(one.value(std::log(q), q) == Approx(-std::log(q)).epsilon(1e-15));
    CHECK(two.value(std::log(q), q) == Approx(-std::log(q) - 1 + q).epsilon(1e-14));
    const double h = 1e-5;
    const double slope =
        (LogarithmicSum(2 + h).value(0, q) - LogarithmicSum(2 - h).value(0, q)) / (2 * h);
    CHECK(two.slope(q) == Approx(slope).epsilon(1e-8));
  }
}
