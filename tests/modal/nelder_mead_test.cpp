#include "modal/nelder_mead.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

TEST_CASE("Rosenbrock's valley from its classical start") {
  const SimplexResult r = nelder_mead(
      [](const std::vector<double>& x) {
        return 100 * std::pow(x[1] - x[0] * x[0], 2) + std::pow(1 - x[0], 2);
      },
      {-1.2, 1});
  CHECK(r.converged);
  CHECK(r.value < 1e-15);
  CHECK(r.x[0] == Approx(1).epsilon(1e-6));
  CHECK(r.x[1] == Approx(1).epsilon(1e-6));
}

TEST_CASE("restarts go on where one run stops too early") {
  const auto bent = [](const std::vector<double>& x) {
    double sum = 0;
    for (std::size_t i = 0; i + 1 < x.size(); ++i)
      sum += 100 * std::pow(x[i + 1] - x[i] * x[i], 2) + std::pow(1 - x[i], 2);
    return sum;
  };
  SimplexOptions once;
  once.restarts = 0;
  once.evaluations_per_variable = 60;
  SimplexOptions again = once;
  again.restarts = 200;
  const std::vector<double> start = {0.5, 0.5, 0.5, 0.5, 0.5};
  const SimplexResult one = nelder_mead(bent, start, once);
  const SimplexResult many = nelder_mead(bent, start, again);
  CHECK(one.evaluations <= 306);
  CHECK(many.converged);
  CHECK(one.value > 1e-8);
  CHECK(many.value < one.value);
  CHECK(many.restarts > 0);
}

TEST_CASE("where the objective is infinite or no number the simplex turns away") {
  const SimplexResult r = nelder_mead(
      [](const std::vector<double>& x) {
        if (x[0] < 1) return std::nan("");
        return x[0] > 50 ? HUGE_VAL : x[0] * x[0];
      },
      {40});
  CHECK(r.x[0] == Approx(1).epsilon(1e-4));
}
