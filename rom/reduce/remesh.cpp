#include "rom/reduce/remesh.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/failure.hpp"
#include "rom/reduce/delaunay.hpp"
#include "rom/reduce/diagonals.hpp"
#include "rom/reduce/interface_loops.hpp"
#include "rom/reduce/ties.hpp"

namespace slipfront {

namespace {

// Triangles before pairing per wanted element: about two thirds of the elements then
// become quadrilaterals, all of them well shaped.
constexpr double kTrianglesPerElement = 1.58;
// Steps along the edge in units of the size of a triangle's short sides: a little denser,
// because the edges of the interface slip and open first.
constexpr double kEdgeStep = 0.9;
constexpr int kFewestOnHole = 12;     // nodes around a hole
constexpr int kLloyd = 80;            // rounds; changes are small beside a step then
constexpr double kCorner = 0.7;       // cosine of a turn that keeps its corner: 45 degrees
constexpr double kFlat = 1e-3;        // triangles thinner than this lie along the edge
constexpr double kWorstCorner = 0.9;  // |cosine| of a quadrilateral's corners

struct EdgeLoop {
  PlanePlaces places;      // of the fine edge
  Eigen::VectorXd weight;  // sqrt of the weight there
};

Eigen::Vector2d row_of(const PlanePlaces& places, Eigen::Index i) {
  return places.row(i % places.rows()).transpose();
}

/// Positions of the corners of a loop; at least one place to begin with.
std::vector<Eigen::Index> corners_of(const EdgeLoop& loop) {
  std::vector<Eigen::Index> corners;
  const Eigen::Index count = loop.places.rows();
  for (Eigen::Index i = 0; i < count; ++i) {
    const Eigen::Vector2d in = row_of(loop.places, i) - row_of(loop.places, i + count - 1);
    const Eigen::Vector2d out = row_of(loop.places, i + 1) - row_of(loop.places, i);
    if (in.normalized().dot(out.normalized()) < kCorner) corners.push_back(i);
  }
  if (corners.empty()) corners.push_back(0);
  return corners;
}

/// Places along the loop, `step` apart in the measure sqrt(weight) ds.
std::vector<Eigen::Vector2d> edge_nodes(const EdgeLoop& loop, double step) {
  const std::vector<Eigen::Index> corners = corners_of(loop);
  const Eigen::Index count = loop.places.rows();
  std::vector<Eigen::Vector2d> nodes;
  for (std::size_t c = 0; c < corners.size(); ++c) {
    const Eigen::Index from = corners[c];
    const Eigen::Index to = c + 1 < corners.size() ? corners[c + 1] : corners[0] + count;
    std::vector<double> length = {0};
    for (Eigen::Index i = from; i < to; ++i)
      length.push_back(length.back() +
                       0.5 * (loop.weight[i % count] + loop.weight[(i + 1) % count]) *
                           (row_of(loop.places, i + 1) - row_of(loop.places, i)).norm());
    const int least = corners.size() == 1 ? kFewestOnHole : 1;
    const int parts = std::max(least, static_cast<int>(std::lround(length.back() / step)));
    std::size_t at = 0;
    for (int part = 0; part < parts; ++part) {
      const double wanted = length.back() * part / parts;
      while (at + 2 < length.size() && length[at + 1] <= wanted) ++at;
      const double share = (wanted - length[at]) / (length[at + 1] - length[at]);
      const Eigen::Index i = from + static_cast<Eigen::Index>(at);
      nodes.push_back((1 - share) * row_of(loop.places, i) + share * row_of(loop.places, i + 1));
    }
  }
  return nodes;
}

/// A loop without corners.
bool is_round(const EdgeLoop& loop) { return corners_of(loop).size() == 1; }

double enclosed_area(const PlanePlaces& loop) {
  double doubled = 0;
  for (Eigen::Index i = 0; i < loop.rows(); ++i) {
    const Eigen::Vector2d a = row_of(loop, i), b = row_of(loop, i + 1);
    doubled += a[0] * b[1] - a[1] * b[0];
  }
  return 0.5 * doubled;
}

/// Chords cut a round line short: widens the coarse one to the area of the fine one.
void keep_area(const PlanePlaces& fine, PlanePlaces& coarse) {
  const Eigen::RowVector2d centre = coarse.colwise().mean();
  const double factor = std::sqrt(enclosed_area(fine) / enclosed_area(coarse));
  coarse = ((coarse.rowwise() - centre) * factor).rowwise() + centre;
}

/// Nodes inside: `count` of them, spread in the measure of the masses.
void add_inner_nodes(const PlanePlaces& places, const Eigen::VectorXd& masses,
                     const Eigen::VectorXd& weight, int count,
                     std::vector<Eigen::Vector2d>& nodes) {
  const auto fixed = nodes.size();
  const Eigen::Index points = places.rows();
  Eigen::VectorXd distance = Eigen::VectorXd::Constant(points, std::numeric_limits<double>::max());
  const auto add = [&](const Eigen::Vector2d& node) {
    for (Eigen::Index p = 0; p < points; ++p)
      distance[p] =
          std::min(distance[p], weight[p] * (places.row(p).transpose() - node).squaredNorm());
  };
  for (const Eigen::Vector2d& node : nodes) add(node);
  for (int i = 0; i < count; ++i) {
    nodes.push_back(places.row(first_largest(distance)).transpose());
    add(nodes.back());
  }
  for (int round = 0; round < kLloyd; ++round) {
    std::vector<Eigen::Vector2d> centre(nodes.size(), Eigen::Vector2d::Zero());
    std::vector<double> mass(nodes.size(), 0);
    Eigen::VectorXd far(static_cast<Eigen::Index>(nodes.size()));
    for (Eigen::Index p = 0; p < points; ++p) {
      for (std::size_t n = 0; n < nodes.size(); ++n)
        far[static_cast<Eigen::Index>(n)] = (places.row(p).transpose() - nodes[n]).squaredNorm();
      const auto nearest = static_cast<std::size_t>(first_smallest(far));
      centre[nearest] += masses[p] * places.row(p).transpose();
      mass[nearest] += masses[p];
    }
    for (std::size_t n = fixed; n < nodes.size(); ++n)
      if (mass[n] > 0) nodes[n] = centre[n] / mass[n];
  }
}

using Triangle = std::array<int, 3>;

/// |cosine| of the sharpest or flattest corner; above 1 if the shape is not convex.
double worst_corner(const PlanePlaces& nodes, const std::vector<int>& quad) {
  double worst = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const Eigen::RowVector2d at = nodes.row(quad[i]);
    const Eigen::RowVector2d in = (nodes.row(quad[(i + 3) % 4]) - at).normalized();
    const Eigen::RowVector2d out = (nodes.row(quad[(i + 1) % 4]) - at).normalized();
    if (out[0] * in[1] - out[1] * in[0] <= 0) return 2;
    worst = std::max(worst, std::abs(in.dot(out)));
  }
  return worst;
}

/// Pairs triangles, best shapes first, until `elements` are left or no good pair is.
std::vector<std::vector<int>> pair_up(const PlanePlaces& nodes,
                                      const std::vector<Triangle>& triangles, int elements) {
  struct Pair {
    double worst;
    std::size_t one, other;
    std::vector<int> quad;
  };
  std::map<std::pair<int, int>, std::size_t> by_edge;
  std::vector<Pair> pairs;
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (std::size_t i = 0; i < 3; ++i) {
      const int a = triangles[t][i], b = triangles[t][(i + 1) % 3],
                apex = triangles[t][(i + 2) % 3];
      const auto other = by_edge.find({b, a});
      by_edge[{a, b}] = t;
      if (other == by_edge.end()) continue;
      int opposite = -1;
      for (const int node : triangles[other->second])
        if (node != a && node != b) opposite = node;
      const std::vector<int> quad = {a, opposite, b, apex};
      const double worst = worst_corner(nodes, quad);
      if (worst < kWorstCorner) pairs.push_back({worst, other->second, t, quad});
    }
  std::vector<double> worst;
  for (const Pair& pair : pairs) worst.push_back(pair.worst);
  std::vector<char> taken(triangles.size(), 0);
  std::vector<std::vector<int>> result;
  auto left = static_cast<int>(triangles.size());
  for (const std::size_t place : ascending(worst)) {
    const Pair& pair = pairs[place];
    if (left <= elements) break;
    if (taken[pair.one] || taken[pair.other]) continue;
    taken[pair.one] = taken[pair.other] = 1;
    result.push_back(pair.quad);
    --left;
  }
  for (std::size_t t = 0; t < triangles.size(); ++t)
    if (!taken[t]) result.emplace_back(triangles[t].begin(), triangles[t].end());
  return result;
}

}  // namespace

InterfaceMesh remesh(const InterfaceMesh& fine, const Eigen::VectorXd& weight, int elements) {
  const InterfacePoints points = interface_points(fine, PointRule::gauss);
  if (!(elements >= 4 && elements < static_cast<int>(fine.elements.size())))
    throw Failure(Problem{"interface", "elements", std::to_string(elements),
                          "must be from 4 to less than the " +
                              std::to_string(fine.elements.size()) + " facets of the solid's mesh",
                          "ask for fewer elements, or for the full interface"});
  const Eigen::VectorXd at_points = points.to_points * weight;
  const Eigen::VectorXd masses = points.weights.cwiseProduct(at_points);
  // Triangles of equal mass; a step is the short side of a right-angled one.
  const double triangles = kTrianglesPerElement * elements;
  const double step = kEdgeStep * std::sqrt(2 * masses.sum() / triangles);

  std::vector<Eigen::Vector2d> places;
  std::vector<PlanePlaces> edge;
  const auto loops = boundary_loops(fine);
  for (const std::vector<int>& loop : loops) {
    EdgeLoop line{PlanePlaces(static_cast<Eigen::Index>(loop.size()), 2),
                  Eigen::VectorXd(static_cast<Eigen::Index>(loop.size()))};
    for (std::size_t i = 0; i < loop.size(); ++i) {
      line.places.row(static_cast<Eigen::Index>(i)) = fine.nodes.row(loop[i]);
      line.weight[static_cast<Eigen::Index>(i)] = std::sqrt(weight[loop[i]]);
    }
    const std::vector<Eigen::Vector2d> nodes = edge_nodes(line, step);
    edge.emplace_back(static_cast<Eigen::Index>(nodes.size()), 2);
    for (std::size_t i = 0; i < nodes.size(); ++i)
      edge.back().row(static_cast<Eigen::Index>(i)) = nodes[i].transpose();
    if (is_round(line)) keep_area(line.places, edge.back());
    for (Eigen::Index i = 0; i < edge.back().rows(); ++i)
      places.push_back(edge.back().row(i).transpose());
  }
  // Euler: triangles = 2 nodes - nodes of the edge - 2 + 2 holes.
  const auto on_edge = static_cast<double>(places.size()),
             holes = static_cast<double>(loops.size()) - 1;
  const double inner = 0.5 * (triangles - on_edge + 2 - 2 * holes);
  add_inner_nodes(points.places, masses, at_points,
                  std::max(0, static_cast<int>(std::lround(inner))), places);

  InterfaceMesh mesh;
  mesh.nodes.resize(static_cast<Eigen::Index>(places.size()), 2);
  for (std::size_t i = 0; i < places.size(); ++i)
    mesh.nodes.row(static_cast<Eigen::Index>(i)) = places[i].transpose();
  std::vector<Triangle> kept;
  for (const Triangle& t : delaunay(mesh.nodes)) {
    const Eigen::RowVector2d a = mesh.nodes.row(t[0]), ab = mesh.nodes.row(t[1]) - a,
                             ac = mesh.nodes.row(t[2]) - a;
    const double doubled = ab[0] * ac[1] - ab[1] * ac[0];
    const double longest = std::max({ab.squaredNorm(), ac.squaredNorm(), (ab - ac).squaredNorm()});
    const Eigen::Vector2d centre = (a + (ab + ac) / 3).transpose();
    if (doubled > kFlat * longest && inside_loops(edge, centre)) kept.push_back(t);
  }
  settle_diagonals(mesh.nodes, kept);
  mesh.elements = pair_up(mesh.nodes, kept, elements);
  // Nodes that no element kept would be unknowns without stiffness.
  std::set<int> used;
  for (const auto& element : mesh.elements) used.insert(element.begin(), element.end());
  if (static_cast<Eigen::Index>(used.size()) != mesh.nodes.rows())
    throw Failure(Problem{"interface", "elements", std::to_string(elements),
                          "the interface could not be meshed with so few elements",
                          "ask for another number of elements"});
  return mesh;
}

}  // namespace slipfront
