#include "core/front.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace slipfront {

bool dominates(const ErrorPair& a, const ErrorPair& b) {
  return a.frequency <= b.frequency && a.damping <= b.damping && a != b;
}

std::vector<std::size_t> non_dominated(std::span<const ErrorPair> pairs) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (std::isfinite(pairs[i].frequency) && std::isfinite(pairs[i].damping)) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (pairs[a].frequency != pairs[b].frequency) return pairs[a].frequency < pairs[b].frequency;
    return pairs[a].damping < pairs[b].damping;
  });
  // With frequency ascending, a pair survives only if its damping is below all before it.
  std::vector<std::size_t> kept;
  double lowest = std::numeric_limits<double>::infinity();
  for (const std::size_t i : order) {
    if (pairs[i].damping >= lowest) continue;
    lowest = pairs[i].damping;
    kept.push_back(i);
  }
  return kept;
}

std::vector<ErrorPair> Front::errors(int mode) const {
  std::vector<ErrorPair> pairs;
  for (const FrontPoint& point : points) {
    const auto found = point.errors.find(mode);
    if (found != point.errors.end() && found->second) pairs.push_back(*found->second);
  }
  return pairs;
}

}  // namespace slipfront
