#include "core/pressure_form.hpp"

namespace slipfront {

namespace {

constexpr Eigen::Index kAxes = 3;
constexpr Eigen::Index kNormal = 2;

/// I - D C of a point.
Eigen::Matrix2d free_share(const StuckInterface& stuck, const Eigen::Matrix2d& d, Eigen::Index i) {
  return Eigen::Matrix2d::Identity() -
         d * stuck.compliance.segment<2>(2 * i).asDiagonal().toDenseMatrix();
}

}  // namespace

void PressureForm::clear() {
  slipping_.clear();
  apart_.clear();
}

void PressureForm::factorise(const StuckInterface& stuck, const Blocks& tangent) {
  tangent_ = tangent;
  const auto slip = static_cast<Eigen::Index>(slipping_.size());
  auto system = factors_.begin(unknowns());
  for (Eigen::Index m = 0; m < slip; ++m) {
    const Eigen::Index i = slipping_[static_cast<std::size_t>(m)];
    const Eigen::Matrix2d d = tangent.block<2, 2>(0, kAxes * i);
    const Eigen::Matrix2d free = free_share(stuck, d, i);
    const bool coupled = stuck.normals > 0;
    const Eigen::Vector2d by_normal =
        coupled ? Eigen::Vector2d(tangent.block<2, 1>(0, kAxes * i + kNormal))
                : Eigen::Vector2d(0, 0);
    for (Eigen::Index n = 0; n < slip; ++n) {
      const Eigen::Index j = slipping_[static_cast<std::size_t>(n)];
      Eigen::Matrix2d block = free * stuck.inverse.block<2, 2>(2 * i, 2 * j);
      if (coupled) block += by_normal * stuck.pull.block<2, 1>(2 * j, i).transpose();
      if (i == j) block += d;
      system.block<2, 2>(2 * m, 2 * n) = block;
    }
    for (std::size_t n = 0; n < apart_.size(); ++n) {
      const Eigen::Index j = apart_[n];
      system.block<2, 1>(2 * m, 2 * slip + static_cast<Eigen::Index>(n)) =
          -free * stuck.pull.block<2, 1>(2 * i, j) + by_normal * stuck.soft(i, j);
    }
  }
  for (std::size_t m = 0; m < apart_.size(); ++m) {
    const Eigen::Index i = apart_[m], row = 2 * slip + static_cast<Eigen::Index>(m);
    const double d = tangent(kNormal, kAxes * i + kNormal);
    for (Eigen::Index n = 0; n < slip; ++n)
      system.block<1, 2>(row, 2 * n) =
          d * stuck.pull.block<2, 1>(2 * slipping_[static_cast<std::size_t>(n)], i).transpose();
    for (std::size_t n = 0; n < apart_.size(); ++n)
      system(row, 2 * slip + static_cast<Eigen::Index>(n)) =
          d * stuck.soft(i, apart_[n]) + (m == n ? 1 : 0);
  }
  factors_.factorise();
}

void PressureForm::right_sides(const StuckInterface& stuck, const StuckResponse& b,
                               const Eigen::MatrixXd* e, Eigen::Ref<Eigen::MatrixXd> out) const {
  const auto slip = static_cast<Eigen::Index>(slipping_.size());
  for (Eigen::Index c = 0; c < out.cols(); ++c) {
    for (Eigen::Index m = 0; m < slip; ++m) {
      const Eigen::Index i = slipping_[static_cast<std::size_t>(m)];
      Eigen::Vector2d force = b.force.block<2, 1>(2 * i, c);
      if (e) force -= e->block<2, 1>(2 * i, c);
      const Eigen::Matrix2d d = tangent_.block<2, 2>(0, kAxes * i);
      Eigen::Vector2d right = -free_share(stuck, d, i) * force;
      if (stuck.normals > 0) right += tangent_.block<2, 1>(0, kAxes * i + kNormal) * b.normal(i, c);
      out.block<2, 1>(2 * m, c) = right;
    }
    for (std::size_t m = 0; m < apart_.size(); ++m)
      out(2 * slip + static_cast<Eigen::Index>(m), c) =
          tangent_(kNormal, kAxes * apart_[m] + kNormal) * b.normal(apart_[m], c);
  }
}

void PressureForm::add_to_border(const StuckInterface& stuck, const StuckResponse& bases,
                                 const StuckResponse& pushed, const Eigen::MatrixXd& e,
                                 Eigen::MatrixXd& columns, Eigen::MatrixXd& errors) {
  auto of_u = of_u_.resize(unknowns(), bases.force.cols());
  auto of_errors = of_errors_.resize(unknowns(), e.cols());
  right_sides(stuck, bases, nullptr, of_u);
  right_sides(stuck, pushed, &e, of_errors);
  factors_.solve(of_u);
  factors_.solve(of_errors);
  // U'B g - U'P s + .. : the rows of the bases that slips and net normal forces multiply.
  auto weights = weights_.resize(unknowns(), bases.force.cols());
  const auto slip = static_cast<Eigen::Index>(slipping_.size());
  for (Eigen::Index m = 0; m < slip; ++m)
    weights.middleRows<2>(2 * m) =
        bases.force.middleRows<2>(2 * slipping_[static_cast<std::size_t>(m)]);
  for (std::size_t m = 0; m < apart_.size(); ++m)
    weights.row(2 * slip + static_cast<Eigen::Index>(m)) = bases.normal.row(apart_[m]);
  columns.noalias() += weights.transpose() * of_u;
  errors.noalias() += weights.transpose() * of_errors;
}

void PressureForm::add_slips(const Eigen::MatrixXd& x, Eigen::MatrixXd& g, Eigen::MatrixXd& s) {
  auto slips = slips_.resize(unknowns(), g.cols());
  slips = of_errors_.view();
  slips.noalias() += of_u_.view() * x;
  for (std::size_t m = 0; m < slipping_.size(); ++m)
    g.middleRows<2>(2 * slipping_[m]) += slips.middleRows<2>(2 * static_cast<Eigen::Index>(m));
  const auto first = 2 * static_cast<Eigen::Index>(slipping_.size());
  for (std::size_t m = 0; m < apart_.size(); ++m)
    s.row(apart_[m]) += slips.row(first + static_cast<Eigen::Index>(m));
}

}  // namespace slipfront
