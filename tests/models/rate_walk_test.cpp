// Both methods of integration against rates that integrate by hand, and against each other.
#include "models/rate_walk.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/failure.hpp"
#include "models/rate_law.hpp"

using namespace slipfront;

namespace {

// dt/du = k (1 + c u) - r s t: linear in t, with u in it.
struct Linear {
  static constexpr int kParameters = 3;
  template <class T>
  static T rate(const T& u, const T& t, double s, const T* p) {
    return p[0] * (1.0 + p[1] * u) - p[2] * s * t;
  }
};

const std::vector<double> kValues = {3.0, 0.5, 0.8};

RateOptions options(RateMethod method, double tolerance) {
  RateOptions result;
  result.method = method;
  result.relative_tolerance = tolerance;
  return result;
}

}  // namespace

TEST_CASE("both methods: the error falls with the tolerance") {
  const double k = 3, c = 0.5, r = 0.8, u = 5;
  const double exact = (k / r - k * c / (r * r)) * -std::expm1(-r * u) + k * c * u / r;
  for (const RateMethod method : {RateMethod::radau, RateMethod::dormand_prince}) {
    double previous = 1;
    for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
      const RatePath path = integrate_rate(rate_function<Linear>(kValues), 3, 0, 0, u,
                                           u < 0 ? -1 : 1, false, options(method, tolerance));
      const double error = std::abs(path.traction / exact - 1);
      CHECK(error < 10 * tolerance);
      CHECK(error < previous / 10);
      previous = error;
    }
  }
}

TEST_CASE("both methods give the same path with the same sensitivities") {
  for (const double u : {-2.0, 0.4, 6.0}) {
    const auto go = [&](RateMethod method) {
      return integrate_rate(rate_function<Linear>(kValues), 3, 0.3, -0.7, u, u < 0.3 ? -1 : 1, true,
                            options(method, 1e-13));
    };
    const RatePath a = go(RateMethod::radau), b = go(RateMethod::dormand_prince);
    CHECK(a.traction == Approx(b.traction).epsilon(1e-11));
    CHECK(a.work == Approx(b.work).epsilon(1e-11));
    CHECK(a.tangent == Approx(b.tangent).epsilon(1e-10));
    CHECK(a.start_tangent == b.start_tangent);
    CHECK(a.traction_start == Approx(b.traction_start).epsilon(1e-11));
    CHECK(a.work_start == Approx(b.work_start).epsilon(1e-11));
    for (int p = 0; p < 3; ++p) {
      CHECK(a.d_traction[p] == Approx(b.d_traction[p]).epsilon(1e-10));
      CHECK(a.d_work[p] == Approx(b.d_work[p]).epsilon(1e-10));
    }
    // dt/dt0 of a linear rate.
    CHECK(a.traction_start == Approx(std::exp(-0.8 * std::abs(u - 0.3))).epsilon(1e-11));
  }
}

TEST_CASE("a walk in stages is one walk") {
  for (const RateMethod method : {RateMethod::radau, RateMethod::dormand_prince}) {
    const RateFunction rate = rate_function<Linear>(kValues);
    RateWalk walk(rate, 3, 0, 0, 1, false, options(method, 1e-12));
    for (const double x : {0.0, 0.1, 0.1, 2.0, 5.0}) {
      walk.advance(x);
      const RatePath direct = integrate_rate(rate, 3, 0, 0, x, x < 0 ? -1 : 1, false);
      CHECK(walk.path().traction == Approx(direct.traction).epsilon(1e-11).margin(1e-15));
    }
  }
}

TEST_CASE("Radau takes a law at its slip limit in a stride, Dormand-Prince step by step") {
  const RateFunction stiff = [](double, double t, double, double* gradient) {
    if (gradient) gradient[0] = 0, gradient[1] = -1e7;
    return 1e7 * (1 - t);
  };
  RateOptions few = options(RateMethod::radau, 1e-9);
  few.most_steps = 1000;
  CHECK(integrate_rate(stiff, 0, 0, 0, 1, 1, false, few).traction == Approx(1).epsilon(1e-9));
  few.method = RateMethod::dormand_prince;
  CHECK_THROWS_AS(integrate_rate(stiff, 0, 0, 0, 1, 1, false, few), Failure);
}

TEST_CASE("both methods: a rate that is not finite, or too wild, is a Failure") {
  for (const RateMethod method : {RateMethod::radau, RateMethod::dormand_prince}) {
    RateOptions few = options(method, 1e-12);
    few.most_steps = 1000;
    const RateFunction broken = [](double, double, double, double*) { return std::nan(""); };
    CHECK_THROWS_AS(integrate_rate(broken, 0, 0, 0, 1, 1, false, few), Failure);
    const RateFunction later = [](double u, double, double, double*) {
      return u > 0.5 ? std::nan("") : 1.0;
    };
    CHECK_THROWS_AS(integrate_rate(later, 0, 0, 0, 1, 1, false, few), Failure);
    const RateFunction wild = [](double, double t, double, double*) { return 1 - 1e9 * t; };
    CHECK_THROWS_AS(integrate_rate(wild, 0, 0, 0, 1, 1, false, few), Failure);
  }
}
