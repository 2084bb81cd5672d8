#include "core/front.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <random>

using namespace slipfront;

TEST_CASE("domination needs no worse in both and better in one") {
  CHECK(dominates({1, 1}, {1, 2}));
  CHECK(dominates({1, 1}, {2, 2}));
  CHECK_FALSE(dominates({1, 1}, {1, 1}));
  CHECK_FALSE(dominates({1, 2}, {2, 1}));
}

TEST_CASE("the non-dominated set is that of the definition") {
  std::mt19937 random(5);
  std::uniform_int_distribution<int> draw(0, 12);  // small integers: many ties
  for (int round = 0; round < 50; ++round) {
    std::vector<ErrorPair> pairs(30);
    for (ErrorPair& p : pairs) p = {double(draw(random)), double(draw(random))};
    const auto kept = non_dominated(pairs);
    std::vector<bool> in(pairs.size(), false);
    for (const std::size_t i : kept) in[i] = true;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      bool beaten = false;
      for (std::size_t j = 0; j < pairs.size(); ++j)
        beaten = beaten || dominates(pairs[j], pairs[i]) || (j < i && pairs[j] == pairs[i]);
      CHECK(in[i] == !beaten);
    }
  }
}

TEST_CASE("what is not finite never reaches a front") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<ErrorPair> pairs{{nan, 0}, {0, nan}, {inf, 0}, {1, 1}};
  CHECK(non_dominated(pairs) == std::vector<std::size_t>{3});
  CHECK(non_dominated({}).empty());
}

TEST_CASE("errors of a mode leave failed points out") {
  Front front;
  front.points.resize(2);
  front.points[0].errors[2] = ErrorPair{1, 2};
  front.points[1].errors[2] = std::nullopt;
  CHECK(front.errors(2).size() == 1);
  CHECK(front.errors(3).empty());
}
