#include "rom/reduce/interface_fields.hpp"

#include "rom/reduce/full_modes.hpp"
#include "rom/solid/lanczos.hpp"
#include "rom/solid/sparse_factor.hpp"

namespace slipfront {

namespace {

using Sparse = Eigen::SparseMatrix<double>;

constexpr double kSprings = 1e13;  // N/m^3: a clamped steel interface that sticks
constexpr int kModes = 4;          // enough to hold the first that bends along the bolts
// Share of the nodes that is spread evenly: steps between neighbours stay below about 2.
constexpr double kFloor = 0.3;

}  // namespace

InterfaceFields interface_fields(const JointModel& joint, const RelativeSystem& system) {
  Sparse held =
      system.stiffness + interface_spring_matrix(joint, kSprings, kSprings, system.size());
  const double spring = held.diagonal().mean();
  for (const Eigen::Index pin : choose_pins(system.rigid)) held.coeffRef(pin, pin) += spring;
  const SparseFactor factor(held, system.source);
  const Eigen::MatrixXd momentum = system.mass * system.rigid;
  const Inverse inverse = [&](const Eigen::VectorXd& load) -> Eigen::VectorXd {
    const Eigen::VectorXd balanced = load - momentum * (system.rigid.transpose() * load);
    const Eigen::VectorXd answer = factor.solve(balanced);
    return answer - system.rigid * (momentum.transpose() * answer);
  };
  const Eigen::VectorXd clamped = inverse(system.bolt_load);
  const SparseModes modes = lowest_modes(inverse, system.mass, 0, kModes, system.source);
  const std::vector<int> bending = bending_along_z(system.response * modes.shapes);
  const Eigen::Index mode = bending.empty() ? 0 : bending[0];
  const Eigen::Index pairs = system.relative / 3;
  InterfaceFields fields{Eigen::VectorXd(pairs), Eigen::VectorXd(pairs)};
  for (Eigen::Index i = 0; i < pairs; ++i) {
    fields.pressure[i] = kSprings * std::max(0.0, clamped[3 * i + 2]);
    fields.motion[i] = modes.shapes.col(mode).segment<3>(3 * i).norm();
  }
  return fields;
}

Eigen::VectorXd node_weight(const InterfaceFields& fields, NodePlacement placement) {
  Eigen::VectorXd weight = Eigen::VectorXd::Constant(fields.pressure.size(), kFloor);
  const auto add = [&](const Eigen::VectorXd& field) {
    if (field.maxCoeff() > 0) weight += field / field.maxCoeff();
  };
  if (placement != NodePlacement::uniform) add(fields.pressure);
  if (placement == NodePlacement::pressure_and_mode) add(fields.motion);
  return weight;
}

}  // namespace slipfront
