#include "optimize/quality.hpp"

#include <algorithm>
#include <cmath>
#include <pagmo/utils/hypervolume.hpp>
#include <vector>

namespace slipfront {

FrontQuality front_quality(std::span<const ObjectivePair> points, const ObjectivePair& reference) {
  std::vector<ErrorPair> pairs;  // only compared: the log scale is monotonic
  for (const ObjectivePair& point : points) pairs.push_back({point.frequency, point.damping});
  std::vector<ErrorPair> front;
  for (const std::size_t i : non_dominated(pairs)) front.push_back(pairs[i]);

  FrontQuality quality;
  quality.points = static_cast<int>(front.size());
  if (front.empty()) return quality;

  std::vector<std::vector<double>> inside;
  for (const ErrorPair& point : front)
    if (point.frequency < reference.frequency && point.damping < reference.damping)
      inside.push_back({point.frequency, point.damping});
  if (!inside.empty())
    quality.hypervolume =
        pagmo::hypervolume(inside).compute({reference.frequency, reference.damping});

  // By ascending frequency the damping descends.
  quality.extent = {front.back().frequency - front.front().frequency,
                    front.front().damping - front.back().damping};
  std::vector<double> distances;
  double sum = 0, squares = 0;
  for (std::size_t i = 1; i < front.size(); ++i) {
    distances.push_back(std::hypot(front[i].frequency - front[i - 1].frequency,
                                   front[i].damping - front[i - 1].damping));
    sum += distances.back();
  }
  const double mean = distances.empty() ? 0 : sum / static_cast<double>(distances.size());
  for (const double distance : distances) squares += (distance - mean) * (distance - mean);
  if (mean > 0) quality.spacing = std::sqrt(squares / static_cast<double>(distances.size())) / mean;
  return quality;
}

}  // namespace slipfront
