#include "rom/reduce/joint_model.hpp"

#include <Eigen/Geometry>

namespace slipfront {

Eigen::Matrix<double, Eigen::Dynamic, 2> JointModel::interface_places() const {
  Eigen::Matrix<double, Eigen::Dynamic, 2> places(static_cast<Eigen::Index>(top.size()), 2);
  for (std::size_t i = 0; i < top.size(); ++i)
    places.row(static_cast<Eigen::Index>(i)) = solid.places.row(top[i]).head<2>();
  return places;
}

void align_axes(JointModel& joint, const Eigen::Vector3d& normal) {
  const Eigen::RowVector3d box =
      joint.solid.places.colwise().maxCoeff() - joint.solid.places.colwise().minCoeff();
  const Eigen::Vector3d z = normal.normalized();
  // The coordinate axis along which the structure is longest, made normal to z.
  Eigen::Vector3d x = Eigen::Vector3d::Zero();
  double longest = 0;
  for (int d = 0; d < 3; ++d) {
    const Eigen::Vector3d axis = Eigen::Vector3d::Unit(d) - z[d] * z;
    if (box[d] * axis.norm() <= longest) continue;
    longest = box[d] * axis.norm();
    x = axis.normalized();
  }
  Eigen::Matrix3d axes;  // columns: the new axes in the old
  axes << x, z.cross(x), z;
  joint.solid.places *= axes;
  // Forces and equations are told by direction: mix the three of each node.
  const auto rotated = [&](const SparseRow& row) {
    SparseRow turned;
    for (const auto& [unknown, value] : row)
      for (int d = 0; d < 3; ++d)
        if (axes(unknown % 3, d) != 0)
          turned.emplace_back(3 * (unknown / 3) + d, value * axes(unknown % 3, d));
    return turned;
  };
  joint.bolt_load = rotated(joint.bolt_load);
  for (SparseRow& equation : joint.solid.equations) equation = rotated(equation);
}

}  // namespace slipfront
