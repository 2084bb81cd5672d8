// Delaunay triangulation of points in the plane, by insertion (Bowyer and Watson).
//
// Source: A. Bowyer, D. F. Watson, The Computer Journal 24 (1981) 162-172.
// Limits: for some hundreds of points (time grows with their square); equal points are
// not allowed; of points on one circle any triangulation may come out.
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

namespace slipfront {

/// Counter-clockwise triangles of the rows of `points`, covering their convex hull.
std::vector<std::array<int, 3>> delaunay(const Eigen::Matrix<double, Eigen::Dynamic, 2>& points);

}  // namespace slipfront
