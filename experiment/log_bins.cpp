#include "experiment/log_bins.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace slipfront {

std::vector<Bin> bin_observations(const std::vector<Observation>& observations, int bins) {
  if (observations.empty() || bins < 1) return {};
  const auto by_x = [](const Observation& a, const Observation& b) { return a.x < b.x; };
  const auto [low, high] = std::minmax_element(observations.begin(), observations.end(), by_x);
  const double from = low->x, width = (high->x - low->x) / bins;
  std::vector<std::vector<const Observation*>> members(static_cast<std::size_t>(bins));
  for (const Observation& o : observations) {
    const int index = width > 0 ? static_cast<int>((o.x - from) / width) : 0;
    members[static_cast<std::size_t>(std::min(index, bins - 1))].push_back(&o);
  }
  std::vector<Bin> result;
  for (const auto& list : members) {
    if (list.empty()) continue;
    double sum = 0;
    Bin bin;
    for (const Observation* o : list) {
      sum += o->worth;
      bin.x += o->worth * o->x;
      bin.y += o->worth * o->y;
    }
    bin.x /= sum;
    bin.y /= sum;
    for (const Observation* o : list) bin.variance += (o->y - bin.y) * (o->y - bin.y);
    bin.variance /= std::max<double>(1, static_cast<double>(list.size()) - 1);
    bin.count = sum;
    result.push_back(bin);
  }
  return result;
}

}  // namespace slipfront
