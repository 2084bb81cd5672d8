#include "experiment/signal_checks.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "synthetic.hpp"

using namespace slipfront;

namespace {
std::vector<double> ring(double seconds) {
  return synthetic::decay([](double) { return 180.0; }, [](double) { return 0.005; }, seconds,
                          5000);
}
}  // namespace

TEST_CASE("hits are found where the signal jumps") {
  std::vector<double> x(500, 0.0);
  const auto one = ring(0.5);
  for (int i = 0; i < 3; ++i) x.insert(x.end(), one.begin(), one.end());
  const auto hits = find_hits(x, 5000, 50);
  REQUIRE(hits.size() == 3);
  CHECK(std::abs(static_cast<int>(hits[0].hit) - 500) <= 5);
  CHECK(hits[0].first > hits[0].hit);
  CHECK(hits[0].last == hits[1].hit);
  CHECK(std::abs(static_cast<int>(hits[2].hit) - 5500) <= 100);
  CHECK(hits[2].last == x.size());
}

TEST_CASE("a record that rings from its start has its decay there") {
  const auto hits = find_hits(ring(0.5), 5000, 50);
  REQUIRE(hits.size() == 1);
  CHECK(hits[0].first == 0);
}

TEST_CASE("noise before the blow is no decay, however large its share") {
  const auto one = ring(0.5);
  std::vector<double> x(1000, 0.0);
  x.insert(x.end(), one.begin(), one.end());
  synthetic::add_noise(x, one[0], 20, 3);  // a tenth of the ring's own size
  const auto hits = find_hits(x, 5000, 50);
  REQUIRE(hits.size() == 1);
  CHECK(std::abs(static_cast<int>(hits[0].hit) - 1000) <= 5);
}

TEST_CASE("tops cut off before noise came on top are clipped, those of a sine are not") {
  for (const double limit : {0.5, 0.9}) {
    std::vector<double> x =
        synthetic::decay([](double) { return 180.0; }, [](double) { return 0.001; }, 0.5, 5000);
    const double size = x[0];
    for (double& value : x) value = std::clamp(value, -limit * size, limit * size);
    synthetic::add_noise(x, size, 70, 2);
    CAPTURE(limit);
    CHECK(clipped_until(x) > 20);
  }
  std::vector<double> slow =
      synthetic::decay([](double) { return 180.0; }, [](double) { return 1e-4; }, 0.5, 5000);
  synthetic::add_noise(slow, slow[0], 70, 2);
  CHECK(clipped_until(slow) == 0);
}

TEST_CASE("lost samples are found, a quiet end is none") {
  std::vector<double> x = ring(0.5);
  CHECK_FALSE(dropout(x, 14));
  std::vector<double> coarse = x;  // its end is below the last digit
  for (double& value : coarse) value = std::round(value / (0.02 * x[0]));
  CHECK_FALSE(dropout(coarse, 14));
  std::fill(x.begin() + 700, x.begin() + 760, 0.0);
  const auto lost = dropout(x, 14);
  REQUIRE(lost);
  CHECK(lost->first == 700);
  CHECK(lost->second == 760);
}

TEST_CASE("flat and clipped signals") {
  CHECK(flatness(std::vector<double>(100, 2.0)) == "a flat signal");
  CHECK_FALSE(flatness({0, 1, 0, 1, 0, 1}).empty());
  std::vector<double> x = ring(0.5);
  CHECK(flatness(x).empty());
  CHECK(clipped_until(x) == 0);
  const double limit = 0.7 * x[0];
  for (double& value : x) value = std::clamp(value, -limit, limit);
  const std::size_t last = clipped_until(x);
  CHECK(last > 20);
  CHECK(std::abs(x[last]) == limit);
}

TEST_CASE("a cycle longer than the signal is the whole signal") {
  CHECK(whole_samples(99.7, std::vector<double>(200)) == 99);
  CHECK(whole_samples(1e300, std::vector<double>(200)) == 200);
  CHECK(whole_samples(1e300, {}) == 0);
  const auto hits = find_hits(ring(0.5), 5000, 1e-300);
  REQUIRE(hits.size() <= 1);
  if (!hits.empty()) CHECK(hits[0].first < hits[0].last);
  CHECK(find_hits({}, 5000, 1e-300).empty());
}
