#include "rom/reduce/ties.hpp"

#include <catch2/catch.hpp>

using namespace slipfront;

TEST_CASE("of values that differ by rounding the first is taken, clear differences decide") {
  const double last_digit = 1 + 1e-15;
  CHECK(first_largest(Eigen::Vector4d(1, 3, 3 * last_digit, 2)) == 1);
  CHECK(first_largest(Eigen::Vector4d(1, 3, 3 * (1 + 1e-6), 2)) == 2);
  CHECK(first_smallest(Eigen::Vector4d(5, 3 * last_digit, 3, 9)) == 1);
  CHECK(first_smallest(Eigen::Vector4d(5, 3 * (1 + 1e-6), 3, 9)) == 2);
  CHECK(first_smallest(Eigen::Vector4d(5, 0, 0, 9)) == 1);
}

TEST_CASE("ascending order: equal values keep their own") {
  CHECK(ascending({0.5, 0.2 + 1e-15, 0.2, 0.1, 0.5 - 1e-15}) ==
        std::vector<std::size_t>{3, 1, 2, 0, 4});
  CHECK(ascending({0.2 + 1e-6, 0.2}) == std::vector<std::size_t>{1, 0});
  CHECK(ascending({}).empty());
}
