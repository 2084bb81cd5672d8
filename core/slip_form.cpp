#include "core/slip_form.hpp"

namespace slipfront {

void SlipForm::choose(const StuckInterface& stuck, const std::vector<SlipDirection>& directions,
                      const std::vector<Apart>& apart) {
  free_.clear();
  for (const SlipDirection& v : directions)
    if (v.stiffness < stuck.stiffness[v.row]) free_.push_back(v);
  apart_ = apart;
}

bool SlipForm::factorise(const StuckInterface& stuck) {
  const Eigen::Index slips = first_apart(), size = unknowns();
  auto system = factors_.begin(size);
  for (Eigen::Index n = 0; n < slips; ++n) {
    const SlipDirection& v = free_[static_cast<std::size_t>(n)];
    const double x = v.axis[0], y = v.axis[1];
    const double* bx = stuck.inverse.col(v.row).data();
    const double* by = stuck.inverse.col(v.row + 1).data();
    double* out = system.col(n).data();
    for (Eigen::Index m = n; m < slips; ++m) {
      const SlipDirection& w = free_[static_cast<std::size_t>(m)];
      out[m] = w.axis[0] * (x * bx[w.row] + y * by[w.row]) +
               w.axis[1] * (x * bx[w.row + 1] + y * by[w.row + 1]);
    }
    out[n] += v.stiffness / (1 - v.stiffness / stuck.stiffness[v.row]);
    if (apart_.empty()) continue;
    const double* px = stuck.pull_rows.col(v.row).data();
    const double* py = stuck.pull_rows.col(v.row + 1).data();
    for (std::size_t m = 0; m < apart_.size(); ++m) {
      const Eigen::Index i = apart_[m].point;
      out[slips + static_cast<Eigen::Index>(m)] = -(x * px[i] + y * py[i]);
    }
  }
  for (Eigen::Index n = slips; n < size; ++n) {
    const Apart& one = apart_[static_cast<std::size_t>(n - slips)];
    const double* soft = stuck.soft.col(one.point).data();
    double* out = system.col(n).data();
    for (Eigen::Index m = n; m < size; ++m)
      out[m] = -soft[apart_[static_cast<std::size_t>(m - slips)].point];
    out[n] += 1 / one.spring;
  }
  return factors_.factorise();
}

void SlipForm::add_to_border(const StuckResponse& bases, const StuckResponse& pushed,
                             const Eigen::MatrixXd& e, Eigen::MatrixXd& columns,
                             Eigen::MatrixXd& errors) {
  const Eigen::Index slips = first_apart();
  auto of_u = of_u_.resize(unknowns(), bases.force.cols());
  along_directions(free_, bases.force, of_u.topRows(slips));
  auto of_errors = of_errors_.resize(unknowns(), e.cols());
  for (Eigen::Index n = 0; n < slips; ++n) {
    const SlipDirection& v = free_[static_cast<std::size_t>(n)];
    for (Eigen::Index c = 0; c < e.cols(); ++c)
      of_errors(n, c) = v.axis.dot(pushed.force.block<2, 1>(v.row, c) - e.block<2, 1>(v.row, c));
  }
  for (Eigen::Index n = slips; n < unknowns(); ++n) {
    const Eigen::Index i = apart_[static_cast<std::size_t>(n - slips)].point;
    of_u.row(n) = bases.normal.row(i);
    of_errors.row(n) = pushed.normal.row(i);
  }
  factors_.solve_lower(of_u);
  factors_.solve_lower(of_errors);
  columns.noalias() -= of_u.transpose() * of_u;
  errors.noalias() -= of_u.transpose() * of_errors;
}

void SlipForm::add_slips(const Eigen::MatrixXd& x, Eigen::MatrixXd& g, Eigen::MatrixXd& s) {
  const Eigen::Index slips = first_apart();
  auto solved = slips_.resize(unknowns(), g.cols());
  solved = -of_errors_.view();
  solved.noalias() -= of_u_.view() * x;
  factors_.solve_upper(solved);
  add_directions(free_, solved.topRows(slips), g);
  for (std::size_t m = 0; m < apart_.size(); ++m)
    s.row(apart_[m].point) += solved.row(slips + static_cast<Eigen::Index>(m));
}

}  // namespace slipfront
