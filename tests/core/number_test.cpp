#include "core/number.hpp"

#include <catch2/catch.hpp>
#include <clocale>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>

using namespace slipfront;

TEST_CASE("numbers written read back to the same bits") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 10000; ++i) {
    double value;
    const std::uint64_t bits = random();
    static_assert(sizeof value == sizeof bits);
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    CHECK(to_number(to_text(value)) == value);
  }
  CHECK(to_text(0.1) == "0.1");
  CHECK(to_text(182.684, 4) == "182.7");
}

TEST_CASE("the locale does not matter") {
  const char* german = std::setlocale(LC_ALL, "de_DE.UTF-8");
  CHECK(to_text(1.5) == "1.5");
  CHECK(to_number("1.5") == 1.5);
  if (german) std::setlocale(LC_ALL, "C");
}

TEST_CASE("only whole numbers are accepted") {
  CHECK(to_number(" 2e-3\r") == 2e-3);
  CHECK(to_number("+4") == 4.0);
  CHECK_FALSE(to_number(""));
  CHECK_FALSE(to_number("1,5"));
  CHECK_FALSE(to_number("1.5 Hz"));
  CHECK_FALSE(to_number("+-1"));
  CHECK_FALSE(to_number("0x10"));
  CHECK(std::isnan(*to_number("nan")));
}
