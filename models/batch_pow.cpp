#include "models/batch_pow.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

namespace slipfront {

namespace {

// A double: sign, 11 bits of exponent (biased by 1023), 52 bits of fraction.
constexpr int kFraction = 52;
constexpr double kBias = 1023;
constexpr std::uint64_t kFractionBits = (std::uint64_t{1} << kFraction) - 1;
constexpr std::uint64_t kOne = std::bit_cast<std::uint64_t>(1.0);
constexpr std::uint64_t kRootHalf = std::bit_cast<std::uint64_t>(std::numbers::sqrt2 / 2);
// k has 11 bits with its sign aside: an exponent without its last 11 bits times k is exact.
constexpr std::uint64_t kShortBits = ~((std::uint64_t{1} << 11) - 1);
constexpr double kLargest = 1024;   // exponent of 2 at which doubles end
constexpr double kSmallest = -200;  // far below where 2^n is lost beside 1

// log 2 in two parts; the first has 32 bits, so that a small number times it is exact.
constexpr double kLog2High = 0x1.62e42feep-1, kLog2Low = 0x1.a39ef35793c76p-33;

// Numbers below 2^51 are rounded to whole ones by adding it; these stand in its last bits.
constexpr double kRounder = 0x1.8p52;
// Whole numbers below 2^52, put into its fraction, are added to it.
constexpr double kHolder = 0x1p52;

// Of the terms left out, the largest is s^21 2/21 = 8e-18, s <= 0.172.
constexpr std::size_t kLogTerms = 9;
// Of the terms left out, the largest is r^14/14! = 4e-18, r <= 0.347.
constexpr std::size_t kExpTerms = 13;

constexpr std::array<double, kLogTerms> log_series() {
  constexpr int kFirst = 3;
  std::array<double, kLogTerms> series{};
  for (std::size_t j = 0; j < kLogTerms; ++j)
    series[j] = 2.0 / (kFirst + 2 * static_cast<double>(j));
  return series;
}

/// 1/1!, 1/2!, ...
constexpr std::array<double, kExpTerms> exp_series() {
  std::array<double, kExpTerms> series{};
  double factorial = 1;
  for (std::size_t j = 0; j < kExpTerms; ++j) {
    factorial *= static_cast<double>(j + 1);
    series[j] = 1 / factorial;
  }
  return series;
}

constexpr auto kLogSeries = log_series();
constexpr auto kExpSeries = exp_series();

/// a b + c, rounded once where the machine can.
inline double multiply_add(double a, double b, double c) {
#ifdef __FMA__
  return std::fma(a, b, c);
#else
  return a * b + c;
#endif
}

/// c_first + c_(first+1) x + .. of `terms` terms, halves at a time: a short chain of operations
/// that wait for each other. powers[i] = x^(2^i).
template <std::size_t first, std::size_t terms, std::size_t N>
inline double sum(const double* powers, const std::array<double, N>& c) {
  if constexpr (terms == 1) {
    return c[first];
  } else {
    constexpr std::size_t kHalf = std::bit_ceil(terms) / 2;
    return multiply_add(powers[std::countr_zero(kHalf)],
                        sum<first + kHalf, terms - kHalf>(powers, c), sum<first, kHalf>(powers, c));
  }
}

/// x (c_0 + c_1 x + ..)
template <std::size_t N>
inline double series(double x, const std::array<double, N>& c) {
  const double x2 = x * x, x4 = x2 * x2;
  const double powers[] = {x, x2, x4, x4 * x4};
  return x * sum<0, N>(powers, c);
}

struct Exponent {
  explicit Exponent(double a)
      : whole(a),
        high(std::bit_cast<double>(std::bit_cast<std::uint64_t>(a) & kShortBits)),
        low(a - high) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (a > 0) at_zero = -1, at_infinity = kInfinity;
    if (a < 0) at_zero = kInfinity, at_infinity = -1;
  }
  double whole, high, low;
  double at_zero = 0, at_infinity = 0;
};

// Always inline: a call in the loop below would keep it from being vectorised.
[[gnu::always_inline]] inline double power_minus_one(double x, const Exponent& a) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNormal = std::numeric_limits<double>::min();
  constexpr double kLift = 0x1p54, kLifted = 54;  // makes the least subnormal a normal number
  const bool subnormal = x < kNormal;
  const std::uint64_t bits =
      std::bit_cast<std::uint64_t>(subnormal ? x * kLift : x) + (kOne - kRootHalf);
  const double biased =
      std::bit_cast<double>(bits >> kFraction | std::bit_cast<std::uint64_t>(kHolder)) - kHolder;
  const double k = biased - (subnormal ? kBias + kLifted : kBias);

  const double f = std::bit_cast<double>((bits & kFractionBits) + kRootHalf) - 1;
  const double s = f / (2 + f), square = 0.5 * f * f;
  const double log_m = f - multiply_add(-s, square + series(s * s, kLogSeries), square);

  const double by_k = a.high * k;
  const double whole = (by_k + kRounder) - kRounder;
  const double rest =
      multiply_add(multiply_add(a.low, k, by_k - whole), std::numbers::ln2, a.whole * log_m);
  const double more = multiply_add(rest, std::numbers::log2e, kRounder) - kRounder;
  const double r = multiply_add(-more, kLog2Low, multiply_add(-more, kLog2High, rest));
  const double n = whole + more;

  // 2^n = 2 half, as 2^1024 is no double.
  const double held = std::min(std::max(n, kSmallest), kLargest) + (kRounder + kBias - 1);
  const double half = std::bit_cast<double>(std::bit_cast<std::uint64_t>(held) << kFraction);
  const double power = 2 * multiply_add(half, series(r, kExpSeries), half - 0.5);

  const double in_range = n > kLargest ? kInfinity : power;
  const double finite = x < kInfinity ? in_range : a.at_infinity;
  const double positive = x > 0 ? finite : a.at_zero;
  return x >= 0 ? positive : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

void batch_power_minus_one(std::size_t count, const double* x, double exponent, double* out) {
  const Exponent a(exponent);
  constexpr std::size_t kBlock = 8;  // what the widest vectors hold
  // A block of their own, which nothing overlaps, lets all be computed at once.
  double block[kBlock];
  const auto compute = [&] {
    for (double& value : block) value = power_minus_one(value, a);
  };
  std::size_t i = 0;
  for (; i + kBlock <= count; i += kBlock) {
    std::copy_n(x + i, kBlock, block);
    compute();
    std::copy_n(block, kBlock, out + i);
  }
  if (i == count) return;
  // The last ones too: a pass of vectors is faster than one by one.
  std::fill_n(block, kBlock, 1.0);
  std::copy(x + i, x + count, block);
  compute();
  std::copy_n(block, count - i, out + i);
}

}  // namespace slipfront
