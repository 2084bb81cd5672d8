#include "experiment/decay_checks.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "experiment/gaussian_process.hpp"

using namespace slipfront;

namespace {

/// Half waves of heights exp(-10 t), every 3 ms.
std::vector<HalfWave> waves(int count) {
  std::vector<HalfWave> list;
  for (int k = 0; k < count; ++k) list.push_back({0.003 * k, std::exp(-0.03 * k)});
  return list;
}

/// Noise of a thousandth, every 6 ms.
std::vector<Leftover> leftovers() {
  std::uint64_t state = 3;
  const Eigen::VectorXd z = normal_numbers(400, state);
  std::vector<Leftover> list;
  for (int i = 0; i < 200; ++i)
    list.push_back({0.006 * i, std::complex<double>(z(i), z(200 + i)) * 1e-3, 1e-3});
  return list;
}

}  // namespace

TEST_CASE("the fall is that from the first half waves to the last") {
  CHECK(total_fall(waves(105)) == Approx(std::exp(0.03 * 100)));
  CHECK(total_fall(waves(4)) == 1);
}

TEST_CASE("growth is told from its least amplitude on, noise is none") {
  std::vector<HalfWave> list = waves(100);
  CHECK_FALSE(growth(list, 0.01));
  for (std::size_t k = 60; k < 100; ++k) list[k].height += 0.5;
  const auto found = growth(list, 0.01);
  REQUIRE(found);
  CHECK(found->from == Approx(0.003 * 59));
  CHECK(found->to == Approx(0.003 * 60));
  CHECK_FALSE(growth(list, 0.2));
}

TEST_CASE("a jump stands out of noise and of what goes up and down all the time") {
  std::vector<Leftover> left = leftovers();
  CHECK_FALSE(jump(left, 0.01));
  std::vector<Leftover> leak = left;
  for (std::size_t i = 0; i < leak.size(); ++i) leak[i].value += 0.04 * std::sin(0.9 * i);
  CHECK_FALSE(jump(leak, 0.01));
  REQUIRE(unexplained(leak));
  CHECK(*unexplained(leak) == Approx(0.04 / std::sqrt(2.0)).epsilon(0.05));
  CHECK_FALSE(unexplained(left));
  for (std::size_t i = 120; i < left.size(); ++i) left[i].value += 0.05;
  const auto at = jump(left, 0.01);
  REQUIRE(at);
  CHECK(*at == Approx(0.006 * 120).margin(0.013));
  left.resize(10);
  CHECK_FALSE(jump(left, 0.01));
}
