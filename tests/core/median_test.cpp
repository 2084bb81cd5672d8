#include "core/median.hpp"

#include <catch2/catch.hpp>

using namespace slipfront;

TEST_CASE("the median is the middle, or the mean of the two in the middle") {
  CHECK(median({7}) == 7);
  CHECK(median({9, 1, 5}) == 5);
  CHECK(median({4, 1, 3, 2}) == 2.5);
}

TEST_CASE("one value far off does not move the median") { CHECK(median({1, 2, 1e9}) == 2); }
