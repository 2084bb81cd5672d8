#include "rom/reduce/interface_loops.hpp"

#include <map>
#include <set>

#include "core/failure.hpp"

namespace slipfront {

std::vector<std::vector<int>> boundary_loops(const InterfaceMesh& mesh) {
  std::set<std::pair<int, int>> edges;
  for (const std::vector<int>& element : mesh.elements)
    for (std::size_t i = 0; i < element.size(); ++i)
      edges.emplace(element[i], element[(i + 1) % element.size()]);
  std::map<int, int> next;
  for (const auto& [from, to] : edges) {
    if (edges.count({to, from})) continue;
    if (!next.emplace(from, to).second)
      throw Failure(Problem{"interface", "", "two edges that meet in one node",
                            "holes of the interface must not touch each other or its rim",
                            "look at the facets of the interface there"});
  }
  std::vector<std::vector<int>> loops;
  while (!next.empty()) {
    std::vector<int> loop;
    for (int node = next.begin()->first; next.count(node);) {
      loop.push_back(node);
      const int following = next[node];
      next.erase(node);
      node = following;
    }
    loops.push_back(std::move(loop));
  }
  return loops;
}

bool inside_loops(const std::vector<PlanePlaces>& loops, const Eigen::Vector2d& place) {
  bool inside = false;
  for (const PlanePlaces& loop : loops)
    for (Eigen::Index i = 0, j = loop.rows() - 1; i < loop.rows(); j = i++) {
      const bool crosses = (loop(i, 1) > place[1]) != (loop(j, 1) > place[1]);
      if (crosses && place[0] < loop(i, 0) + (loop(j, 0) - loop(i, 0)) * (place[1] - loop(i, 1)) /
                                                 (loop(j, 1) - loop(i, 1)))
        inside = !inside;
    }
  return inside;
}

}  // namespace slipfront
