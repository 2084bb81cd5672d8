#include "optimize/front_distance.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace slipfront {

double gap_width(const ObjectivePair& left, const ObjectivePair& right) {
  const double a = right.frequency - left.frequency, b = left.damping - right.damping;
  return a > 0 && b > 0 ? a * b / (a + b) : 0;
}

double gap_side(const ObjectivePair& left, const ObjectivePair& right) {
  const double a = right.frequency - left.frequency, b = left.damping - right.damping;
  return a > 0 && b > 0 ? std::sqrt(a * b) : 0;
}

double missed_by(const ObjectivePair& p, std::span<const ObjectivePair> front) {
  double least = std::numeric_limits<double>::infinity();
  for (const ObjectivePair& q : front)
    least = std::min(least, std::max(q.frequency - p.frequency, q.damping - p.damping));
  return least;
}

double gain(std::span<const ObjectivePair> points, std::vector<ObjectivePair> front, double gap) {
  double sum = 0;
  for (std::size_t i = points.size(); i-- > 0;) {
    const double missed = missed_by(points[i], front);
    if (missed <= 0) continue;
    sum += std::min(missed / gap, 1.);
    front.push_back(points[i]);
  }
  return sum;
}

double deficit(const ObjectivePair& p, std::span<const ObjectivePair> front) {
  const auto ahead = [&](const ObjectivePair& q) { return p.frequency - q.frequency; };
  const auto below = [&](const ObjectivePair& q) { return p.damping - q.damping; };
  // Along the front the one falls and the other grows: the most is beside where they cross.
  const auto crossing = std::partition_point(
      front.begin(), front.end(), [&](const ObjectivePair& q) { return ahead(q) > below(q); });
  double most = 0;
  if (crossing != front.end()) most = std::max(most, ahead(*crossing));
  if (crossing != front.begin()) most = std::max(most, below(*std::prev(crossing)));
  return most;
}

}  // namespace slipfront
