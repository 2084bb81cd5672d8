// Quotients such as (1 - e^-y)/y that are smooth through y = 0, for double and Jets.
//
//   exp_mean(y)    (1 - e^-y) / y                    y >= 0
//   exp_mean2(y)   (y - 1 + e^-y) / y^2              y >= 0
//   exp_bend(y)    2 exp_mean2 - exp_mean            y >= 0
//   log_mean(y)    log(1 + y) / y                    y >= 0
//   log_mean2(y)   (y - log(1 + y)) / y^2            y >= 0
//   atan_mean(y)   atan(sqrt y) / sqrt y             y >= 0
//   tanh_mean(y)   tanh(b) / b, y = b^2;             tan(b) / b for y = -b^2
//   cosh_mean(y)   log(cosh b) / y;                  -log(cos b) / b^2 for y = -b^2
//   tanh_bend(y)   2 cosh_mean - tanh_mean           y >= 0
//
// Close to zero each is its Taylor series, so that neither values nor derivatives cancel.
// Limits: the tangent forms need b < pi/2.
#pragma once

#include <array>
#include <cmath>
#include <numbers>

#include "models/scalar.hpp"

namespace slipfront {

namespace series {

// Below these arguments the series are summed; the terms left out are under 1e-17.
inline constexpr double kExpRange = 1;
inline constexpr int kExpTerms = 19;
inline constexpr double kLogRange = 0.25;
inline constexpr int kLogTerms = 28;
inline constexpr double kTanhRange = 0.1;

// tanh(b)/b = sum_k c_k b^(2k): c_k = 2^(2k+2) (2^(2k+2) - 1) B_(2k+2) / (2k+2)!.
inline constexpr std::array<double, 12> kTanh = {1.0,
                                                 -1.0 / 3,
                                                 2.0 / 15,
                                                 -17.0 / 315,
                                                 62.0 / 2835,
                                                 -1382.0 / 155925,
                                                 21844.0 / 6081075,
                                                 -929569.0 / 638512875,
                                                 6404582.0 / 10854718875,
                                                 -443861162.0 / 1856156927625,
                                                 18888466084.0 / 194896477400625,
                                                 -113927491862.0 / 2900518163668125};

/// The first `terms` values of coefficient(k).
template <int terms, class Coefficient>
constexpr std::array<double, terms> table(Coefficient coefficient) {
  std::array<double, terms> result{};
  for (int k = 0; k < terms; ++k) result[k] = coefficient(k);
  return result;
}

/// (-1)^k / (k + shift)!
constexpr double alternating_factorial(int k, int shift) {
  double factorial = 1;
  for (int i = 2; i <= k + shift; ++i) factorial *= i;
  return (k % 2 ? -1.0 : 1.0) / factorial;
}

inline constexpr auto kExpMean =
    table<kExpTerms>([](int k) { return alternating_factorial(k, 1); });
inline constexpr auto kExpMean2 =
    table<kExpTerms>([](int k) { return alternating_factorial(k, 2); });
inline constexpr auto kExpBend =
    table<kExpTerms>([](int k) { return -k * alternating_factorial(k, 2); });
inline constexpr auto kLogMean =
    table<kLogTerms>([](int k) { return (k % 2 ? -1.0 : 1.0) / (k + 1); });
inline constexpr auto kLogMean2 =
    table<kLogTerms>([](int k) { return (k % 2 ? -1.0 : 1.0) / (k + 2); });
inline constexpr auto kAtanMean =
    table<kLogTerms>([](int k) { return (k % 2 ? -1.0 : 1.0) / (2 * k + 1); });
inline constexpr auto kCoshMean =
    table<int(kTanh.size())>([](int k) { return kTanh[k] / (2 * k + 2); });
inline constexpr auto kTanhBend =
    table<int(kTanh.size())>([](int k) { return -kTanh[k] * k / (k + 1); });

/// sum of coefficients[k] y^k.
template <class T, std::size_t terms>
T sum(const T& y, const std::array<double, terms>& coefficients) {
  T result(coefficients[terms - 1]);
  for (std::size_t k = terms - 1; k-- > 0;) result = result * y + coefficients[k];
  return result;
}

}  // namespace series

template <class T>
T exp_mean(const T& y) {
  using std::expm1;
  if (value_of(y) < series::kExpRange) return series::sum(y, series::kExpMean);
  return -expm1(-y) / y;
}

template <class T>
T exp_mean2(const T& y) {
  using std::expm1;
  if (value_of(y) < series::kExpRange) return series::sum(y, series::kExpMean2);
  return (y + expm1(-y)) / y / y;
}

template <class T>
T exp_bend(const T& y) {
  using std::exp;
  if (value_of(y) < series::kExpRange) return series::sum(y, series::kExpBend);
  return ((y - 2.0) + (y + 2.0) * exp(-y)) / y / y;
}

template <class T>
T log_mean(const T& y) {
  using std::log1p;
  if (value_of(y) < series::kLogRange) return series::sum(y, series::kLogMean);
  return log1p(y) / y;
}

template <class T>
T log_mean2(const T& y) {
  using std::log1p;
  if (value_of(y) < series::kLogRange) return series::sum(y, series::kLogMean2);
  return (y - log1p(y)) / y / y;
}

template <class T>
T atan_mean(const T& y) {
  using std::atan;
  using std::sqrt;
  if (value_of(y) < series::kLogRange) return series::sum(y, series::kAtanMean);
  const T b = sqrt(y);
  return atan(b) / b;
}

template <class T>
T tanh_mean(const T& y) {
  using std::sqrt;
  using std::tan;
  using std::tanh;
  if (std::abs(value_of(y)) < series::kTanhRange) return series::sum(y, series::kTanh);
  const T b = value_of(y) < 0 ? T(sqrt(-y)) : T(sqrt(y));
  return (value_of(y) < 0 ? T(tan(b)) : T(tanh(b))) / b;
}

template <class T>
T cosh_mean(const T& y) {
  using std::cos;
  using std::exp;
  using std::log;
  using std::log1p;
  using std::sqrt;
  if (std::abs(value_of(y)) < series::kTanhRange) return series::sum(y, series::kCoshMean);
  if (value_of(y) < 0) return log(cos(sqrt(-y))) / y;
  const T b = sqrt(y);
  return (b - std::numbers::ln2 + log1p(exp(-2.0 * b))) / y;
}

template <class T>
T tanh_bend(const T& y) {
  if (value_of(y) < series::kTanhRange) return series::sum(y, series::kTanhBend);
  return 2.0 * cosh_mean(y) - tanh_mean(y);
}

}  // namespace slipfront
