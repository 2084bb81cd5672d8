#include "rom/reduce/shaped_reduction.hpp"

#include "rom/solid/sparse_factor.hpp"

namespace slipfront {

namespace {

using Sparse = Eigen::SparseMatrix<double>;

/// As many rows of the rigid motions of the others as there are of these, by complete
/// pivoting: springs there hold the bonded structure and carry nothing.
Sparse with_pins(Sparse stiffness, const Eigen::MatrixXd& rigid) {
  const double spring = stiffness.diagonal().mean();
  for (const Eigen::Index pin : choose_pins(rigid)) stiffness.coeffRef(pin, pin) += spring;
  return stiffness;
}

}  // namespace

JointReduction reduce_to_shapes(const RelativeSystem& system, const Eigen::MatrixXd& shapes,
                                int modes, const Progress& progress) {
  const Eigen::Index relative = system.relative, others = system.size() - relative;
  tell(progress, "factor of the bonded structure");
  const Sparse k_or = system.stiffness.bottomLeftCorner(others, relative);
  const Eigen::MatrixXd rigid = system.rigid.bottomRows(others);
  const SparseFactor factor(with_pins(system.stiffness.bottomRightCorner(others, others), rigid),
                            system.source);
  tell(progress, std::to_string(shapes.cols()) + " constraint modes");
  Eigen::MatrixXd psi(system.size(), shapes.cols());
  psi.topRows(relative) = shapes;
  psi.bottomRows(others) = factor.solve(Eigen::MatrixXd(k_or * -shapes));
  const Sparse k_r = system.stiffness.topRows(relative);
  const Eigen::MatrixXd energy = shapes.transpose() * (k_r * psi);

  SparseModes fixed{Eigen::VectorXd(0), Eigen::MatrixXd(system.size(), 0)};
  if (modes > 0) {
    tell(progress, std::to_string(modes) + " modes of the bonded structure");
    const Sparse mass = system.mass.bottomRightCorner(others, others);
    const Eigen::MatrixXd momentum = mass * rigid;
    const Inverse bonded = [&](const Eigen::VectorXd& load) -> Eigen::VectorXd {
      // Loads without rigid resultant, answers without rigid motion.
      const Eigen::VectorXd balanced = load - momentum * (rigid.transpose() * load);
      const Eigen::VectorXd answer = factor.solve(balanced);
      return answer - rigid * (momentum.transpose() * answer);
    };
    const SparseModes found = lowest_modes(bonded, mass, 0, modes, system.source);
    fixed.lambda = found.lambda;
    fixed.shapes = Eigen::MatrixXd::Zero(system.size(), modes);
    fixed.shapes.bottomRows(others) = found.shapes;
  }
  return project(system, std::move(psi), 0.5 * (energy + energy.transpose()), fixed, progress);
}

}  // namespace slipfront
