#include "experiment/cubic_splines.hpp"

#include <algorithm>
#include <cmath>

namespace slipfront {

CubicSplines::CubicSplines(const std::vector<double>& breakpoints) {
  knots_.assign(3, breakpoints.front());
  knots_.insert(knots_.end(), breakpoints.begin(), breakpoints.end());
  knots_.insert(knots_.end(), 3, breakpoints.back());
}

CubicSplines::Local CubicSplines::in_interval(std::size_t interval, double x) const {
  // Cox and de Boor's recursion from degree 0 to 3; slopes from the splines of degree 2.
  const double* t = knots_.data() + interval + 3;  // t[0] <= x <= t[1]
  std::array<double, 4> b{1, 0, 0, 0};
  Local local;
  local.first = static_cast<Eigen::Index>(interval);
  for (int degree = 1; degree <= 3; ++degree) {
    std::array<double, 4> next{};
    for (int i = 0; i < degree; ++i) {
      const double left = t[i + 1 - degree], right = t[i + 1];
      const double part = b[static_cast<std::size_t>(i)] / (right - left);
      const auto at = static_cast<std::size_t>(i);
      next[at] += (right - x) * part;
      next[at + 1] += (x - left) * part;
      if (degree == 3) {
        local.slope[at] -= 3 * part;
        local.slope[at + 1] += 3 * part;
      }
    }
    b = next;
  }
  local.value = b;
  return local;
}

CubicSplines::Local CubicSplines::at(double x) const {
  const double inside = std::clamp(x, low(), high());
  const auto first = knots_.begin() + 4, last = knots_.end() - 4;
  const auto interval = static_cast<std::size_t>(std::upper_bound(first, last, inside) - first);
  Local local = in_interval(interval, inside);
  for (std::size_t i = 0; i < local.value.size(); ++i)
    local.value[i] += (x - inside) * local.slope[i];
  return local;
}

Eigen::MatrixXd CubicSplines::roughness(const std::vector<double>& weights) const {
  Eigen::MatrixXd root = Eigen::MatrixXd::Zero(2 * static_cast<Eigen::Index>(intervals()), size());
  for (std::size_t i = 0; i < intervals(); ++i) {
    const double from = knots_[i + 3], to = knots_[i + 4], width = to - from;
    // f'' from the slopes, a parabola: its values a, b at the ends; then
    // int = width ((a + b)^2 / 4 + (b - a)^2 / 12).
    const Local s0 = in_interval(i, from), s1 = in_interval(i, 0.5 * (from + to)),
                s2 = in_interval(i, to);
    constexpr double kThree = 3, kFour = 4;  // of the parabola through three slopes
    const double scale = std::sqrt(width * weights[i]);
    for (std::size_t j = 0; j < s0.slope.size(); ++j) {
      const double a = (-kThree * s0.slope[j] + kFour * s1.slope[j] - s2.slope[j]) / width;
      const double b = (s0.slope[j] - kFour * s1.slope[j] + kThree * s2.slope[j]) / width;
      const Eigen::Index row = 2 * static_cast<Eigen::Index>(i);
      const Eigen::Index column = s0.first + static_cast<Eigen::Index>(j);
      root(row, column) = scale * 0.5 * (a + b);
      root(row + 1, column) = scale * (b - a) / std::sqrt(kThree * kFour);
    }
  }
  return root;
}

}  // namespace slipfront
