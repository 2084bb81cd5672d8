#include "rom/reduce/interface_pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

#include "core/failure.hpp"
#include "core/number.hpp"

namespace slipfront {

namespace {

constexpr double kReach = 0.2;      // of the root of a facet's area, to a partner
constexpr double kMoved = 1e-6;     // [m]: nearer than this is rounding of coordinates
constexpr double kFlatness = 0.05;  // height over the root of the interface's area
constexpr int kDigits = 4;          // of coordinates in messages

std::vector<int> sorted(std::vector<int> nodes) {
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

/// Outer faces with all nodes in the set.
std::vector<Quad> faces_within(const SolidModel& solid, const std::vector<int>& nodes) {
  std::vector<char> inside(static_cast<std::size_t>(solid.nodes()), 0);
  for (const int node : nodes) inside[static_cast<std::size_t>(node)] = 1;
  std::vector<Quad> faces;
  for (const Face& face : outer_faces(solid)) {
    const Quad quad = face_nodes(solid, face);
    if (std::all_of(quad.begin(), quad.end(),
                    [&](int node) { return inside[static_cast<std::size_t>(node)] != 0; }))
      faces.push_back(quad);
  }
  return faces;
}

[[noreturn]] void mismatch(const JointModel& joint, std::string found, std::string rule) {
  throw Failure(Problem{joint.source, "interface", std::move(found), std::move(rule),
                        "mesh both sides of the interface with the same facets, and give the "
                        "nodes of each side as a set"});
}

}  // namespace

InterfacePairing pair_interface(JointModel& joint, const std::vector<int>& top_set,
                                const std::vector<int>& bottom_set) {
  SolidModel& solid = joint.solid;
  const std::vector<int> top = sorted(top_set), bottom = sorted(bottom_set);
  if (top.size() != bottom.size() || top.empty())
    mismatch(joint,
             std::to_string(top.size()) + " top nodes and " + std::to_string(bottom.size()) +
                 " bottom nodes",
             "both sides must have the same number of nodes");
  std::vector<int> both;
  std::set_intersection(top.begin(), top.end(), bottom.begin(), bottom.end(),
                        std::back_inserter(both));
  if (!both.empty())
    mismatch(joint, std::to_string(both.size()) + " nodes on both sides",
             "top and bottom must be nodes of two bodies that may separate");
  const std::vector<Quad> faces = faces_within(solid, top);
  if (faces.empty()) mismatch(joint, "no face of the top body", "the nodes must span facets");
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();
  double area = 0;
  for (const Quad& quad : faces) {
    normal += area_vector(solid.places, quad);
    area += area_vector(solid.places, quad).norm();
  }
  const double size = std::sqrt(area / static_cast<double>(faces.size()));

  InterfacePairing pairing;
  std::vector<char> taken(bottom.size(), 0);
  std::map<int, int> position;  // of a top node
  std::map<int, int> partner;   // of a bottom node: position of its top node
  for (const int node : top) {
    std::size_t nearest = 0;
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < bottom.size(); ++i) {
      const double distance = (solid.places.row(bottom[i]) - solid.places.row(node)).norm();
      if (distance < best) {
        best = distance;
        nearest = i;
      }
    }
    if (best > kReach * size || taken[nearest]) {
      const Eigen::RowVector3d x = solid.places.row(node);
      mismatch(joint,
               "no partner for the top node at (" + to_text(x[0], kDigits) + ", " +
                   to_text(x[1], kDigits) + ", " + to_text(x[2], kDigits) + "); the nearest is " +
                   to_text(best, kDigits) + " m away",
               "each top node must have a bottom node of its own within a fifth of a facet");
    }
    taken[nearest] = 1;
    if (best > kMoved) ++pairing.moved;
    pairing.farthest_moved = std::max(pairing.farthest_moved, best);
    solid.places.row(bottom[nearest]) = solid.places.row(node);
    position[node] = static_cast<int>(joint.top.size());
    partner[bottom[nearest]] = static_cast<int>(joint.top.size());
    joint.top.push_back(node);
    joint.bottom.push_back(bottom[nearest]);
  }

  std::set<std::array<int, 4>> bottom_faces;
  for (const Quad& quad : faces_within(solid, bottom)) {
    std::array<int, 4> key{};
    for (std::size_t i = 0; i < 4; ++i) key[i] = partner.at(quad[i]);
    std::sort(key.begin(), key.end());
    bottom_faces.insert(key);
  }
  std::size_t lonely = 0;
  for (const Quad& quad : faces) {
    Quad facet{};
    for (std::size_t i = 0; i < 4; ++i) facet[i] = position.at(quad[i]);
    joint.facets.push_back(facet);
    std::array<int, 4> key = facet;
    std::sort(key.begin(), key.end());
    lonely += bottom_faces.count(key) ? 0 : 1;
  }
  if (lonely > 0 || bottom_faces.size() != faces.size())
    mismatch(joint,
             std::to_string(faces.size()) + " top facets and " +
                 std::to_string(bottom_faces.size()) + " bottom facets, " + std::to_string(lonely) +
                 " of the top without partner",
             "both sides must have the same facets");

  align_axes(joint, normal);
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const int node : joint.top) {
    low = std::min(low, solid.places(node, 2));
    high = std::max(high, solid.places(node, 2));
  }
  if (!(high - low < kFlatness * std::sqrt(area)))
    mismatch(joint, "an interface " + to_text(high - low, kDigits) + " m high",
             "the interface must be flat: its normal is one direction");
  return pairing;
}

}  // namespace slipfront
