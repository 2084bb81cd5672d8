#include "optimize/expected_time.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "formula_objectives.hpp"

using namespace slipfront;
using namespace slipfront::test;

TEST_CASE("what the nearest has taken is expected, on the search scale") {
  ExpectedTime times(valley_parameters());  // log10 k from 2 to 6, one that is held, mu from 0 to 1
  CHECK(times.of(std::vector{1e3, 7., 0.5}) == 0);
  times.add(std::vector{1e3, 7., 0.5}, 0.25);
  times.add(std::vector{1e5, 7., 0.5}, 4);
  CHECK(times.of(std::vector{0.99e4, 7., 0.5}) == 0.25);  // half a range in between: 10^4
  CHECK(times.of(std::vector{1.01e4, 7., 0.5}) == 4);
  times.add(std::vector{1e3, 7., 0.74}, 9);
  CHECK(times.of(std::vector{std::pow(10, 4.3), 7., 0.62}) == 4);  // 0.212 away, others 0.346
  CHECK(times.of(std::vector{std::pow(10, 3.9), 7., 0.74}) == 9);  // 0.225, others 0.33 and 0.363
}

TEST_CASE("a parameter whose bounds have the same logarithm is held") {
  const std::vector<Parameter> bounds = {parameter("k", Scale::log10, 3e12, 3000000000000.001),
                                         parameter("mu", Scale::linear, 0, 1)};
  ExpectedTime times(bounds);
  times.add(std::vector{3e12, 0.5}, 5);
  CHECK(times.of(std::vector{3e12, 0.5}) == 5);
}

TEST_CASE("the oldest of 257 times is forgotten") {
  ExpectedTime times(valley_parameters());
  times.add(std::vector{1e2, 7., 0.}, 1000);
  for (int k = 0; k < 255; ++k) times.add(std::vector{1e6, 7., 1.}, 1);
  CHECK(times.of(std::vector{1e2, 7., 0.}) == 1000);
  times.add(std::vector{1e6, 7., 1.}, 1);
  CHECK(times.of(std::vector{1e2, 7., 0.}) == 1);
}

TEST_CASE("the largest come first, of equals the first one") {
  CHECK(largest_first(std::vector{1., 3., 0., 3., 2.}) == std::vector<std::size_t>{1, 3, 4, 0, 2});
  CHECK(largest_first(std::vector<double>{}).empty());
}
