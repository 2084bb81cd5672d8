#include "optimize/search_chart.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "guarded_formula.hpp"

using namespace slipfront;
using namespace slipfront::test;

TEST_CASE("without a guard, or with its parameter held, the chart is the search space") {
  const SearchSpace space(valley_parameters());
  const SearchChart chart(space);
  const std::vector<double> x = {3.3, 0.4};
  CHECK(chart.from_search(x) == x);
  CHECK(chart.to_search(x) == x);
  CHECK(chart.lower() == space.lower());
  CHECK(chart.pulled_back(x, Eigen::Vector2d(2, 3)) == Eigen::Vector2d(2, 3));

  auto held = guarded_parameters();
  held[0].lower = held[0].upper = -0.5;
  const SearchSpace line(held);
  CHECK(SearchChart(line, guard_of(held)).from_search({-2}) == std::vector<double>{-2});
}

TEST_CASE("the chart leads from the guard to the upper bound, and back") {
  const auto parameters = guarded_parameters();
  const SearchSpace space(parameters);
  const SearchChart chart(space, guard_of(parameters));
  for (const double s : {-4., -1., 1.}) {
    const double beta = std::pow(10, s);
    CHECK(chart.from_search({2, s})[0] == Approx(0).margin(1e-12));
    CHECK(chart.to_search({0, s})[0] == Approx(2));
    // The lower edge is 1e-10 of the margin at chi = 2 from the guard.
    const double edge = chart.to_search({-10, s})[0], guard = -1 - beta / (1 + beta);
    CHECK(edge == Approx(guard).margin(1e-7));
    const std::vector<double> physical = {edge, beta};
    CHECK(guard_of(parameters)->margin(physical) > 0);
    // What lies beyond comes to lie on the edge.
    CHECK(chart.from_search({-2, s})[0] == -10);
    for (const double share : {0.01, 0.3, 0.9}) {
      const double chi = guard + share * (2 - guard);
      const auto z = chart.from_search({chi, s});
      CHECK(z[0] > -10);
      CHECK(z[1] == s);
      CHECK(chart.to_search(z)[0] == Approx(chi));
    }
  }
  // Decades of the margin: 0.1 of that at chi = 2 (0.1 + 3/4) is one decade from the upper end.
  const double margin = 0.1 * (0.1 + 0.75), r = margin - 0.1;
  CHECK(chart.from_search({-1 + r / (1 - r), -1})[0] == Approx(-1));
}

TEST_CASE("a lower bound above the guard is the edge") {
  auto parameters = guarded_parameters();
  parameters[0].lower = -0.9;
  const SearchSpace space(parameters);
  const SearchChart chart(space, guard_of(parameters));
  for (const double s : {-3., 0.5}) CHECK(chart.to_search({-10, s})[0] == Approx(-0.9));
}

TEST_CASE("slopes on the chart are those of finite differences") {
  for (const double lowest : {-2., -0.9}) {
    auto parameters = guarded_parameters();
    parameters[0].lower = lowest;
    const SearchSpace space(parameters);
    const SearchChart chart(space, guard_of(parameters));
    const auto value = [&](const std::vector<double>& z) {
      const auto x = chart.to_search(z);
      return std::sin(x[0]) + x[0] * x[1];
    };
    for (const std::vector<double>& z :
         {std::vector<double>{-0.7, -1.2}, std::vector<double>{-3.5, 0.6}}) {
      const auto x = chart.to_search(z);
      const Eigen::Vector2d by_search(std::cos(x[0]) + x[1], x[0]);
      const Eigen::VectorXd slope = chart.pulled_back(z, by_search);
      for (std::size_t k = 0; k < 2; ++k) {
        const double h = 1e-6;
        auto up = z, down = z;
        up[k] += h;
        down[k] -= h;
        CHECK(slope[static_cast<Eigen::Index>(k)] ==
              Approx((value(up) - value(down)) / (2 * h)).epsilon(1e-6));
      }
    }
  }
}
