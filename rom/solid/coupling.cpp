#include "rom/solid/coupling.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <map>

#include "core/failure.hpp"

namespace slipfront {

namespace {

constexpr double kOnALine = 1e-9;  // smallest over largest moment of the nodes

Eigen::Matrix3d cross_matrix(const Eigen::Vector3d& r) {
  Eigen::Matrix3d matrix;
  matrix << 0, -r[2], r[1], r[2], 0, -r[0], -r[1], r[0], 0;
  return matrix;
}

}  // namespace

std::vector<std::pair<int, double>> tributary_areas(const Places& places,
                                                    const std::vector<Quad>& facets) {
  std::map<int, double> areas;
  for (const Quad& quad : facets) {
    const double area = area_vector(places, quad).norm();
    for (const int node : quad) areas[node] += area / 4;
  }
  return {areas.begin(), areas.end()};
}

std::array<SparseRow, 6> coupling_rows(const Places& places,
                                       const std::vector<std::pair<int, double>>& weighted_nodes,
                                       const Eigen::Vector3d& reference, const std::string& where) {
  double sum = 0;
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  for (const auto& [node, weight] : weighted_nodes) {
    sum += weight;
    centre += weight * places.row(node).transpose();
  }
  centre /= sum;
  Eigen::Matrix3d moment = Eigen::Matrix3d::Zero();
  for (const auto& [node, weight] : weighted_nodes) {
    const Eigen::Vector3d r = places.row(node).transpose() - centre;
    moment += weight * (r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose());
  }
  const Eigen::Vector3d spread =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(moment).eigenvalues();
  if (!(spread[0] > kOnALine * spread[2]))
    throw Failure(Problem{where, "", std::to_string(weighted_nodes.size()) + " nodes on one line",
                          "the nodes of a coupling must not lie on a line, because its rotation "
                          "about it is not told",
                          "couple a surface with an area"});
  const Eigen::Matrix3d inverse = moment.inverse();
  const Eigen::Matrix3d arm = cross_matrix(reference - centre);
  std::array<SparseRow, 6> rows;
  for (const auto& [node, weight] : weighted_nodes) {
    const Eigen::Vector3d r = places.row(node).transpose() - centre;
    const Eigen::Matrix3d rotation = weight * inverse * cross_matrix(r);
    // theta x d = -d x theta
    const Eigen::Matrix3d motion = weight / sum * Eigen::Matrix3d::Identity() - arm * rotation;
    for (int d = 0; d < 3; ++d)
      for (int j = 0; j < 3; ++j) {
        const auto row = static_cast<std::size_t>(d);
        if (motion(d, j) != 0) rows[row].emplace_back(3 * node + j, motion(d, j));
        if (rotation(d, j) != 0) rows[row + 3].emplace_back(3 * node + j, rotation(d, j));
      }
  }
  return rows;
}

}  // namespace slipfront
