#include "models/batch_pow.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

using namespace slipfront;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double one(double x, double a) {
  double out = 0;
  batch_power_minus_one(1, &x, a, &out);
  return out;
}

/// Numbers of every size from the least subnormal on, in (0, 1), and close to 1.
std::vector<double> numbers(std::mt19937_64& random, std::size_t count) {
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<double> x;
  while (x.size() < count) {
    x.push_back(std::exp2(-1074 + 2097 * uniform(random)));
    x.push_back(uniform(random));
    x.push_back(1 + std::exp2(-1 - 51 * uniform(random)));
    x.push_back(1 - std::exp2(-1 - 51 * uniform(random)));
  }
  return x;
}

std::vector<double> exponents(std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<double> a;
  for (double whole = -2; whole <= 4; whole += 0.5) a.push_back(whole);
  for (int i = 0; i < 200; ++i) a.push_back(-2 + 6 * uniform(random));
  for (int i = 0; i < 100; ++i) a.push_back((i % 2 ? 1 : -1) * std::exp2(-40 * uniform(random)));
  return a;
}

}  // namespace

TEST_CASE("x^a - 1 has all its digits, for every x and exponents from -2 to 4") {
  std::mt19937_64 random(7);
  double worst = 0, worst_power = 0;
  bool whole = true;
  for (const double a : exponents(random)) {
    const std::vector<double> x = numbers(random, 400);
    std::vector<double> out(x.size());
    batch_power_minus_one(x.size(), x.data(), a, out.data());
    for (std::size_t i = 0; i < x.size(); ++i) {
      // 64 bits of fraction: an error of 1e-16 where x^a is 1e308.
      const long double exact = expm1l(static_cast<long double>(a) * logl(x[i]));
      if (exact > std::numeric_limits<double>::max()) {
        whole = whole && out[i] == kInfinity;
        continue;
      }
      const double miss = static_cast<double>(fabsl(out[i] - exact));
      worst = std::max(worst, exact == 0 ? miss : miss / static_cast<double>(fabsl(exact)));
      const double power = std::pow(x[i], a);
      // One rounding of each: of the power, and of the sum with 1.
      if (std::isfinite(power))
        worst_power = std::max(worst_power, std::abs(out[i] + 1 - power) / std::max(power, 1.0));
    }
  }
  CHECK(whole);
  CHECK(worst < 1e-15);
  CHECK(worst_power < 1e-15);
}

TEST_CASE("values that are exact, and the ends") {
  CHECK(one(1, 0.3) == 0);
  CHECK(one(4, 0.5) == 1);
  CHECK(one(0.25, -0.5) == 1);
  CHECK(one(3, 0) == 0);
  CHECK(one(2, 3) == 7);
  CHECK(one(0, 0.3) == -1);
  CHECK(one(0, -0.3) == kInfinity);
  CHECK(one(0, 0) == 0);
  CHECK(one(kInfinity, 0.3) == kInfinity);
  CHECK(one(kInfinity, -0.3) == -1);
  CHECK(one(kInfinity, 0) == 0);
  CHECK(one(1e300, 2) == kInfinity);
  CHECK(one(1e-300, 4) == -1);
  CHECK(one(5e-324, 0.5) == Approx(-1).epsilon(1e-15));
  CHECK(std::isnan(one(-1, 0.5)));
  CHECK(std::isnan(one(std::numeric_limits<double>::quiet_NaN(), 0.5)));
  // The largest power that is a double: 2^1024 less its last bit.
  CHECK(one(std::numeric_limits<double>::max(), 1) ==
        Approx(std::numeric_limits<double>::max()).epsilon(1e-15));
}

TEST_CASE("the same bits in batches of any size, at any place in them, in place or not") {
  std::mt19937_64 random(8);
  const std::vector<double> x = numbers(random, 200);
  for (const double a : {-0.7, 0.6, 1.3}) {
    std::vector<double> whole(x.size());
    batch_power_minus_one(x.size(), x.data(), a, whole.data());
    for (std::size_t size = 1; size < 40; ++size) {
      std::vector<double> parts = x;
      for (std::size_t first = 0; first < x.size(); first += size)
        batch_power_minus_one(std::min(size, x.size() - first), &parts[first], a, &parts[first]);
      CHECK(std::memcmp(parts.data(), whole.data(), x.size() * sizeof(double)) == 0);
    }
  }
}
