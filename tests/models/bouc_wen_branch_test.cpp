// One branch in units: its inverse, its work, and its limit.
#include "models/rate/bouc_wen_branch.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

TEST_CASE("a loading branch is found again from its traction") {
  for (const double n : {0.2, 1.0, 2.5}) {
    const BoucWenShape shape(n);
    const double a = 4e12, limit = 1e5;
    const BoucWenBranch branch(shape, a, a / std::pow(limit, n));
    for (const double x : {1e-4, 0.3, 1.2, 4.0}) {
      CAPTURE(n, x);
      const BranchResponse r = branch.loading(x * limit / a);
      const BranchResponse same = branch.at_traction(r.f);
      const double lost = 1e-15 * a / r.tangent;  // a traction near the limit says little of u
      CHECK(same.u == Approx(r.u).epsilon(1e-12 + lost));
      CHECK(same.work() == Approx(r.work()).epsilon(1e-12 + 2 * lost));
      CHECK(same.d_f.stiffness == Approx(r.d_f.stiffness).epsilon(1e-11 + 2 * lost));
      CHECK(same.d_work().exponent == Approx(r.d_work().exponent).epsilon(1e-10 + 4 * lost));
      double f, tangent;
      branch.values(r.u, f, tangent);
      CHECK(f == Approx(r.f).epsilon(1e-15));
      CHECK(tangent == r.tangent);
    }
  }
}

TEST_CASE("work of n = 1 is elementary, in loading and unloading") {
  // f = (A/r)(1 - e^-ru): W = (A/r)(u - (1 - e^-ru)/r), for r of either sign
  const BoucWenShape shape(1);
  const double a = 4e12;
  for (const double rate : {3e7, -5e7}) {
    const BoucWenBranch branch(shape, a, rate);
    const double u = 2e-8, f = -a / rate * std::expm1(-rate * u);
    const BranchResponse r = branch.at_traction(f);
    CHECK(r.u == Approx(u).epsilon(1e-13));
    CHECK(r.work() == Approx(a / rate * (u + std::expm1(-rate * u) / rate)).epsilon(1e-12));
    CHECK(r.bend == Approx(f - u * a * std::exp(-rate * u)).epsilon(1e-12));
  }
  const BoucWenBranch unloading(shape, a, -5e7);
  const BranchResponse from = unloading.at_traction(2e5);
  const BranchResponse half = unloading.unloading(from, 0.5);
  CHECK(half.f == Approx(a / 5e7 * std::expm1(5e7 * from.u / 2)).epsilon(1e-13));
}

TEST_CASE("a traction at or above the limit counts as saturated") {
  const BoucWenShape shape(1);
  const BoucWenBranch branch(shape, 4e12, 4e7);  // limit 1e5
  for (const double f : {1e5, 1e5 * (1 + 1e-15), 3e5}) {
    const BranchResponse r = branch.at_traction(f);
    CHECK(std::isfinite(r.u));
    CHECK(r.tangent == Approx(0).margin(1e-3));
    CHECK(branch.loading(2 * r.u).f == Approx(1e5).epsilon(1e-14));
  }
}
