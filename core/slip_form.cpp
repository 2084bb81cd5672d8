#include "core/slip_form.hpp"

namespace slipfront {

void SlipForm::choose(const StuckInterface& stuck, const std::vector<SlipDirection>& directions) {
  free_.clear();
  for (const SlipDirection& v : directions)
    if (v.stiffness < stuck.stiffness[v.row]) free_.push_back(v);
}

bool SlipForm::factorise(const StuckInterface& stuck) {
  const Eigen::Index size = unknowns();
  auto system = factors_.begin(size);
  for (Eigen::Index n = 0; n < size; ++n) {
    const SlipDirection& v = free_[static_cast<std::size_t>(n)];
    const double x = v.axis[0], y = v.axis[1];
    const double* bx = stuck.inverse.col(v.row).data();
    const double* by = stuck.inverse.col(v.row + 1).data();
    double* out = system.col(n).data();
    for (Eigen::Index m = n; m < size; ++m) {
      const SlipDirection& w = free_[static_cast<std::size_t>(m)];
      out[m] = w.axis[0] * (x * bx[w.row] + y * by[w.row]) +
               w.axis[1] * (x * bx[w.row + 1] + y * by[w.row + 1]);
    }
    out[n] += v.stiffness / (1 - v.stiffness / stuck.stiffness[v.row]);
  }
  return factors_.factorise();
}

void SlipForm::add_to_border(const StuckResponse& bases, const StuckResponse& pushed,
                             const Eigen::MatrixXd& e, Eigen::MatrixXd& columns,
                             Eigen::MatrixXd& errors) {
  auto of_u = of_u_.resize(unknowns(), bases.force.cols());
  along_directions(free_, bases.force, of_u);
  auto of_errors = of_errors_.resize(unknowns(), e.cols());
  for (Eigen::Index n = 0; n < unknowns(); ++n) {
    const SlipDirection& v = free_[static_cast<std::size_t>(n)];
    for (Eigen::Index c = 0; c < e.cols(); ++c)
      of_errors(n, c) = v.axis.dot(pushed.force.block<2, 1>(v.row, c) - e.block<2, 1>(v.row, c));
  }
  factors_.solve_lower(of_u);
  factors_.solve_lower(of_errors);
  columns.noalias() -= of_u.transpose() * of_u;
  errors.noalias() -= of_u.transpose() * of_errors;
}

void SlipForm::add_slips(const Eigen::MatrixXd& x, Eigen::MatrixXd& g) {
  auto slips = slips_.resize(unknowns(), g.cols());
  slips = -of_errors_.view();
  slips.noalias() -= of_u_.view() * x;
  factors_.solve_upper(slips);
  add_directions(free_, slips, g);
}

}  // namespace slipfront
