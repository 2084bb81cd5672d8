#include "rom/relative_reduction.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

namespace slipfront {

namespace {

Eigen::MatrixXd symmetric(const Eigen::MatrixXd& matrix) {
  return 0.5 * (matrix + matrix.transpose());
}

}  // namespace

RelativeReduction reduce_relative(const Eigen::MatrixXd& stiffness, const Eigen::MatrixXd& mass,
                                  Eigen::Index relative, const Eigen::MatrixXd& rigid,
                                  Eigen::Index modes) {
  const Eigen::Index size = stiffness.rows(), others = size - relative, rigid_count = rigid.cols();
  const Eigen::MatrixXd k_oo = stiffness.bottomRightCorner(others, others);
  const Eigen::MatrixXd m_oo = mass.bottomRightCorner(others, others);
  const Eigen::MatrixXd k_or = stiffness.bottomLeftCorner(others, relative);

  // Rigid-body modes, mass-normalised, and the projector off them: 1 - Z Z'M.
  const Eigen::LLT<Eigen::MatrixXd> gram(rigid.transpose() * mass * rigid);
  const Eigen::MatrixXd z = gram.matrixU().solve<Eigen::OnTheRight>(rigid);
  const Eigen::MatrixXd momentum = mass * z;
  const auto without_rigid = [&](Eigen::MatrixXd shapes) -> Eigen::MatrixXd {
    // Twice, so that rounding of the first pass goes too.
    for (int pass = 0; pass < 2; ++pass) shapes -= (z * (momentum.transpose() * shapes)).eval();
    return shapes;
  };

  // K_oo is singular by the rigid motion, on which the load -K_or does no work: stiffness
  // against rigid motion changes nothing but makes the matrix positive definite.
  const Eigen::MatrixXd inertia = m_oo * z.bottomRows(others);
  const double scale = k_oo.diagonal().mean() / inertia.rowwise().squaredNorm().mean();
  const Eigen::MatrixXd held = k_oo + scale * inertia * inertia.transpose();
  Eigen::MatrixXd answers(size, relative);
  answers.topRows(relative).setIdentity();
  answers.bottomRows(others) = -held.ldlt().solve(k_or);

  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> bonded(symmetric(k_oo),
                                                                         symmetric(m_oo));
  Eigen::MatrixXd shapes = Eigen::MatrixXd::Zero(size, modes);
  shapes.bottomRows(others) = bonded.eigenvectors().middleCols(rigid_count, modes);

  RelativeReduction reduced;
  reduced.basis.resize(size, relative + modes);
  reduced.basis << without_rigid(answers), without_rigid(shapes);
  reduced.stiffness = symmetric(reduced.basis.transpose() * stiffness * reduced.basis);
  reduced.mass = symmetric(reduced.basis.transpose() * mass * reduced.basis);
  return reduced;
}

}  // namespace slipfront
