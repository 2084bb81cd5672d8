#include "rom/reduce/delaunay.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <map>

namespace slipfront {

namespace {

using Triangle = std::array<int, 3>;
using Points = Eigen::Matrix<double, Eigen::Dynamic, 2>;

// Size of the first triangle in diameters of the points: so large that its corners do not
// dent the hull, so small that determinants keep their digits.
constexpr double kFar = 1e4;
// Points this close to a circle (relative to its square terms) count as on it, outside:
// rounding must not make the cavity ragged.
constexpr double kOnCircle = 1e-11;

/// Above 0 if d is inside the circle through the counter-clockwise a, b, c.
bool in_circle(const Points& x, const Triangle& t, int d) {
  Eigen::Matrix3d m;
  double size = 1;
  for (int i = 0; i < 3; ++i) {
    const Eigen::RowVector2d arm = x.row(t[static_cast<std::size_t>(i)]) - x.row(d);
    m.row(i) << arm[0], arm[1], arm.squaredNorm();
    size *= arm.norm();
  }
  const double longest = std::sqrt(m.col(2).maxCoeff());
  return m.determinant() > kOnCircle * size * longest;
}

}  // namespace

std::vector<Triangle> delaunay(const Points& points) {
  const auto count = static_cast<int>(points.rows());
  const Eigen::RowVector2d low = points.colwise().minCoeff(), high = points.colwise().maxCoeff();
  const Eigen::RowVector2d middle = 0.5 * (low + high);
  const double size = (high - low).maxCoeff();
  // In units of the size, about the middle: the determinants are then of order one.
  Points x(count + 3, 2);
  x.topRows(count) = (points.rowwise() - middle) / size;
  x.bottomRows(3) << -kFar, -kFar, kFar, -kFar, 0, kFar;
  std::vector<Triangle> triangles = {{count, count + 1, count + 2}};
  for (int p = 0; p < count; ++p) {
    // The triangles whose circle holds the point make way; their rim is joined to it.
    std::map<std::pair<int, int>, int> rim;
    std::vector<Triangle> kept;
    for (const Triangle& triangle : triangles) {
      if (!in_circle(x, triangle, p)) {
        kept.push_back(triangle);
        continue;
      }
      for (std::size_t i = 0; i < 3; ++i) {
        const std::pair edge(triangle[i], triangle[(i + 1) % 3]);
        const std::pair back(edge.second, edge.first);
        if (!rim.erase(back)) rim[edge] = 1;
      }
    }
    triangles = std::move(kept);
    for (const auto& edge : rim) triangles.push_back({edge.first.first, edge.first.second, p});
  }
  std::erase_if(triangles, [&](const Triangle& triangle) {
    return std::any_of(triangle.begin(), triangle.end(), [&](int node) { return node >= count; });
  });
  return triangles;
}

}  // namespace slipfront
