#include "core/stuck_interface.hpp"

#include <Eigen/Cholesky>

namespace slipfront {

StuckInterface::StuckInterface(const Eigen::MatrixXd& flexibility, const Eigen::VectorXd& stuck)
    : stiffness(stuck),
      compliance(stuck.cwiseInverse()),
      normals(flexibility.rows() - stuck.size()) {
  const Eigen::Index t = tangential();
  f = std::make_shared<const InterfaceFlexibility>(
      InterfaceFlexibility{flexibility.topLeftCorner(t, t), flexibility.topRightCorner(t, normals),
                           flexibility.bottomRightCorner(normals, normals)});
  invert();
}

StuckInterface::StuckInterface(const StuckInterface& other, const Eigen::VectorXd& stuck)
    : stiffness(stuck), compliance(stuck.cwiseInverse()), normals(other.normals), f(other.f) {
  invert();
}

void StuckInterface::invert() {
  Eigen::MatrixXd both = f->tt;
  both.diagonal() += compliance;
  inverse = both.llt().solve(Eigen::MatrixXd::Identity(tangential(), tangential()));
  if (normals == 0) return;
  pull = inverse * f->tn;
  soft = f->nn - f->tn.transpose() * pull;
  pull_rows = pull.transpose();
}

void StuckInterface::respond(const Eigen::Ref<const Eigen::MatrixXd>& h, StuckResponse& b) const {
  b.force.noalias() = inverse * h.topRows(tangential());
  if (normals > 0) {
    b.normal = h.bottomRows(normals);
    b.normal.noalias() -= pull.transpose() * h.topRows(tangential());
  }
}

}  // namespace slipfront
