#include "rom/solid/tie.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <set>

namespace slipfront {

namespace {

constexpr double kReach = 0.1;         // of the facet's size: farther slaves are left free
constexpr int kProjections = 30;       // Newton steps; a handful are enough on any sound facet
constexpr double kSettled = 1e-13;     // change of the local coordinates in [-1, 1]
constexpr double kWeightless = 1e-10;  // shapes below this are rounding of the projection

Eigen::Vector4d bilinear(double a, double b) {
  return Eigen::Vector4d((1 - a) * (1 - b), (1 + a) * (1 - b), (1 + a) * (1 + b),
                         (1 - a) * (1 + b)) /
         4;
}

/// Foot on one facet: Gauss-Newton in the local coordinates, kept inside the facet.
FacetFoot foot_on(const Places& places, const Quad& quad, const Eigen::Vector3d& x) {
  Eigen::Matrix<double, 4, 3> corners;
  for (int i = 0; i < 4; ++i) corners.row(i) = places.row(quad[static_cast<std::size_t>(i)]);
  Eigen::Vector2d at(0, 0);
  for (int step = 0; step < kProjections; ++step) {
    const double a = at[0], b = at[1];
    Eigen::Matrix<double, 4, 2> slopes;
    slopes << -(1 - b), -(1 - a), (1 - b), -(1 + a), (1 + b), (1 + a), -(1 + b), (1 - a);
    const Eigen::Matrix<double, 3, 2> tangents = corners.transpose() * slopes / 4;
    const Eigen::Vector3d gap = x - corners.transpose() * bilinear(a, b);
    Eigen::Matrix2d metric = tangents.transpose() * tangents;
    Eigen::Vector2d pull = tangents.transpose() * gap;
    // A coordinate at its bound that is pulled outwards stays there.
    for (int k = 0; k < 2; ++k)
      if (std::abs(at[k]) >= 1 && pull[k] * at[k] > 0) {
        metric.row(k).setZero();
        metric.col(k).setZero();
        metric(k, k) = 1;
        pull[k] = 0;
      }
    const Eigen::Vector2d next = (at + metric.fullPivLu().solve(pull)).cwiseMax(-1.0).cwiseMin(1.0);
    const double change = (next - at).cwiseAbs().maxCoeff();
    at = next;
    if (change < kSettled) break;
  }
  FacetFoot foot;
  foot.shapes = bilinear(at[0], at[1]);
  foot.place = corners.transpose() * foot.shapes;
  foot.distance = (x - foot.place).norm();
  return foot;
}

}  // namespace

FacetFoot nearest_foot(const Places& places, const std::vector<Quad>& facets,
                       const Eigen::Vector3d& x) {
  FacetFoot best;
  best.distance = std::numeric_limits<double>::infinity();
  for (std::size_t f = 0; f < facets.size(); ++f) {
    // No point of the facet is nearer than its centre minus its radius.
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    for (const int node : facets[f]) centre += places.row(node).transpose() / 4;
    double radius = 0;
    for (const int node : facets[f])
      radius = std::max(radius, (places.row(node).transpose() - centre).norm());
    if ((x - centre).norm() - radius >= best.distance) continue;
    FacetFoot foot = foot_on(places, facets[f], x);
    if (foot.distance >= best.distance) continue;
    foot.facet = f;
    best = foot;
  }
  return best;
}

TieOutcome tie_nodes(SolidModel& model, const std::vector<int>& slaves,
                     const std::vector<Quad>& masters) {
  std::set<int> taken;
  for (const Quad& quad : masters) taken.insert(quad.begin(), quad.end());
  for (const NodeTie& tie : model.ties) taken.insert(tie.slave);
  TieOutcome outcome;
  for (const int slave : slaves) {
    if (!taken.insert(slave).second) continue;
    const Eigen::Vector3d x = model.places.row(slave);
    const FacetFoot foot = nearest_foot(model.places, masters, x);
    const Quad& facet = masters[foot.facet];
    if (foot.distance > kReach * std::sqrt(area_vector(model.places, facet).norm())) {
      ++outcome.left_free;
      continue;
    }
    NodeTie tie;
    tie.slave = slave;
    for (int i = 0; i < 4; ++i)
      if (std::abs(foot.shapes[i]) > kWeightless)
        tie.masters.emplace_back(facet[static_cast<std::size_t>(i)], foot.shapes[i]);
    double sum = 0;
    for (const auto& master : tie.masters) sum += master.second;
    for (auto& master : tie.masters) master.second /= sum;
    model.ties.push_back(std::move(tie));
    model.places.row(slave) = foot.place;
    outcome.farthest_moved = std::max(outcome.farthest_moved, foot.distance);
    ++outcome.tied;
  }
  return outcome;
}

}  // namespace slipfront
