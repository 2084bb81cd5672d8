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
  auto columns = columns_.resize(flexibility.rows(), n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const SlipDirection& v = moving_[static_cast<std::size_t>(k)];
    columns.col(k) = v.axis[0] * flexibility.col(v.row) + v.axis[1] * flexibility.col(v.row + 1);
  }
  auto system = factors_.begin(n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const double* column = columns.col(k).data();
    double* out = system.col(k).data();
    for (Eigen::Index m = k; m < n; ++m) {
      const SlipDirection& v = moving_[static_cast<std::size_t>(m)];
      out[m] = v.axis[0] * column[v.row] + v.axis[1] * column[v.row + 1];
    }
    out[k] += 1 / moving_[static_cast<std::size_t>(k)].stiffness;
  }
  return factors_.factorise();
}

void ForceForm::border(const Eigen::MatrixXd& u, const Eigen::MatrixXd& push,
                       const Eigen::MatrixXd& e, Eigen::MatrixXd& columns,
                       Eigen::MatrixXd& errors) {
  known_.setZero(push.rows(), e.cols());
  add_projection(flat_, e, false, known_);
  target_ = push;
  target_.noalias() -= *flexibility_ * known_;
  add_projection(moving_, e, true, target_);
  auto of_errors = of_errors_.resize(unknowns(), e.cols());
  along_directions(moving_, target_, of_errors);
  auto of_u = of_u_.resize(unknowns(), u.cols());
  along_directions(moving_, u, of_u);
  factors_.solve_lower(of_u);
  factors_.solve_lower(of_errors);
  columns.noalias() = of_u.transpose() * of_u;
  errors.noalias() = of_u.transpose() * of_errors;
  errors.noalias() += u.topRows(known_.rows()).transpose() * known_;
}

void ForceForm::step(const Eigen::MatrixXd& x, const Eigen::MatrixXd& k, const Eigen::MatrixXd& e,
                     Eigen::Ref<Eigen::MatrixXd> dr, Eigen::Ref<Eigen::MatrixXd> dz) {
  auto forces = forces_.resize(unknowns(), e.cols());
  forces = of_errors_.view();
  forces.noalias() += of_u_.view() * x;
  factors_.solve_upper(forces);
  dr = known_;
  add_directions(moving_, forces, dr);
  dz.setZero();
  target_ = dr - e.topRows(dr.rows());
  add_projection(moving_, target_, true, dz);
  if (flat_.empty()) return;
  target_ = k;
  target_.noalias() -= *flexibility_ * dr;
  add_projection(flat_, target_, false, dz);
}

}  // namespace slipfront
