#include "core/linear_modes.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>

#include "core/krylov_modes.hpp"

namespace slipfront {

namespace {

// Flexibility below this share of the softest mode's is rounding of the inverse.
constexpr double kBlocked = 1e-12;

/// Applies the inverse of Omega + Psi' diag(dk) Psi. Each column of I + G dk is divided by
/// 1 + |G_ii dk_i|, which keeps the system well scaled for any stiffness.
class DynamicFlexibility {
 public:
  DynamicFlexibility(const CondensedStructure& s, const Eigen::VectorXd& dk)
      : soft_(s.omega().cwiseInverse()), psi_over_omega_(s.psi() * soft_.asDiagonal()) {
    const Eigen::MatrixXd& g = s.static_compliance();
    const Eigen::VectorXd scale = (1 + (g.diagonal().array() * dk.array()).abs()).inverse();
    weight_ = dk.cwiseProduct(scale);
    Eigen::MatrixXd system = g * weight_.asDiagonal();
    system.diagonal() += scale;
    lu_.compute(system);
  }
  Eigen::MatrixXd operator()(const Eigen::MatrixXd& x) const {
    const Eigen::MatrixXd reaction = weight_.asDiagonal() * lu_.solve(psi_over_omega_ * x);
    Eigen::MatrixXd out = soft_.asDiagonal() * x;
    out.noalias() -= psi_over_omega_.transpose() * reaction;
    return out;
  }
  Eigen::MatrixXd matrix() const {
    const Eigen::MatrixXd reaction = weight_.asDiagonal() * lu_.solve(psi_over_omega_);
    Eigen::MatrixXd out = -psi_over_omega_.transpose() * reaction;
    out.diagonal() += soft_;
    return out;
  }

 private:
  Eigen::VectorXd soft_, weight_;
  Eigen::MatrixXd psi_over_omega_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
};

// Above this size the lowest modes cost less one by one than all of them at once.
constexpr Eigen::Index kFewModes = 150;
constexpr Eigen::Index kStartModes = 12;  // width of the Krylov blocks

}  // namespace

void fix_sign(const CondensedStructure& s, Eigen::Ref<Eigen::VectorXd> eta) {
  const Eigen::VectorXd seen =
      s.response().rows() > 0 ? Eigen::VectorXd(s.response() * eta) : Eigen::VectorXd(eta);
  Eigen::Index largest = 0;
  seen.cwiseAbs().maxCoeff(&largest);
  if (seen[largest] < 0) eta = -eta;
}

ModalBasis modes_with_springs(const CondensedStructure& s, const Eigen::VectorXd& row_stiffness,
                              int count) {
  const Eigen::VectorXd dk = row_stiffness - s.reference_springs();
  const DynamicFlexibility flexibility(s, dk);
  if (s.modes() > kFewModes) {
    const KrylovModes modes = krylov_modes(
        flexibility, Eigen::MatrixXd::Identity(s.modes(), std::min(kStartModes, s.modes())),
        std::min<Eigen::Index>(count, s.modes()));
    ModalBasis basis{modes.lambda, modes.shapes};
    for (Eigen::Index i = 0; i < basis.lambda.size(); ++i) fix_sign(s, basis.eta.col(i));
    return basis;
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(flexibility.matrix());
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
