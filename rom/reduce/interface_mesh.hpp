// A mesh of an interface: nodes in its plane, quadrilaterals and triangles, and the maps
// between its nodes and its points of quadrature.
//
//   Q (points x nodes)  value at a point = sum_i N_i(point) (value at node i)
//   T (nodes x points)  nodal force = sum_p N_i(p) w_p (traction at p),  w areas [m^2]
//
// One point per element (the middle, the whole area), or 2 x 2 Gauss points per
// quadrilateral and three points per triangle.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <vector>

namespace slipfront {

using PlanePlaces = Eigen::Matrix<double, Eigen::Dynamic, 2>;

struct InterfaceMesh {
  PlanePlaces nodes;                       // [m]
  std::vector<std::vector<int>> elements;  // 3 or 4 nodes, counter-clockwise

  double area() const;
};

enum class PointRule { middle, gauss };

struct InterfacePoints {
  Eigen::SparseMatrix<double> to_points;  // Q
  Eigen::VectorXd weights;                // w [m^2]
  PlanePlaces places;

  Eigen::SparseMatrix<double> to_nodes() const;  // T = Q' diag(w)
};

InterfacePoints interface_points(const InterfaceMesh& mesh, PointRule rule);

/// int N N' dA of the mesh, by its Gauss points.
Eigen::MatrixXd interface_gram(const InterfaceMesh& mesh);

/// Shapes of an element of three or four nodes at local coordinates: in [-1, 1]^2 for
/// four, in the unit triangle for three.
Eigen::VectorXd element_shapes(std::size_t corners, const Eigen::Vector2d& local);

/// The element that holds a place (or the nearest one) and the shapes of its nodes there;
/// outside of the mesh, those of the nearest point of its boundary.
struct MeshFoot {
  std::size_t element = 0;
  Eigen::VectorXd shapes;
};
MeshFoot locate(const InterfaceMesh& mesh, const Eigen::Vector2d& place);

/// L2 (Galerkin) projection of fields on a coarse mesh to the fine one, over the fine
/// mesh's Gauss points:  (int Nf Nf')^-1 int Nf Nc'   (fine nodes x coarse nodes).
/// Constants are kept exactly.
Eigen::MatrixXd galerkin_projection(const InterfaceMesh& coarse, const InterfaceMesh& fine);

}  // namespace slipfront
