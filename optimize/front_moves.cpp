#include "optimize/front_moves.hpp"

#include <algorithm>
#include <cmath>

namespace slipfront {
namespace {

// Parents are at most so many places apart on the front; of differences, of which both ends count
// only by their sum, and at an end of the front, which has neighbours on one side only.
constexpr std::size_t kNeighbours = 4;
constexpr std::size_t kOfDifferences = 10;
constexpr std::size_t kOfEnds = 8;
// What counts as an end of the front.
constexpr std::size_t kEnd = 3;

struct Range {
  double shortest, longest;
};
constexpr Range kStep{1e-4, 0.1};  // of the box
constexpr Range kDifference{0.03, 3};
constexpr Range kBeyond{0.1, 3};
constexpr Range kOfMembers{0.1, 2};
constexpr Range kDecades{1e-3, 1};

double length(RandomEngine& random, const Range& range) {
  return range.longest * std::pow(range.shortest / range.longest, uniform(random));
}

std::size_t near(RandomEngine& random, std::size_t at, std::size_t places, std::size_t count) {
  const std::size_t first = at > places ? at - places : 0;
  return first + uniform_index(random, std::min(at + places + 1, count) - first);
}

void add_difference(std::vector<double>& x, double share, const std::vector<double>& to,
                    const std::vector<double>& from) {
  for (std::size_t k = 0; k < x.size(); ++k) x[k] += share * (to[k] - from[k]);
}

void add_step(RandomEngine& random, std::vector<double>& x, const Box& box) {
  const double step = length(random, kStep);
  for (std::size_t k = 0; k < x.size(); ++k)
    x[k] += step * (2 * uniform(random) - 1) * (box.upper[k] - box.lower[k]);
}

}  // namespace

Move between_neighbours(RandomEngine& random, const FrontPoints& front, std::size_t a,
                        const Box& box) {
  const std::size_t b = near(random, a, kNeighbours, front.size());
  // From half beyond one parent to half beyond the other.
  std::vector<double> child = front[a];
  add_difference(child, 2 * uniform(random) - 0.5, front[b], front[a]);
  add_step(random, child, box);
  return {a, box.clamped(std::move(child))};
}

Move neighbours_difference(RandomEngine& random, const FrontPoints& front, std::size_t a,
                           const Box& box) {
  const std::size_t b = near(random, a, kOfDifferences, front.size());
  std::size_t c = near(random, a, kOfDifferences, front.size());
  if (c == b) c = b > 0 ? b - 1 : std::min<std::size_t>(1, front.size() - 1);
  std::vector<double> child = front[a];
  if (b == c)  // a front of one point
    add_step(random, child, box);
  else
    add_difference(child, length(random, kDifference), front[b], front[c]);
  return {a, box.clamped(std::move(child))};
}

double decades(RandomEngine& random) {
  const double size = length(random, kDecades);
  return uniform(random) < 0.5 ? -size : size;
}

Move one_variable(RandomEngine& random, const FrontPoints& front, std::size_t a, const Box& box) {
  std::vector<double> child = front[a];
  const std::size_t k = uniform_index(random, child.size());
  child[k] += decades(random);
  return {a, box.clamped(std::move(child))};
}

Move beyond_end(RandomEngine& random, const FrontPoints& front, const Box& box) {
  const bool first = uniform(random) < 0.5;
  const std::size_t from_end = uniform_index(random, std::min(front.size(), kEnd));
  const std::size_t a = first ? from_end : front.size() - 1 - from_end;
  const std::size_t b = near(random, a, kOfEnds, front.size());
  std::vector<double> child = front[a];
  add_difference(child, length(random, kBeyond), front[a], front[b]);
  add_step(random, child, box);
  return {a, box.clamped(std::move(child))};
}

Move members_difference(RandomEngine& random, const FrontPoints& points, const Box& box) {
  const std::size_t one = uniform_index(random, points.size());
  const std::size_t a = std::min(one, uniform_index(random, points.size()));
  const std::size_t b = uniform_index(random, points.size());
  const std::size_t c = uniform_index(random, points.size());
  std::vector<double> child = points[a];
  add_difference(child, length(random, kOfMembers), points[b], points[c]);
  add_step(random, child, box);
  return {a, box.clamped(std::move(child))};
}

}  // namespace slipfront
