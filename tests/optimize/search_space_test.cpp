#include "optimize/search_space.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "formula_objectives.hpp"

using namespace slipfront;
using namespace slipfront::test;

TEST_CASE("the search box holds the free parameters on their scale") {
  const SearchSpace space(valley_parameters());
  REQUIRE(space.free_count() == 2);
  CHECK(space.lower()[0] == Approx(2));
  CHECK(space.upper()[0] == Approx(6));
  CHECK(space.upper()[1] == 1);
  const std::vector<double> p = space.decode(std::vector<double>{4.5, 0.25});
  CHECK(p[0] == Approx(std::pow(10, 4.5)));
  CHECK(p[1] == 7);
  CHECK(p[2] == 0.25);
  const auto back = space.encode(p, "point");
  CHECK(back[0] == Approx(4.5));
  CHECK(back[1] == 0.25);
}

TEST_CASE("decoded points are never outside the bounds, not by one rounding") {
  for (const double low : {3.1622776601683795, 7e5, 1.2345e-7}) {
    const SearchSpace space({parameter("p", Scale::log10, low, 3 * low)});
    CHECK(space.decode(space.lower())[0] >= low);
    CHECK(space.decode(space.upper())[0] <= 3 * low);
  }
}

TEST_CASE("every wrong bound is named in one failure") {
  const double infinity = std::numeric_limits<double>::infinity();
  try {
    SearchSpace({parameter("a", Scale::linear, 2, 1), parameter("b", Scale::log10, 0, 1),
                 parameter("c", Scale::linear, 0, infinity), parameter("d", Scale::linear, 0, 1)});
    FAIL("accepted");
  } catch (const Failure& failure) {
    REQUIRE(failure.problems().size() == 3);
    CHECK(failure.problems()[0].key == "a");
    CHECK(failure.problems()[1].key == "b");
    CHECK(failure.problems()[2].key == "c");
  }
  CHECK_THROWS_AS(SearchSpace({parameter("a", Scale::linear, 1, 1)}), Failure);
}

TEST_CASE("points outside the bounds, held ones included, are refused by name") {
  const SearchSpace space(valley_parameters());
  CHECK_THROWS_WITH(space.encode(std::vector<double>{1e3, 7, 1.5}, "seed 4"),
                    Catch::Contains("seed 4, mu: found 1.5"));
  CHECK_THROWS_WITH(space.encode(std::vector<double>{1e3, 8, 0.5}, "seed 4"),
                    Catch::Contains("held"));
  CHECK_THROWS_WITH(space.encode(std::vector<double>{1e3, 7, std::nan("")}, "seed 4"),
                    Catch::Contains("mu"));
  CHECK_THROWS_AS(space.encode(std::vector<double>{1e3, 7}, "seed 4"), Failure);
}

TEST_CASE("parameters that sit on a bound are found on their search scale") {
  const auto p = valley_parameters();
  const auto at = [&](double k, double mu) { return on_bound(p, std::vector<double>{k, 7, mu}); };
  CHECK(at(1e4, 0.5).empty());
  CHECK(at(1e2, 0.5) == std::vector<std::string>{"k"});
  CHECK(at(std::pow(10, 6 - 3e-6), 1e-7) == std::vector<std::string>{"k", "mu"});
  CHECK(at(std::pow(10, 6 - 5e-6), 1e-5).empty());
}

TEST_CASE("the place of a parameter among the free ones") {
  const SearchSpace space(valley_parameters());
  CHECK(space.free_place(0) == std::optional<std::size_t>(0));
  CHECK_FALSE(space.free_place(1));
  CHECK(space.free_place(2) == std::optional<std::size_t>(1));
}

TEST_CASE("values of the free parameters are picked from one for each") {
  Parameter held, free;
  held.lower = held.upper = 7;
  free.lower = 0;
  free.upper = 1;
  const SearchSpace space({held, free, held, free});
  CHECK(space.free_values(std::vector<double>{1, 2, 3, 4}) == std::vector<double>{2, 4});
  CHECK(space.encode_seeds({{7, 0.5, 7, 0.25}}) == std::vector<std::vector<double>>{{0.5, 0.25}});
  CHECK_THROWS_WITH(space.encode_seeds({{7, 0.5, 7, 0.25}, {7, 2, 7, 0}, {7, 0, 7, 3}}),
                    Catch::Contains("seed 2") && Catch::Contains("seed 3"));
}
