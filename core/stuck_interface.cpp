#include "core/stuck_interface.hpp"

#include <Eigen/Cholesky>

namespace slipfront {

StuckInterface::StuckInterface(const Eigen::MatrixXd& flexibility, const Eigen::VectorXd& stuck)
    : stiffness(stuck),
      compliance(stuck.cwiseInverse()),
      normals(flexibility.rows() - stuck.size()),
      f_tt(flexibility.topLeftCorner(stuck.size(), stuck.size())) {
  const Eigen::Index t = tangential();
  Eigen::MatrixXd both = f_tt;
  both.diagonal() += compliance;
  inverse = both.llt().solve(Eigen::MatrixXd::Identity(t, t));
  if (normals == 0) return;
  f_tn = flexibility.topRightCorner(t, normals);
  f_nn = flexibility.bottomRightCorner(normals, normals);
  pull = inverse * f_tn;
  soft = f_nn - f_tn.transpose() * pull;
}

void StuckInterface::respond(const Eigen::Ref<const Eigen::MatrixXd>& h, StuckResponse& b) const {
  b.force.noalias() = inverse * h.topRows(tangential());
  if (normals > 0) {
    b.normal = h.bottomRows(normals);
    b.normal.noalias() -= pull.transpose() * h.topRows(tangential());
  }
}

}  // namespace slipfront
