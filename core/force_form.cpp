#include "core/force_form.hpp"

namespace slipfront {

Eigen::Index ForceForm::unknowns(const std::vector<SlipDirection>& directions) {
  Eigen::Index n = 0;
  for (const SlipDirection& v : directions) n += v.stiffness > 0;
  return n;
}

bool ForceForm::factorise(const Eigen::MatrixXd& flexibility,
                          const std::vector<SlipDirection>& directions) {
  flexibility_ = &flexibility;
  moving_.clear();
  flat_.clear();
  for (const SlipDirection& v : directions) (v.stiffness > 0 ? moving_ : flat_).push_back(v);
  const Eigen::Index n = unknowns();
  columns_.resize(flexibility.rows(), n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const SlipDirection& v = moving_[static_cast<std::size_t>(k)];
    columns_.col(k) = v.axis[0] * flexibility.col(v.row) + v.axis[1] * flexibility.col(v.row + 1);
  }
  system_.resize(n, n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const double* column = columns_.col(k).data();
    double* out = system_.col(k).data();
    for (Eigen::Index m = k; m < n; ++m) {
      const SlipDirection& v = moving_[static_cast<std::size_t>(m)];
      out[m] = v.axis[0] * column[v.row] + v.axis[1] * column[v.row + 1];
    }
    out[k] += 1 / moving_[static_cast<std::size_t>(k)].stiffness;
  }
  if (n == 0) return true;
  llt_.compute(system_);
  return llt_.info() == Eigen::Success;
}

Eigen::MatrixXd ForceForm::project(const Eigen::MatrixXd& rows) const {
  Eigen::MatrixXd out(unknowns(), rows.cols());
  for (Eigen::Index k = 0; k < out.rows(); ++k) {
    const SlipDirection& v = moving_[static_cast<std::size_t>(k)];
    out.row(k) = v.axis[0] * rows.row(v.row) + v.axis[1] * rows.row(v.row + 1);
  }
  return out;
}

void ForceForm::border(const Eigen::MatrixXd& u, const Eigen::MatrixXd& push,
                       const Eigen::MatrixXd& e, Eigen::MatrixXd& columns,
                       Eigen::MatrixXd& errors) {
  known_ = Eigen::MatrixXd::Zero(push.rows(), e.cols());
  for (const SlipDirection& v : flat_)
    known_.middleRows<2>(v.row) += v.axis * (v.axis.transpose() * e.middleRows<2>(v.row));
  Eigen::MatrixXd target = push;
  target.noalias() -= *flexibility_ * known_;
  of_errors_ = project(target);
  for (Eigen::Index k = 0; k < unknowns(); ++k) {
    const SlipDirection& v = moving_[static_cast<std::size_t>(k)];
    of_errors_.row(k) += v.axis.transpose() * e.middleRows<2>(v.row) / v.stiffness;
  }
  of_u_ = project(u);
  if (unknowns() > 0) {
    llt_.matrixL().solveInPlace(of_u_);
    llt_.matrixL().solveInPlace(of_errors_);
  }
  columns.noalias() = of_u_.transpose() * of_u_;
  errors.noalias() = of_u_.transpose() * of_errors_;
  errors.noalias() += u.topRows(known_.rows()).transpose() * known_;
}

void ForceForm::step(const Eigen::MatrixXd& x, const Eigen::MatrixXd& k, const Eigen::MatrixXd& e,
                     Eigen::MatrixXd& dr, Eigen::MatrixXd& dz) const {
  Eigen::MatrixXd force = of_errors_;
  force.noalias() += of_u_ * x;
  if (unknowns() > 0) llt_.matrixU().solveInPlace(force);
  dr = known_;
  for (Eigen::Index m = 0; m < unknowns(); ++m) {
    const SlipDirection& v = moving_[static_cast<std::size_t>(m)];
    dr.middleRows<2>(v.row) += v.axis * force.row(m);
  }
  dz = Eigen::MatrixXd::Zero(dr.rows(), dr.cols());
  for (const SlipDirection& v : moving_)
    dz.middleRows<2>(v.row) +=
        v.axis * (v.axis.transpose() * (dr - e.topRows(dr.rows())).middleRows<2>(v.row)) /
        v.stiffness;
  if (flat_.empty()) return;
  Eigen::MatrixXd free = k;
  free.noalias() -= *flexibility_ * dr;
  for (const SlipDirection& v : flat_)
    dz.middleRows<2>(v.row) += v.axis * (v.axis.transpose() * free.middleRows<2>(v.row));
}

}  // namespace slipfront
