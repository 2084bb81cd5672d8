#include "core/linear_modes.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>

namespace slipfront {

namespace {

// Flexibility below this share of the softest mode's is rounding of the inverse.
constexpr double kBlocked = 1e-12;

/// Inverse of Omega + Psi' diag(dk) Psi. Each column of I + G dk is divided by
/// 1 + |G_ii dk_i|, which keeps the system well scaled for any stiffness.
Eigen::MatrixXd dynamic_flexibility(const CondensedStructure& s, const Eigen::VectorXd& dk) {
  const Eigen::MatrixXd& g = s.static_compliance();
  const Eigen::VectorXd scale = (1 + (g.diagonal().array() * dk.array()).abs()).inverse().matrix();
  Eigen::MatrixXd system = g * dk.cwiseProduct(scale).asDiagonal();
  system.diagonal() += scale;
  const Eigen::MatrixXd psi_over_omega = s.psi() * s.omega().cwiseInverse().asDiagonal();
  const Eigen::MatrixXd reaction =
      dk.cwiseProduct(scale).asDiagonal() * system.partialPivLu().solve(psi_over_omega);
  Eigen::MatrixXd flexibility = -psi_over_omega.transpose() * reaction;
  flexibility.diagonal() += s.omega().cwiseInverse();
  return flexibility;
}

void fix_sign(const CondensedStructure& s, Eigen::Ref<Eigen::VectorXd> eta) {
  const Eigen::VectorXd seen =
      s.response().rows() > 0 ? Eigen::VectorXd(s.response() * eta) : Eigen::VectorXd(eta);
  Eigen::Index largest = 0;
  seen.cwiseAbs().maxCoeff(&largest);
  if (seen[largest] < 0) eta = -eta;
}

}  // namespace

ModalBasis modes_with_springs(const CondensedStructure& s, const Eigen::VectorXd& row_stiffness,
                              int count) {
  const Eigen::VectorXd dk = row_stiffness - s.reference_springs();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(dynamic_flexibility(s, dk));
  // Motions that stiff springs block have no frequency: their flexibility is rounding.
  const Eigen::Index n = s.modes();
  const double softest = eigen.eigenvalues()[n - 1];
  const Eigen::Index free = (eigen.eigenvalues().array() > kBlocked * softest).count();
  const Eigen::Index wanted = std::min<Eigen::Index>(count, free);
  ModalBasis basis;
  basis.lambda = eigen.eigenvalues().tail(wanted).reverse().cwiseInverse();
  basis.eta = eigen.eigenvectors().rightCols(wanted).rowwise().reverse();
  for (Eigen::Index i = 0; i < wanted; ++i) fix_sign(s, basis.eta.col(i));
  return basis;
}

std::vector<int> bending_modes(const CondensedStructure& s, const ModalBasis& basis,
                               bool response_in_triples) {
  constexpr double kVisible = 0.1;  // of the largest z response: hides modes that bend elsewhere
  std::vector<int> found;
  if (!response_in_triples) return found;
  const Eigen::MatrixXd seen = s.response() * basis.eta;
  Eigen::VectorXd z2 = Eigen::VectorXd::Zero(seen.cols());
  for (Eigen::Index row = 2; row < seen.rows(); row += 3)
    z2 += seen.row(row).cwiseAbs2().transpose();
  const Eigen::VectorXd all2 = seen.colwise().squaredNorm();
  const double largest = z2.cwiseSqrt().maxCoeff();
  for (Eigen::Index i = 0; i < seen.cols(); ++i)
    if (z2[i] > 0.5 * all2[i] && std::sqrt(z2[i]) > kVisible * largest)
      found.push_back(static_cast<int>(i));
  return found;
}

int choose_mode(const ModeChoice& choice, const std::vector<int>& bending,
                const ModalBasis& basis) {
  if (choice.index) return *choice.index < basis.lambda.size() ? *choice.index : -1;
  if (choice.bending < 1 || choice.bending > static_cast<int>(bending.size())) return -1;
  return bending[choice.bending - 1];
}

}  // namespace slipfront
