// The two principal directions of a point's tangent along the surface: in each of them the
// point is a spring of its own.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace slipfront {

struct SlipDirection {
  Eigen::Index row;      // first row of the point
  Eigen::Vector2d axis;  // unit vector
  double stiffness;      // its eigenvalue [N/m]
};

/// V'm: a row for each direction, into `out`.
inline void along_directions(const std::vector<SlipDirection>& directions, const Eigen::MatrixXd& m,
                             Eigen::Ref<Eigen::MatrixXd> out) {
  for (std::size_t k = 0; k < directions.size(); ++k) {
    const SlipDirection& v = directions[k];
    out.row(static_cast<Eigen::Index>(k)) = v.axis[0] * m.row(v.row) + v.axis[1] * m.row(v.row + 1);
  }
}

/// out += V x.
inline void add_directions(const std::vector<SlipDirection>& directions,
                           const Eigen::Ref<const Eigen::MatrixXd>& x,
                           Eigen::Ref<Eigen::MatrixXd> out) {
  for (std::size_t k = 0; k < directions.size(); ++k) {
    const SlipDirection& v = directions[k];
    const auto n = static_cast<Eigen::Index>(k);
    out.row(v.row) += v.axis[0] * x.row(n);
    out.row(v.row + 1) += v.axis[1] * x.row(n);
  }
}

/// out += sum of v v'm, divided by the stiffness if so wanted.
inline void add_projection(const std::vector<SlipDirection>& directions,
                           const Eigen::Ref<const Eigen::MatrixXd>& m, bool by_stiffness,
                           Eigen::Ref<Eigen::MatrixXd> out) {
  for (const SlipDirection& v : directions)
    for (Eigen::Index c = 0; c < m.cols(); ++c) {
      const double along = v.axis.dot(m.block<2, 1>(v.row, c));
      out.block<2, 1>(v.row, c) += (by_stiffness ? along / v.stiffness : along) * v.axis;
    }
}

}  // namespace slipfront
