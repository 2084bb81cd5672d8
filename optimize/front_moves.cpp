#include "optimize/front_moves.hpp"

#include <algorithm>
#include <cmath>

namespace slipfront {
namespace {

// Parents are at most so many places apart on the front, ...
constexpr std::size_t kNeighbours = 4;
// ... their children moved by up to a tenth of the box in each variable, down to a ten-thousandth.
constexpr double kLongest = 0.1;
constexpr double kShortest = 1e-4;
// How far one variable leaps, in decades (units of a linear one): measured amplitudes lie some
// 0.08 decades apart, and kinks with them.
constexpr double kNearest = 0.03;
constexpr double kFurthest = 0.15;
// This share of the leaps repeats one that has been of use.
constexpr double kRepeated = 0.6;
// Of the others, if they can be followed, this share is.
constexpr double kFollowed = 0.7;

}  // namespace

std::vector<double> Box::clamped(std::vector<double> x) const {
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = std::clamp(x[k], lower[k], upper[k]);
  return x;
}

std::vector<std::vector<double>> children_of_neighbours(
    RandomEngine& random, const std::vector<std::vector<double>>& front, const Box& box,
    std::size_t count) {
  std::vector<std::vector<double>> children;
  while (children.size() < count) {
    const std::size_t a = uniform_index(random, front.size());
    const std::size_t first = a > kNeighbours ? a - kNeighbours : 0;
    const std::size_t end = std::min(a + kNeighbours + 1, front.size());
    const std::size_t b = first + uniform_index(random, end - first);
    // From half beyond one parent to half beyond the other.
    const double share = 2 * uniform(random) - 0.5;
    const double step = kLongest * std::pow(kShortest / kLongest, uniform(random));
    std::vector<double> child = front[a];
    for (std::size_t k = 0; k < child.size(); ++k)
      child[k] += share * (front[b][k] - front[a][k]) +
                  step * (2 * uniform(random) - 1) * (box.upper[k] - box.lower[k]);
    children.push_back(box.clamped(std::move(child)));
  }
  return children;
}

std::vector<double> leap(RandomEngine& random, const std::vector<double>& x,
                         const std::vector<std::vector<double>>& known, const Box& box,
                         const Follow& follow) {
  std::vector<double> to = x;
  if (!known.empty() && uniform(random) < kRepeated) {
    const std::vector<double>& difference = known[uniform_index(random, known.size())];
    for (std::size_t k = 0; k < to.size(); ++k) to[k] += difference[k];
  } else {
    const std::size_t k = uniform_index(random, to.size());
    const double length = kNearest + (kFurthest - kNearest) * uniform(random);
    const double signed_length = uniform(random) < 0.5 ? -length : length;
    if (follow && uniform(random) < kFollowed)
      to = follow(k, signed_length);
    else
      to[k] += signed_length;
  }
  return box.clamped(std::move(to));
}

}  // namespace slipfront
