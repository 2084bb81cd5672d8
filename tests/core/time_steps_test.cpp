#include "core/time_steps.hpp"

#include <catch2/catch.hpp>
#include <vector>

using namespace slipfront;

TEST_CASE("equal steps are equal, also where rounding moved each by a quarter") {
  CHECK(time_steps(std::vector<double>{-1, 1, 3, 5}).equal);
  CHECK(time_steps(std::vector<double>{-1, 1, 3, 5}).mean == 2);
  // Steps of 1/3 ms, written in ms with one digit.
  CHECK(time_steps(std::vector<double>{0, 0.3, 0.7, 1.0}).equal);
  CHECK(time_steps(std::vector<double>{0, 1}).equal);
}

TEST_CASE("a missing sample is found at its step") {
  const TimeSteps steps = time_steps(std::vector<double>{0, 1, 2, 4, 5, 6});
  CHECK_FALSE(steps.equal);
  CHECK(steps.mean == Approx(1.2));
  CHECK(steps.worst == 3);
}

TEST_CASE("a clock that slowly changes its rate is no grid") {
  // Each step is within 20 % of the mean, but the middle lies 2.5 steps beside the grid.
  std::vector<double> times = {0};
  for (int i = 0; i < 50; ++i) times.push_back(times.back() + (i < 25 ? 0.9 : 1.1));
  CHECK_FALSE(time_steps(times).equal);
}

TEST_CASE("time that stands still or runs backwards is no grid") {
  CHECK_FALSE(time_steps(std::vector<double>{1, 1}).equal);
  CHECK_FALSE(time_steps(std::vector<double>{2, 1, 0}).equal);
}
