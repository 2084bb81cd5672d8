#include "optimize/front_slices.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace slipfront;

TEST_CASE("slices are the parts of the box without a front point, with the best seen there") {
  const std::vector<double> lower = {0, -8}, upper = {8, 8};
  const Box box{lower, upper};
  std::vector<std::vector<double>> x;
  std::vector<double> deficits;
  for (int k = 0; k < 20; ++k) {  // one slice of the first variable, in the front's of the second
    x.push_back({5.5, 0.5});
    deficits.push_back(0.02 * (20 - k));
  }
  for (int k = 0; k < 3; ++k) {  // too few
    x.push_back({3.5, 0.5});
    deficits.push_back(1);
  }
  x.push_back({0.5, 0.5});  // the front
  deficits.push_back(0);
  const auto slices = front_slices(x, deficits, box, 0.01);
  REQUIRE(slices.size() == 1);
  CHECK(slices[0].members == std::vector<std::size_t>{19, 18, 17, 16, 15, 14, 13, 12});
  CHECK(slices[0].weight == Approx(1 / 0.03));
}

TEST_CASE("slices near the front are drawn more often") {
  RandomEngine random(1);
  const std::vector<FrontSlice> slices = {{{0}, 1}, {{1}, 3}};
  int second = 0;
  for (int k = 0; k < 1000; ++k) second += draw_slice(random, slices).members[0] == 1 ? 1 : 0;
  CHECK(std::abs(second - 750) < 60);
}

TEST_CASE("what leaves the box is stopped at its walls") {
  const std::vector<double> lower = {0, -8}, upper = {8, 8};
  CHECK(Box{lower, upper}.clamped({-1, 9}) == std::vector<double>{0, 8});
}
