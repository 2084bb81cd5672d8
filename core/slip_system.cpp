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

}  // namespace

SlipSystem::SlipSystem(const Eigen::MatrixXd& flexibility, const Eigen::VectorXd& stuck)
    : stuck_(flexibility, stuck) {}

Eigen::Index SlipSystem::unknowns() const {
  return form_ == Form::slips    ? slips_.unknowns()
         : form_ == Form::forces ? forces_.unknowns()
                                 : pressure_.unknowns();
}

void SlipSystem::factorise(const Blocks& tangent) {
  principal_.clear();
  pressure_.clear();
  bool symmetric = true;
  for (Eigen::Index i = 0; i < tangent.cols() / kAxes; ++i) {
    const auto block = tangent.middleCols<3>(kAxes * i);
    const double d0 = stuck_.stiffness[2 * i];
    const bool coupled = stuck_.normals > 0 && (block(0, kNormal) != 0 || block(1, kNormal) != 0);
    const double off = std::abs(block(0, 0) - d0) +
                       std::abs(block(1, 1) - stuck_.stiffness[2 * i + 1]) + std::abs(block(0, 1)) +
                       std::abs(block(1, 0));
    const bool slips = off > kSticks * d0 || coupled;
    if (slips) pressure_.add_slipping(i);
    if (stuck_.normals > 0 && block(kNormal, kNormal) != 0) pressure_.add_apart(i);
    if (coupled || std::abs(block(0, 1) - block(1, 0)) > kAsymmetry * d0) symmetric = false;
    if (slips) {
      add_principal(2 * i, block.topRows<2>().leftCols<2>(), d0, principal_);
    } else {
      principal_.push_back({2 * i, {1, 0}, d0});
      principal_.push_back({2 * i, {0, 1}, d0});
    }
  }
  if (symmetric && !pressure_.any_apart()) {
    slips_.choose(stuck_, principal_);
    form_ = Form::forces;
    if (ForceForm::unknowns(principal_) < slips_.unknowns() &&
        forces_.factorise(stuck_.f_tt, principal_))
      return;
    form_ = Form::slips;
    if (slips_.factorise(stuck_)) return;  // else a falling curve: not definite
  }
  form_ = Form::pressure;
  pressure_.factorise(stuck_, tangent);
}

void SlipSystem::push_of_errors(const Eigen::MatrixXd& e) {
  pulled_.setZero(tangential(), e.cols());
  if (!none(e.bottomRows(stuck_.normals)))
    pulled_.noalias() -= stuck_.f_tn * e.bottomRows(stuck_.normals);
  push_ = stuck_.compliance.asDiagonal() * e.topRows(tangential());
  push_ += pulled_;
}

const SlipSystem::Border& SlipSystem::border(const Eigen::MatrixXd& u, const StuckResponse& bases,
                                             const Eigen::MatrixXd& e) {
  const Eigen::Index t = tangential(), normals = stuck_.normals;
  u_ = &u;
  errors_ = &e;
  push_of_errors(e);
  Border& out = border_;
  if (form_ == Form::forces) {
    forces_.border(u, pulled_, e, out.columns, out.errors);
  } else {
    pushed_.force.noalias() = stuck_.inverse * push_;
    out.columns.noalias() = u.topRows(t).transpose() * bases.force;
    out.errors.noalias() = u.topRows(t).transpose() * pushed_.force;
    if (form_ == Form::slips) {
      slips_.add_to_border(bases, pushed_, e, out.columns, out.errors);
    } else {
      if (normals > 0) {
        pushed_.normal.noalias() = -stuck_.pull.transpose() * push_;
        if (!none(e.bottomRows(normals)))
          pushed_.normal.noalias() -= stuck_.f_nn * e.bottomRows(normals);
      }
      pressure_.add_to_border(stuck_, bases, pushed_, e, out.columns, out.errors);
    }
  }
  if (normals > 0)
    out.errors.noalias() += u.bottomRows(normals).transpose() * e.bottomRows(normals);
  return out;
}

void SlipSystem::step(const Eigen::MatrixXd& x, Eigen::MatrixXd& dr, Eigen::MatrixXd& dz) {
  const Eigen::Index t = tangential(), normals = stuck_.normals;
  const Eigen::MatrixXd& e = *errors_;
  h_.noalias() = *u_ * x;
  dr.resize(rows(), e.cols());
  dz.resize(rows(), e.cols());
  dr.bottomRows(normals) = e.bottomRows(normals);
  if (form_ == Form::forces) {
    slip_ = h_.topRows(t) + pulled_;
    forces_.step(x, slip_, e, dr.topRows(t), dz.topRows(t));
  } else {
    slip_.setZero(t, e.cols());
    pulled_ = h_.topRows(t) + push_;  // B times this, and the slips, is dr_t
    if (form_ == Form::slips) {
      slips_.add_slips(x, slip_);
    } else {
      parted_.setZero(normals, e.cols());
      pressure_.add_slips(x, slip_, parted_);
      if (pressure_.any_apart()) pulled_.noalias() -= stuck_.f_tn * parted_;
      dr.bottomRows(normals) += parted_;
    }
    pulled_ += slip_;
    dr.topRows(t).noalias() = stuck_.inverse * pulled_;
    dz.topRows(t) = dr.topRows(t) - e.topRows(t);
    dz.topRows(t).array().colwise() *= stuck_.compliance.array();
    dz.topRows(t) -= slip_;
  }
  if (normals == 0) return;
  dz.bottomRows(normals) = h_.bottomRows(normals);
  dz.bottomRows(normals).noalias() -= stuck_.f_tn.transpose() * dr.topRows(t);
  if (!none(dr.bottomRows(normals)))
    dz.bottomRows(normals).noalias() -= stuck_.f_nn * dr.bottomRows(normals);
}

}  // namespace slipfront
