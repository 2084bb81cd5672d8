// The equation for psi against Boost's Lambert W, and the psi functions against long double.
#include "models/rate/valanis_branch.hpp"

#include <boost/math/special_functions/lambert_w.hpp>
#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

TEST_CASE("psi solves its equation, also at the knee and far beyond") {
  for (const double c : {1.0, 0.7, 0.5, 0.3, 0.01, 1e-4, 1e-8, 1e-16}) {
    for (const double q : {0.0, 1e-12, 0.3, 0.7, 1.0, 1.999, 2.0}) {
      for (const double y : {1e-300, 1e-14, 1e-5, 0.05, 0.3, 0.7, 0.9999, 1.0, 1.0001, 1.7, 2.0,
                             2.5, 10.0, 1e3, 1e12}) {
        const double psi = valanis_psi(c, q, y);
        CAPTURE(c, q, y, psi);
        REQUIRE(std::isfinite(psi));
        const long double exact = psi;
        const long double residual = c * exact - q * std::expm1(-exact) - y;
        const long double slope = c + q * std::exp(-exact);
        // The error in psi: a few roundings of psi, or what rounding of y and q means.
        CHECK(double(std::abs(residual / slope)) <=
              1e-15 * psi + 3e-16 * (y > 0.2 ? y + q : 0) / double(slope));
      }
    }
  }
}

TEST_CASE("psi is Lambert's W where that can be written down") {
  // e^-psi = (c/Q) W((Q/c) e^((Q - y)/c))
  for (const double c : {0.9, 0.4, 0.05}) {
    for (const double y : {0.01, 0.4, 1.0, 3.0}) {
      const double q = 1 - c;
      const double w = boost::math::lambert_w0(q / c * std::exp((q - y) / c));
      CHECK(std::exp(-valanis_psi(c, q, y)) == Approx(c / q * w).epsilon(1e-12));
    }
  }
  CHECK(valanis_psi(0, 2, 1.5) == Approx(std::log(4)).epsilon(1e-15));
  CHECK(std::isinf(valanis_psi(0, 2, 2)));
  CHECK(valanis_psi(0.5, 0, 3) == 6);
  CHECK(valanis_psi(0.5, 0.5, 0) == 0);
}

TEST_CASE("the functions of psi keep their digits") {
  for (const double psi : {1e-8, 1e-3, 0.3, 0.999, 1.001, 4.0, 50.0, 1000.0}) {
    CAPTURE(psi);
    const PsiFunctions f(psi);
    const long double p = psi;
    if (psi > 0.2) {
      CHECK(f.lag() == Approx(double(p + std::expm1(-p))).epsilon(3e-15));
      CHECK(f.bend() == Approx(double(1 - (1 + p) * std::exp(-p))).epsilon(3e-15));
      CHECK(f.loss() == Approx(double(p * (1 + std::exp(-p)) + 2 * std::expm1(-p))).epsilon(5e-15));
    } else {
      CHECK(f.lag() ==
            Approx(double(p * p / 2 - p * p * p / 6 + p * p * p * p / 24)).epsilon(1e-8));
      CHECK(f.bend() ==
            Approx(double(p * p / 2 - p * p * p / 3 + p * p * p * p / 8)).epsilon(1e-8));
      CHECK(f.loss() == Approx(double(p * p * p / 6 * (1 - p / 2))).epsilon(1e-6));
    }
  }
}
