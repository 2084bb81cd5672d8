#include "rom/reduce/patches.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "core/failure.hpp"

namespace slipfront {

namespace {

double centre_x(const JointModel& joint, const Quad& facet) {
  double x = 0;
  for (const int position : facet)
    x += joint.solid.places(joint.top[static_cast<std::size_t>(position)], 0) / 4;
  return x;
}

std::array<int, 4> key_of(Quad facet) {
  std::sort(facet.begin(), facet.end());
  return facet;
}

}  // namespace

bool patches_from_facets(JointModel& joint, const std::vector<std::vector<Quad>>& groups) {
  std::map<std::array<int, 4>, std::size_t> place;
  for (std::size_t f = 0; f < joint.facets.size(); ++f) place[key_of(joint.facets[f])] = f;
  std::vector<std::size_t> order(groups.size());
  std::vector<double> centre(groups.size(), 0);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    order[g] = g;
    for (const Quad& facet : groups[g])
      centre[g] += centre_x(joint, facet) / static_cast<double>(groups[g].size());
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return centre[a] < centre[b]; });
  std::vector<int> patch_of(joint.facets.size(), -1);
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const Quad& facet : groups[order[i]]) {
      const auto found = place.find(key_of(facet));
      if (found == place.end() || patch_of[found->second] >= 0) return false;
      patch_of[found->second] = static_cast<int>(i);
    }
  if (groups.empty() || std::count(patch_of.begin(), patch_of.end(), -1) > 0) return false;
  joint.patch_of = patch_of;
  joint.patches = static_cast<int>(groups.size());
  return true;
}

void divide_into_strips(JointModel& joint, int strips) {
  const Eigen::VectorXd x = joint.interface_places().col(0);
  std::vector<double> lines;
  for (int i = 1; i < strips; ++i)
    lines.push_back(x.minCoeff() + (x.maxCoeff() - x.minCoeff()) * i / strips);
  divide_at(joint, lines);
}

void divide_at(JointModel& joint, const std::vector<double>& lines) {
  joint.patches = static_cast<int>(lines.size()) + 1;
  joint.patch_of.clear();
  std::vector<int> facets(lines.size() + 1, 0);
  for (const Quad& facet : joint.facets) {
    const auto patch =
        std::upper_bound(lines.begin(), lines.end(), centre_x(joint, facet)) - lines.begin();
    joint.patch_of.push_back(static_cast<int>(patch));
    ++facets[static_cast<std::size_t>(patch)];
  }
  for (const int count : facets)
    if (count == 0)
      throw Failure(Problem{joint.source, "patches", std::to_string(joint.patches) + " patches",
                            "every patch must have facets of the interface",
                            "take fewer patches or refine the mesh of the interface"});
}

Eigen::VectorXd patch_areas(const JointModel& joint) {
  Eigen::VectorXd areas = Eigen::VectorXd::Zero(joint.patches);
  for (std::size_t f = 0; f < joint.facets.size(); ++f) {
    Quad nodes{};
    for (std::size_t i = 0; i < 4; ++i)
      nodes[i] = joint.top[static_cast<std::size_t>(joint.facets[f][i])];
    areas[joint.patch_of[f]] += area_vector(joint.solid.places, nodes).norm();
  }
  return areas;
}

}  // namespace slipfront
