#include "experiment/signal_checks.hpp"

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
