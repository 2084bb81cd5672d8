#include "core/slip_system.hpp"

#include <cmath>

namespace slipfront {

namespace {

// A tangent closer to the stuck one than this share is that of a sticking point.
constexpr double kSticks = 1e-12;
constexpr double kAsymmetry = 1e-12;
constexpr Eigen::Index kAxes = 3;
constexpr Eigen::Index kNormal = 2;

/// The two principal directions of the symmetric part of a point's tangent, at most d0. An
/// eigenvalue that is rounding beside d0 is 0.
void add_principal(Eigen::Index row, const Eigen::Matrix2d& block, double d0,
                   std::vector<SlipDirection>& out) {
  const double xx = block(0, 0), yy = block(1, 1), xy = 0.5 * (block(0, 1) + block(1, 0));
  const double half = 0.5 * (xx - yy), mean = 0.5 * (xx + yy);
  const double radius = std::hypot(half, xy);
  Eigen::Vector2d axis(1, 0);
  if (radius > 0)
    axis = (half > 0 ? Eigen::Vector2d(half + radius, xy) : Eigen::Vector2d(xy, radius - half))
               .normalized();
  const auto tidy = [d0](double d) {
    return std::abs(d) < kSticks * d0 ? 0 : d > (1 - kSticks) * d0 ? d0 : d;
  };
  out.push_back({row, axis, tidy(mean + radius)});
  out.push_back({row, {-axis[1], axis[0]}, tidy(mean - radius)});
}

/// out += share m x, column by column of m: few rows of x are not zero.
void add_columns(double share, const Eigen::MatrixXd& m, const Eigen::Ref<const Eigen::MatrixXd>& x,
                 Eigen::Ref<Eigen::MatrixXd> out) {
  for (Eigen::Index c = 0; c < x.cols(); ++c)
    for (Eigen::Index k = 0; k < x.rows(); ++k)
      if (x(k, c) != 0) out.col(c) += share * x(k, c) * m.col(k);
}

}  // namespace

Eigen::Index SlipSystem::unknowns() const {
  return form_ == Form::slips    ? slips_.unknowns()
         : form_ == Form::forces ? forces_.unknowns()
                                 : pressure_.unknowns();
}

void SlipSystem::factorise(const StuckInterface& stuck, const Blocks& tangent) {
  stuck_ = &stuck;
  principal_.clear();
  apart_.clear();
  pressure_.clear();
  bool symmetric = true;
  for (Eigen::Index i = 0; i < tangent.cols() / kAxes; ++i) {
    const auto block = tangent.middleCols<3>(kAxes * i);
    const double d0 = stuck.stiffness[2 * i];
    const bool coupled = stuck.normals > 0 && (block(0, kNormal) != 0 || block(1, kNormal) != 0);
    const double off = std::abs(block(0, 0) - d0) +
                       std::abs(block(1, 1) - stuck.stiffness[2 * i + 1]) + std::abs(block(0, 1)) +
                       std::abs(block(1, 0));
    const bool slips = off > kSticks * d0 || coupled;
    if (slips) pressure_.add_slipping(i);
    if (stuck.normals > 0 && block(kNormal, kNormal) != 0) {
      pressure_.add_apart(i);
      apart_.push_back({i, -block(kNormal, kNormal)});
      // A point that is apart at rest and touches brings a spring.
      if (!(block(kNormal, kNormal) < 0)) symmetric = false;
    }
    if (coupled || std::abs(block(0, 1) - block(1, 0)) > kAsymmetry * d0) symmetric = false;
    if (slips) {
      add_principal(2 * i, block.topRows<2>().leftCols<2>(), d0, principal_);
    } else {
      principal_.push_back({2 * i, {1, 0}, d0});
      principal_.push_back({2 * i, {0, 1}, d0});
    }
  }
  if (symmetric) {
    slips_.choose(stuck, principal_, apart_);
    form_ = Form::forces;
    if (apart_.empty() && ForceForm::unknowns(principal_) < slips_.unknowns() &&
        forces_.factorise(stuck.f->tt, principal_))
      return;
    form_ = Form::slips;
    if (slips_.factorise(stuck)) return;  // else a falling curve: not definite
  }
  form_ = Form::pressure;
  pressure_.factorise(stuck, tangent);
}

void SlipSystem::push_of_errors(const Eigen::MatrixXd& e) {
  pulled_.setZero(stuck_->tangential(), e.cols());
  add_columns(-1, stuck_->f->tn, e.bottomRows(stuck_->normals), pulled_);
  push_ = stuck_->compliance.asDiagonal() * e.topRows(stuck_->tangential());
  push_ += pulled_;
}

const SlipSystem::Border& SlipSystem::border(const Eigen::MatrixXd& u, const StuckResponse& bases,
                                             const Eigen::MatrixXd& e) {
  const StuckInterface& stuck = *stuck_;
  const Eigen::Index t = stuck.tangential(), normals = stuck.normals;
  u_ = &u;
  bases_ = &bases;
  errors_ = &e;
  push_of_errors(e);
  Border& out = border_;
  if (form_ == Form::forces) {
    forces_.border(u, pulled_, e, out.columns, out.errors);
  } else {
    pushed_.force.noalias() = stuck.inverse * push_;
    out.columns.noalias() = u.topRows(t).transpose() * bases.force;
    out.errors.noalias() = u.topRows(t).transpose() * pushed_.force;
    if (normals > 0) {
      pushed_.normal.noalias() = -stuck.pull.transpose() * push_;
      add_columns(-1, stuck.f->nn, e.bottomRows(normals), pushed_.normal);
    }
    if (form_ == Form::slips)
      slips_.add_to_border(bases, pushed_, e, out.columns, out.errors);
    else
      pressure_.add_to_border(stuck, bases, pushed_, e, out.columns, out.errors);
  }
  if (normals > 0)
    out.errors.noalias() += u.bottomRows(normals).transpose() * e.bottomRows(normals);
  return out;
}

void SlipSystem::step(const Eigen::MatrixXd& x, Eigen::MatrixXd& dr, Eigen::MatrixXd& dz) {
  const Eigen::Index t = stuck_->tangential(), normals = stuck_->normals;
  dr.resize(t + normals, errors_->cols());
  dz.resize(t + normals, errors_->cols());
  dr.bottomRows(normals) = errors_->bottomRows(normals);
  if (form_ == Form::forces)
    step_of_forces(x, dr, dz);
  else
    step_of_slips(x, dr, dz);
}

void SlipSystem::step_of_forces(const Eigen::MatrixXd& x, Eigen::MatrixXd& dr,
                                Eigen::MatrixXd& dz) {
  const Eigen::Index t = stuck_->tangential(), normals = stuck_->normals;
  h_.noalias() = *u_ * x;
  slip_ = h_.topRows(t) + pulled_;
  forces_.step(x, slip_, *errors_, dr.topRows(t), dz.topRows(t));
  if (normals == 0) return;
  dz.bottomRows(normals) = h_.bottomRows(normals);
  dz.bottomRows(normals).noalias() -= stuck_->f->tn.transpose() * dr.topRows(t);
  add_columns(-1, stuck_->f->nn, dr.bottomRows(normals), dz.bottomRows(normals));
}

void SlipSystem::step_of_slips(const Eigen::MatrixXd& x, Eigen::MatrixXd& dr, Eigen::MatrixXd& dz) {
  const StuckInterface& stuck = *stuck_;
  const Eigen::Index t = stuck.tangential(), normals = stuck.normals;
  const Eigen::MatrixXd& e = *errors_;
  slip_.setZero(t, e.cols());
  parted_.setZero(normals, e.cols());
  if (form_ == Form::slips)
    slips_.add_slips(x, slip_, parted_);
  else
    pressure_.add_slips(x, slip_, parted_);
  dr.topRows(t) = pushed_.force;
  dr.topRows(t).noalias() += bases_->force * x;
  dr.bottomRows(normals) += parted_;
  add_columns(1, stuck.inverse, slip_, dr.topRows(t));
  add_columns(-1, stuck.pull, parted_, dr.topRows(t));
  dz.topRows(t) = dr.topRows(t) - e.topRows(t);
  dz.topRows(t).array().colwise() *= stuck.compliance.array();
  dz.topRows(t) -= slip_;
  if (normals == 0) return;
  dz.bottomRows(normals) = pushed_.normal;
  dz.bottomRows(normals).noalias() += bases_->normal * x;
  add_columns(-1, stuck.pull_rows, slip_, dz.bottomRows(normals));
  add_columns(-1, stuck.soft, parted_, dz.bottomRows(normals));
}

}  // namespace slipfront
