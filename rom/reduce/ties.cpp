#include "rom/reduce/ties.hpp"

#include <algorithm>
#include <numeric>

namespace slipfront {

Eigen::Index first_largest(const Eigen::VectorXd& values) {
  const double enough = values.maxCoeff() * (1 - kTie);
  Eigen::Index i = 0;
  while (values[i] < enough) ++i;
  return i;
}

Eigen::Index first_smallest(const Eigen::VectorXd& values) {
  const double enough = values.minCoeff() * (1 + kTie);
  Eigen::Index i = 0;
  while (values[i] > enough) ++i;
  return i;
}

std::vector<std::size_t> ascending(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  for (auto from = order.begin(); from != order.end();) {
    auto to = from + 1;
    while (to != order.end() && values[*to] - values[*(to - 1)] <= kTie) ++to;
    std::sort(from, to);
    from = to;
  }
  return order;
}

}  // namespace slipfront
