#include "optimize/edge_scale.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "guarded_formula.hpp"

using namespace slipfront;
using namespace slipfront::test;

namespace {

struct Fixture {
  const std::vector<Parameter> parameters = guarded_parameters();
  const SearchSpace space{parameters};
  const EdgeScale scale{space, guard_of(parameters)};
  const double s = -1, beta = 0.1;

  /// Share of the largest margin, (chi + 1) / (chi + 2) + beta, at chi = 2 3/4 + beta.
  double share(double w) const {
    const double chi = scale.to_search({w, s})[0];
    return ((chi + 1) / (chi + 2) + beta) / (0.75 + beta);
  }
};

}  // namespace

TEST_CASE("without a guard a population moves in the search variables") {
  const SearchSpace space(valley_parameters());
  const EdgeScale scale(space);
  const std::vector<double> x = {3.3, 0.4};
  CHECK(scale.from_search(x) == x);
  CHECK(scale.to_search(x) == x);
  CHECK(scale.lower() == space.lower());
  CHECK(scale.upper() == space.upper());
}

TEST_CASE("half of the edge's scale is even, half counts decades, and both meet smoothly") {
  const Fixture f;
  CHECK(f.scale.lower()[0] == 0);
  CHECK(f.scale.upper()[0] == 1);
  CHECK(f.share(1) == Approx(1));
  // r (1 + ln(r / 1e-10)) = 1.
  const double r = f.share(0.5);
  CHECK(r * (1 + std::log(r / 1e-10)) == Approx(1).epsilon(1e-9));
  CHECK(f.share(0.75) == Approx((1 + r) / 2));
  // A quarter of the scale is half of the decades that are left.
  CHECK(f.share(0.25) == Approx(std::sqrt(r * 1e-10)).epsilon(1e-6));
  constexpr double h = 1e-6;
  const double above = (f.share(0.5 + h) - r) / h, below = (r - f.share(0.5 - h)) / h;
  CHECK(above == Approx(2 * (1 - r)).epsilon(1e-6));
  CHECK(below == Approx(above).epsilon(1e-4));
}

TEST_CASE("the edge's scale leads back to where it came from") {
  const Fixture f;
  for (const double w : {0.01, 0.2, 0.499, 0.501, 0.8, 1.}) {
    const auto x = f.scale.to_search({w, f.s});
    const auto again = f.scale.from_search(x);
    CHECK(again[0] == Approx(w).margin(1e-5));  // chi has 16 digits, the margin ten fewer
    CHECK(again[1] == f.s);
  }
  // What lies beyond the edge comes to lie on it, and the edge is within the domain.
  CHECK(f.scale.from_search({-2, f.s})[0] == Approx(0).margin(1e-12));
  const std::vector<double> edge = {f.scale.to_search({0, f.s})[0], f.beta};
  CHECK(guard_of(f.parameters)->margin(edge) > 0);
}
