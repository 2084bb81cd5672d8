#include "rom/reduce/diagonals.hpp"

#include <algorithm>
#include <map>

#include "rom/reduce/ties.hpp"

namespace slipfront {

namespace {

using Triangle = std::array<int, 3>;

// Rounds over all edges: each carries a diagonal a step further, and meshes are no wider.
constexpr int kMostRounds = 1000;

/// Sine of the sum of the angles at c and d over the edge a-b: above 0 if d is outside of the
/// circle through a, b, c; 0 on it.
double outside(const PlanePlaces& x, int a, int b, int c, int d) {
  const auto angle = [&](int from, int to, int apex) -> Eigen::Vector2d {  // cosine, sine
    const Eigen::RowVector2d u = x.row(from) - x.row(apex), v = x.row(to) - x.row(apex);
    return Eigen::Vector2d(u.dot(v), u[0] * v[1] - u[1] * v[0]).normalized();
  };
  const Eigen::Vector2d at_c = angle(a, b, c), at_d = angle(b, a, d);
  return at_c[1] * at_d[0] + at_c[0] * at_d[1];
}

}  // namespace

void settle_diagonals(const PlanePlaces& nodes, std::vector<Triangle>& triangles) {
  std::map<std::pair<int, int>, std::size_t> left;  // the triangle left of an edge
  const auto put = [&](std::size_t place, const Triangle& triangle) {
    triangles[place] = triangle;
    for (std::size_t i = 0; i < 3; ++i) left[{triangle[i], triangle[(i + 1) % 3]}] = place;
  };
  for (std::size_t t = 0; t < triangles.size(); ++t) put(t, triangles[t]);
  const auto apex = [&](std::size_t place, int a, int b) {
    const Triangle& t = triangles[place];
    return *std::find_if(t.begin(), t.end(), [&](int node) { return node != a && node != b; });
  };
  bool changed = true;
  for (int round = 0; changed && round < kMostRounds; ++round) {
    changed = false;
    std::vector<std::pair<int, int>> edges;
    for (const auto& entry : left)
      if (entry.first.first < entry.first.second) edges.push_back(entry.first);
    for (const auto& [a, b] : edges) {
      const auto one = left.find({a, b}), other = left.find({b, a});
      if (one == left.end() || other == left.end()) continue;
      const std::size_t here = one->second, there = other->second;
      const int c = apex(here, a, b), d = apex(there, a, b);
      const double far = outside(nodes, a, b, c, d);
      if (far > kTie || (far >= -kTie && std::min(a, b) < std::min(c, d))) continue;
      left.erase(one);
      left.erase(other);
      put(here, {a, d, c});
      put(there, {d, b, c});
      changed = true;
    }
  }
  for (Triangle& triangle : triangles)
    std::rotate(triangle.begin(), std::min_element(triangle.begin(), triangle.end()),
                triangle.end());
  std::sort(triangles.begin(), triangles.end());
}

}  // namespace slipfront
