#include "rom/reduce/full_modes.hpp"

#include <cmath>

#include "rom/solid/sparse_factor.hpp"

namespace slipfront {

namespace {

using Sparse = Eigen::SparseMatrix<double>;

// Shift to where a beam of this size has its first modes, from below: K - shift M is
// positive definite although the structure is free. (2 pi 30 Hz)^2.
constexpr double kShift = -3.6e4;

SparseModes modes_of(const Sparse& stiffness, const Sparse& mass, const Eigen::MatrixXd& rigid,
                     int count, const std::string& what) {
  const Sparse shifted = stiffness - kShift * mass;
  const SparseFactor factor(shifted, what);
  const Eigen::MatrixXd momentum = mass * rigid;
  const Inverse inverse = [&](const Eigen::VectorXd& load) -> Eigen::VectorXd {
    Eigen::VectorXd balanced = load;
    balanced.noalias() -= momentum * (rigid.transpose() * load);
    Eigen::VectorXd answer = factor.solve(balanced);
    answer -= rigid * (momentum.transpose() * answer).eval();
    return answer;
  };
  return lowest_modes(inverse, mass, kShift, count, what);
}

}  // namespace

InterfaceMesh fine_interface(const JointModel& joint) {
  InterfaceMesh mesh;
  mesh.nodes = joint.interface_places();
  for (const Quad& facet : joint.facets) mesh.elements.emplace_back(facet.begin(), facet.end());
  return mesh;
}

Sparse interface_spring_matrix(const JointModel& joint, double tangential, double normal,
                               Eigen::Index size) {
  const InterfacePoints points = interface_points(fine_interface(joint), PointRule::gauss);
  const Sparse gram = points.to_nodes() * points.to_points;
  std::vector<Eigen::Triplet<double>> entries;
  for (Eigen::Index column = 0; column < gram.outerSize(); ++column)
    for (Sparse::InnerIterator at(gram, column); at; ++at)
      for (int d = 0; d < 3; ++d)
        entries.emplace_back(static_cast<int>(3 * at.row()) + d, static_cast<int>(3 * column) + d,
                             at.value() * (d == 2 ? normal : tangential));
  Sparse springs(size, size);
  springs.setFromTriplets(entries.begin(), entries.end());
  return springs;
}

FullModes full_modes(const JointModel& joint, const RelativeSystem& system,
                     std::optional<double> penalty, int count) {
  FullModes result;
  SparseModes modes;
  if (penalty) {
    const Sparse held =
        system.stiffness + interface_spring_matrix(joint, *penalty, *penalty, system.size());
    modes = modes_of(held, system.mass, system.rigid, count, system.source);
    result.shapes = std::move(modes.shapes);
  } else {
    const Eigen::Index others = system.size() - system.relative;
    modes = modes_of(system.stiffness.bottomRightCorner(others, others),
                     system.mass.bottomRightCorner(others, others), system.rigid.bottomRows(others),
                     count, system.source);
    result.shapes = Eigen::MatrixXd::Zero(system.size(), count);
    result.shapes.bottomRows(others) = modes.shapes;
  }
  result.frequencies_hz = modes.frequencies_hz();
  result.bending = bending_along_z(system.response * result.shapes);
  return result;
}

std::vector<int> bending_along_z(const Eigen::MatrixXd& response) {
  constexpr double kSeen = 0.1;  // of the largest z-norm, as the modal solver has it
  Eigen::VectorXd along(response.cols());
  std::vector<int> found;
  for (Eigen::Index mode = 0; mode < response.cols(); ++mode) {
    double sum = 0;
    for (Eigen::Index row = 2; row < response.rows(); row += 3)
      sum += response(row, mode) * response(row, mode);
    along[mode] = std::sqrt(sum);
  }
  for (Eigen::Index mode = 0; mode < response.cols(); ++mode)
    if (along[mode] * along[mode] > 0.5 * response.col(mode).squaredNorm() &&
        along[mode] > kSeen * along.maxCoeff())
      found.push_back(static_cast<int>(mode));
  return found;
}

}  // namespace slipfront
