#include "experiment/log_bins.hpp"

#include <catch2/catch.hpp>

using namespace slipfront;

TEST_CASE("bins hold mean, variance and worth of their points") {
  const auto bins = bin_observations({{0, 1, 1}, {0.1, 3, 1}, {5, 7, 0.5}, {10, 2, 1}}, 10);
  REQUIRE(bins.size() == 3);
  CHECK(bins[0].x == Approx(0.05));
  CHECK(bins[0].y == Approx(2));
  CHECK(bins[0].variance == Approx(2));
  CHECK(bins[0].count == 2);
  CHECK(bins[1].count == 0.5);
  CHECK(bins[1].variance == 0);
  CHECK(bins[2].x == 10);
  CHECK(bins[0].freedom() == 1);
  CHECK(bins[1].freedom() == 0);
  CHECK(bin_observations({}, 10).empty());
  CHECK(bin_observations({{1, 1, 1}, {1, 2, 1}}, 10).size() == 1);
}

TEST_CASE("decays that deviate as wholes: their means scatter, their trend does not") {
  // Three decays of slope 5 on levels 0, 1 and 2, each worth half an observation here.
  std::vector<Observation> list;
  for (int decay = 0; decay < 3; ++decay)
    for (const double x : {0.0, 0.1})
      list.push_back(
          {x + 0.01 * decay, decay + 5 * (x + 0.01 * decay), 0.25, 4.0 + decay, decay, 5});
  const auto bins = bin_observations(list, 1);
  REQUIRE(bins.size() == 1);
  CHECK(bins[0].decays == 3);
  CHECK(bins[0].count == Approx(1.5));
  CHECK(bins[0].freedom() == Approx(1));  // two of three, each worth a half
  CHECK(bins[0].variance == Approx(1));
  CHECK(bins[0].known == Approx(5));
}
