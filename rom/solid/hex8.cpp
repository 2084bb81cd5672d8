#include "rom/solid/hex8.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace slipfront {

namespace {

// Signs of xi, eta, zeta at the nodes.
constexpr std::array<std::array<double, 3>, 8> kCorners = {{{-1, -1, -1},
                                                            {1, -1, -1},
                                                            {1, 1, -1},
                                                            {-1, 1, -1},
                                                            {-1, -1, 1},
                                                            {1, -1, 1},
                                                            {1, 1, 1},
                                                            {-1, 1, 1}}};
const double kGauss = 1 / std::sqrt(3.0);  // two-point rule, weights 1
constexpr int kStrains = 6;                // xx yy zz xy yz zx, shear as angles

using StrainRows = Eigen::Matrix<double, kStrains, 3>;

/// Strains of the displacement e_k s with grad s = g, one column per direction k.
StrainRows strain_rows(const Eigen::Vector3d& g) {
  StrainRows rows;
  rows << g[0], 0, 0,  //
      0, g[1], 0,      //
      0, 0, g[2],      //
      g[1], g[0], 0,   //
      0, g[2], g[1],   //
      g[2], 0, g[0];
  return rows;
}

Eigen::Matrix<double, kStrains, kStrains> elasticity(const ElasticMaterial& material) {
  const double nu = material.poisson, shear = material.young / (2 * (1 + nu));
  const double lame = 2 * shear * nu / (1 - 2 * nu);
  Eigen::Matrix<double, kStrains, kStrains> matrix;
  matrix.setZero();
  matrix.topLeftCorner<3, 3>().setConstant(lame);
  matrix.diagonal() << lame + 2 * shear, lame + 2 * shear, lame + 2 * shear, shear, shear, shear;
  return matrix;
}

Eigen::Vector3d corner(int node) {
  const auto& signs = kCorners[static_cast<std::size_t>(node)];
  return {signs[0], signs[1], signs[2]};
}

}  // namespace

HexShape hex_shape(const Eigen::Vector3d& xi) {
  HexShape shape;
  for (int i = 0; i < 8; ++i) {
    const Eigen::Vector3d s = corner(i);
    const Eigen::Array3d f = 1 + s.array() * xi.array();
    constexpr double kEighth = 0.125;  // of the product of three linear factors, each up to 2
    shape.values[i] = kEighth * f.prod();
    shape.gradients.row(i) << kEighth * s[0] * f[1] * f[2], kEighth * s[1] * f[0] * f[2],
        kEighth * s[2] * f[0] * f[1];
  }
  return shape;
}

double hex_quality(const HexPlaces& places) {
  double smallest =
      (places.transpose() * hex_shape(Eigen::Vector3d::Zero()).gradients).determinant();
  for (int i = 0; i < 8; ++i)
    smallest =
        std::min(smallest, (places.transpose() * hex_shape(corner(i)).gradients).determinant());
  double edge = 0;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < i; ++j) {
      const bool neighbours = (corner(i) - corner(j)).squaredNorm() < 5;  // 4: an edge; 8: not
      if (neighbours) edge = std::max(edge, (places.row(i) - places.row(j)).norm());
    }
  return edge > 0 ? smallest / std::pow(edge, 3) : 0;
}

HexMatrix hex_stiffness(const HexPlaces& places, const ElasticMaterial& material) {
  constexpr int kOwn = 24, kHidden = 9;
  const auto elastic = elasticity(material);
  const Eigen::Matrix3d centre = places.transpose() * hex_shape(Eigen::Vector3d::Zero()).gradients;
  const Eigen::Matrix3d centre_inverse = centre.inverse();
  Eigen::Matrix<double, kOwn + kHidden, kOwn + kHidden> whole;
  whole.setZero();
  Eigen::Matrix<double, kStrains, kOwn + kHidden> strains;
  for (int point = 0; point < 8; ++point) {
    const Eigen::Vector3d xi = kGauss * corner(point);
    const HexShape shape = hex_shape(xi);
    const Eigen::Matrix3d jacobian = places.transpose() * shape.gradients;  // dx_a / dxi_k
    const double volume = jacobian.determinant();
    const Eigen::Matrix<double, 8, 3> gradients = shape.gradients * jacobian.inverse();
    for (int i = 0; i < 8; ++i)
      strains.middleCols<3>(3 * i) = strain_rows(gradients.row(i).transpose());
    const double scale = centre.determinant() / volume;
    for (int k = 0; k < 3; ++k)
      strains.middleCols<3>(kOwn + 3 * k) =
          strain_rows(scale * -2 * xi[k] * centre_inverse.row(k).transpose());
    whole.noalias() += volume * strains.transpose() * elastic * strains;
  }
  const Eigen::Matrix<double, kHidden, kHidden> hidden =
      whole.bottomRightCorner<kHidden, kHidden>();
  const Eigen::Matrix<double, kHidden, kOwn> mixed = whole.bottomLeftCorner<kHidden, kOwn>();
  const HexMatrix stiffness =
      whole.topLeftCorner<kOwn, kOwn>() - mixed.transpose() * hidden.inverse() * mixed;
  return 0.5 * (stiffness + stiffness.transpose());
}

Eigen::Matrix<double, 8, 8> hex_mass(const HexPlaces& places, double density) {
  Eigen::Matrix<double, 8, 8> mass;
  mass.setZero();
  for (int point = 0; point < 8; ++point) {
    const HexShape shape = hex_shape(kGauss * corner(point));
    const double volume = (places.transpose() * shape.gradients).determinant();
    mass += density * volume * shape.values * shape.values.transpose();
  }
  return mass;
}

const std::array<int, 4>& hex_face(int face) {
  static constexpr std::array<std::array<int, 4>, 6> kFaces = {
      {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}};
  return kFaces[static_cast<std::size_t>(face)];
}

}  // namespace slipfront
