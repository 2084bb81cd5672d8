// A smooth function on [0, top] as a Chebyshev sum through Chebyshev nodes,
//
//   f(x) = c_0/2 + sum_k c_k T_k(s),   s = 2 x/top - 1,
//
// evaluated by Clenshaw's recurrence. For a function that is analytic around the
// interval the coefficients fall geometrically; those below rounding are dropped.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace slipfront {

template <std::size_t nodes>
class ChebyshevTable {
 public:
  /// The abscissae in ascending order where the function has to be known.
  static std::array<double, nodes> abscissae(double top) {
    std::array<double, nodes> x{};
    for (std::size_t j = 0; j < nodes; ++j) {
      x[j] = top * (1 + cosines()[1][nodes - 1 - j]) / 2;
    }
    return x;
  }

  /// `values` at the abscissae of `top`.
  void fit(double top, const std::array<double, nodes>& values) {
    to_unit_ = 2 / top;
    double largest = 0;
    for (std::size_t k = 0; k < nodes; ++k) {
      double sum = 0;
      for (std::size_t j = 0; j < nodes; ++j) sum += values[nodes - 1 - j] * cosines()[k][j];
      coefficient_[k] = 2 * sum / static_cast<double>(nodes);
      largest = std::max(largest, std::abs(coefficient_[k]));
    }
    // Half a unit in the last place of the largest: what is left is rounding.
    constexpr double kRounding = 1e-16;
    terms_ = nodes;
    while (terms_ > 1 && std::abs(coefficient_[terms_ - 1]) <= kRounding * largest) --terms_;
  }

  double operator()(double x) const {
    const double s = x * to_unit_ - 1;
    double b1 = 0, b2 = 0;
    for (std::size_t k = terms_ - 1; k > 0; --k) {
      const double b0 = 2 * s * b1 + (coefficient_[k] - b2);
      b2 = b1;
      b1 = b0;
    }
    return s * b1 + (coefficient_[0] / 2 - b2);
  }

  std::size_t terms() const { return terms_; }

 private:
  /// cos(pi k (j + 1/2) / nodes) in row k and column j.
  static const std::array<std::array<double, nodes>, nodes>& cosines() {
    static const auto table = [] {
      std::array<std::array<double, nodes>, nodes> c{};
      for (std::size_t k = 0; k < nodes; ++k) {
        for (std::size_t j = 0; j < nodes; ++j) {
          const double angle = static_cast<double>(k) * (static_cast<double>(j) + 0.5);
          c[k][j] = std::cos(std::numbers::pi * angle / static_cast<double>(nodes));
        }
      }
      return c;
    }();
    return table;
  }

  std::array<double, nodes> coefficient_{};
  std::size_t terms_ = 1;
  double to_unit_ = 2;
};

}  // namespace slipfront
