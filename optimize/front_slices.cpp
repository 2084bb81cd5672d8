#include "optimize/front_slices.hpp"

#include <algorithm>

namespace slipfront {
namespace {

constexpr std::size_t kSlices = 8;
constexpr std::size_t kMembers = 8;
// Differences between members need a few to choose from.
constexpr std::size_t kFewest = 4;

}  // namespace

std::vector<double> Box::clamped(std::vector<double> x) const {
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = std::clamp(x[k], lower[k], upper[k]);
  return x;
}

std::vector<FrontSlice> front_slices(const std::vector<std::vector<double>>& x,
                                     std::span<const double> deficits, const Box& box, double gap) {
  std::vector<FrontSlice> slices;
  for (std::size_t k = 0; k < box.lower.size(); ++k) {
    const double width = (box.upper[k] - box.lower[k]) / kSlices;
    std::vector<FrontSlice> parts(kSlices);
    std::vector<bool> on_front(kSlices, false);
    const auto part_of = [&](std::size_t i) {
      return static_cast<std::size_t>(
          std::clamp((x[i][k] - box.lower[k]) / width, 0., kSlices - 0.5));
    };
    for (std::size_t i = 0; i < x.size(); ++i)
      if (deficits[i] <= 0) on_front[part_of(i)] = true;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (const std::size_t part = part_of(i); !on_front[part]) parts[part].members.push_back(i);
    for (std::size_t part = 0; part < kSlices; ++part) {
      auto& members = parts[part].members;
      if (on_front[part] || members.size() < kFewest) continue;
      const std::size_t kept = std::min(members.size(), kMembers);
      std::partial_sort(members.begin(), members.begin() + static_cast<std::ptrdiff_t>(kept),
                        members.end(), [&](std::size_t a, std::size_t b) {
                          return deficits[a] != deficits[b] ? deficits[a] < deficits[b] : a < b;
                        });
      members.resize(kept);
      parts[part].weight = 1 / (deficits[members.front()] + gap);
      slices.push_back(std::move(parts[part]));
    }
  }
  return slices;
}

const FrontSlice& draw_slice(RandomEngine& random, std::span<const FrontSlice> slices) {
  double sum = 0;
  for (const FrontSlice& slice : slices) sum += slice.weight;
  double left = uniform(random) * sum;
  for (const FrontSlice& slice : slices) {
    left -= slice.weight;
    if (left < 0) return slice;
  }
  return slices.back();
}

}  // namespace slipfront
