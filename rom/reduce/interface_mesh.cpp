#include "rom/reduce/interface_mesh.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace slipfront {

namespace {

using Triplets = std::vector<Eigen::Triplet<double>>;

const double kGauss = 1 / std::sqrt(3.0);
constexpr double kInside = 1e-9;  // of a shape's range: rounding at the edge of an element
constexpr int kNewton = 20;       // steps to the local coordinates; few are needed

Eigen::Matrix<double, Eigen::Dynamic, 2> corners_of(const InterfaceMesh& mesh,
                                                    const std::vector<int>& element) {
  Eigen::Matrix<double, Eigen::Dynamic, 2> corners(static_cast<Eigen::Index>(element.size()), 2);
  for (std::size_t i = 0; i < element.size(); ++i)
    corners.row(static_cast<Eigen::Index>(i)) = mesh.nodes.row(element[i]);
  return corners;
}

/// Slopes of the shapes by the local coordinates.
Eigen::Matrix<double, Eigen::Dynamic, 2> slopes(std::size_t corners, const Eigen::Vector2d& at) {
  Eigen::Matrix<double, Eigen::Dynamic, 2> d(static_cast<Eigen::Index>(corners), 2);
  if (corners == 3) {
    d << -1, -1, 1, 0, 0, 1;
    return d;
  }
  const double a = at[0], b = at[1];
  d << -(1 - b), -(1 - a), (1 - b), -(1 + a), (1 + b), (1 + a), -(1 + b), (1 - a);
  return d / 4;
}

struct LocalPoint {
  Eigen::Vector2d at;
  double weight;  // in local coordinates
};

std::vector<LocalPoint> local_points(std::size_t corners, PointRule rule) {
  constexpr double kThird = 1.0 / 3, kSixth = 1.0 / 6;  // the rule of degree 2 on a triangle
  if (corners == 3) {
    if (rule == PointRule::middle) return {{{kThird, kThird}, 0.5}};
    return {
        {{kSixth, kSixth}, kSixth}, {{4 * kSixth, kSixth}, kSixth}, {{kSixth, 4 * kSixth}, kSixth}};
  }
  if (rule == PointRule::middle) return {{{0, 0}, 4}};
  return {{{-kGauss, -kGauss}, 1},
          {{kGauss, -kGauss}, 1},
          {{kGauss, kGauss}, 1},
          {{-kGauss, kGauss}, 1}};
}

/// Local coordinates of a place by Newton; far outside they may be anything finite.
Eigen::Vector2d local_coordinates(const Eigen::Matrix<double, Eigen::Dynamic, 2>& corners,
                                  const Eigen::Vector2d& place) {
  const auto count = static_cast<std::size_t>(corners.rows());
  Eigen::Vector2d at = count == 3 ? Eigen::Vector2d(1.0 / 3, 1.0 / 3) : Eigen::Vector2d(0, 0);
  for (int step = 0; step < kNewton; ++step) {
    const Eigen::Vector2d gap = place - corners.transpose() * element_shapes(count, at);
    const Eigen::Matrix2d jacobian = corners.transpose() * slopes(count, at);
    const Eigen::Vector2d change = jacobian.fullPivLu().solve(gap);
    if (!change.allFinite()) break;
    at += change;
    at = at.cwiseMax(-3.0).cwiseMin(3.0);
    if (change.norm() < kInside * kInside) break;
  }
  return at;
}

/// Shapes at the nearest point of the element's sides.
std::pair<double, Eigen::VectorXd> nearest_on_sides(
    const Eigen::Matrix<double, Eigen::Dynamic, 2>& corners, const Eigen::Vector2d& place) {
  double best = std::numeric_limits<double>::infinity();
  Eigen::VectorXd shapes;
  for (Eigen::Index i = 0; i < corners.rows(); ++i) {
    const Eigen::Index j = (i + 1) % corners.rows();
    const Eigen::Vector2d from = corners.row(i), along = corners.row(j) - corners.row(i);
    const double share = std::clamp((place - from).dot(along) / along.squaredNorm(), 0.0, 1.0);
    const double distance = (from + share * along - place).norm();
    if (distance >= best) continue;
    best = distance;
    shapes = Eigen::VectorXd::Zero(corners.rows());
    shapes[i] = 1 - share;
    shapes[j] = share;
  }
  return {best, shapes};
}

}  // namespace

double InterfaceMesh::area() const {
  return interface_points(*this, PointRule::middle).weights.sum();
}

Eigen::SparseMatrix<double> InterfacePoints::to_nodes() const {
  return Eigen::SparseMatrix<double>(to_points.transpose()) * weights.asDiagonal();
}

Eigen::VectorXd element_shapes(std::size_t corners, const Eigen::Vector2d& local) {
  const double a = local[0], b = local[1];
  if (corners == 3) return Eigen::Vector3d(1 - a - b, a, b);
  return Eigen::Vector4d((1 - a) * (1 - b), (1 + a) * (1 - b), (1 + a) * (1 + b),
                         (1 - a) * (1 + b)) /
         4;
}

InterfacePoints interface_points(const InterfaceMesh& mesh, PointRule rule) {
  Triplets entries;
  std::vector<double> weights;
  std::vector<Eigen::Vector2d> places;
  for (const std::vector<int>& element : mesh.elements) {
    const auto corners = corners_of(mesh, element);
    for (const LocalPoint& point : local_points(element.size(), rule)) {
      const Eigen::VectorXd shapes = element_shapes(element.size(), point.at);
      const Eigen::Matrix2d jacobian = corners.transpose() * slopes(element.size(), point.at);
      for (std::size_t i = 0; i < element.size(); ++i)
        entries.emplace_back(static_cast<int>(weights.size()), element[i],
                             shapes[static_cast<Eigen::Index>(i)]);
      weights.push_back(point.weight * std::abs(jacobian.determinant()));
      places.push_back(corners.transpose() * shapes);
    }
  }
  InterfacePoints points;
  const auto count = static_cast<Eigen::Index>(weights.size());
  points.to_points.resize(count, mesh.nodes.rows());
  points.to_points.setFromTriplets(entries.begin(), entries.end());
  points.weights = Eigen::Map<const Eigen::VectorXd>(weights.data(), count);
  points.places.resize(count, 2);
  for (Eigen::Index p = 0; p < count; ++p)
    points.places.row(p) = places[static_cast<std::size_t>(p)].transpose();
  return points;
}

Eigen::MatrixXd interface_gram(const InterfaceMesh& mesh) {
  const InterfacePoints points = interface_points(mesh, PointRule::gauss);
  return Eigen::MatrixXd(points.to_nodes() * points.to_points);
}

MeshFoot locate(const InterfaceMesh& mesh, const Eigen::Vector2d& place) {
  MeshFoot best;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    const auto corners = corners_of(mesh, mesh.elements[e]);
    const Eigen::Vector2d low = corners.colwise().minCoeff(), high = corners.colwise().maxCoeff();
    const double outside = ((low - place).cwiseMax(place - high)).cwiseMax(0.0).norm();
    if (outside >= nearest) continue;
    const Eigen::VectorXd shapes =
        element_shapes(mesh.elements[e].size(), local_coordinates(corners, place));
    const bool hit = (corners.transpose() * shapes - place).norm() < kInside * (high - low).norm();
    if (hit && shapes.minCoeff() >= -kInside) return {e, shapes};
    const auto [distance, on_side] = nearest_on_sides(corners, place);
    if (distance >= nearest) continue;
    nearest = distance;
    best = {e, on_side};
  }
  return best;
}

Eigen::MatrixXd galerkin_projection(const InterfaceMesh& coarse, const InterfaceMesh& fine) {
  const InterfacePoints points = interface_points(fine, PointRule::gauss);
  Triplets entries;
  for (Eigen::Index p = 0; p < points.weights.size(); ++p) {
    const MeshFoot foot = locate(coarse, points.places.row(p).transpose());
    const std::vector<int>& element = coarse.elements[foot.element];
    for (std::size_t i = 0; i < element.size(); ++i)
      entries.emplace_back(static_cast<int>(p), element[i],
                           foot.shapes[static_cast<Eigen::Index>(i)]);
  }
  Eigen::SparseMatrix<double> shapes(points.weights.size(), coarse.nodes.rows());
  shapes.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SparseMatrix<double> to_nodes = points.to_nodes();
  const Eigen::LLT<Eigen::MatrixXd> gram(Eigen::MatrixXd(to_nodes * points.to_points));
  return gram.solve(Eigen::MatrixXd(to_nodes * shapes));
}

}  // namespace slipfront
