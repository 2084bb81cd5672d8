#include "experiment/log_bins.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>

namespace slipfront {

namespace {

/// Number of decays and variance. The points of a decay that are worth less than one count as
/// their mean.
void spread(const std::vector<const Observation*>& list, Bin& bin) {
  struct Sum {
    double y = 0, points = 0;
  };
  std::map<int, Sum> decays;
  const auto level = [&](const Observation* o) { return o->y - o->slope * (o->x - bin.x); };
  for (const Observation* o : list) {
    decays[o->decay].y += level(o);
    ++decays[o->decay].points;
  }
  bin.decays = static_cast<int>(decays.size());
  std::vector<double> values;
  if (bin.count > bin.decays)
    for (const Observation* o : list) values.push_back(level(o));
  else
    for (const auto& [decay, sum] : decays) values.push_back(sum.y / sum.points);
  double mean = 0;
  for (const double y : values) mean += y / static_cast<double>(values.size());
  for (const double y : values) bin.variance += (y - mean) * (y - mean);
  bin.variance /= std::max<double>(1, static_cast<double>(values.size()) - 1);
}

}  // namespace

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
    bin.count = sum;
    for (const Observation* o : list) bin.known += o->worth / sum * o->variance;
    spread(list, bin);
    result.push_back(bin);
  }
  return result;
}

}  // namespace slipfront
