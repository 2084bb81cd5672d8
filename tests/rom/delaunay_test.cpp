#include "rom/reduce/delaunay.hpp"

#include <Eigen/LU>
#include <catch2/catch.hpp>

using namespace slipfront;

namespace {
double doubled_area(const Eigen::Matrix<double, Eigen::Dynamic, 2>& x,
                    const std::array<int, 3>& t) {
  const Eigen::RowVector2d a = x.row(t[1]) - x.row(t[0]), b = x.row(t[2]) - x.row(t[0]);
  return a[0] * b[1] - a[1] * b[0];
}
}  // namespace

TEST_CASE("random points: empty circles, and the hull covered once") {
  srand(7);
  Eigen::Matrix<double, Eigen::Dynamic, 2> x(60, 2);
  x.setRandom();
  x.topRows(4) << -1.1, -1.1, 1.1, -1.1, 1.1, 1.1, -1.1, 1.1;
  const auto triangles = delaunay(x);
  CHECK(triangles.size() == 2 * 60 - 4 - 2);  // Euler, four nodes on the hull
  double area = 0;
  for (const auto& t : triangles) {
    CHECK(doubled_area(x, t) > 0);
    area += 0.5 * doubled_area(x, t);
    Eigen::Matrix2d edges;
    edges << x.row(t[1]) - x.row(t[0]), x.row(t[2]) - x.row(t[0]);
    const Eigen::Vector2d half(0.5 * edges.row(0).squaredNorm(), 0.5 * edges.row(1).squaredNorm());
    const Eigen::Vector2d centre = edges.inverse() * half;
    for (Eigen::Index p = 0; p < 60; ++p)
      CHECK((x.row(p).transpose() - x.row(t[0]).transpose() - centre).norm() >
            centre.norm() * (1 - 1e-9));
  }
  CHECK(area == Approx(4.84));
}

TEST_CASE("a regular grid, where four points lie on each circle") {
  Eigen::Matrix<double, Eigen::Dynamic, 2> x(30, 2);
  for (int i = 0; i < 30; ++i) x.row(i) << 1e-3 * (i % 6), 1e-3 * (i / 6);
  double area = 0;
  const auto triangles = delaunay(x);
  for (const auto& t : triangles) area += 0.5 * std::max(0.0, doubled_area(x, t));
  CHECK(area == Approx(20e-6));
}
