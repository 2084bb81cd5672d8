#include "core/slip_system.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>

namespace slipfront {

namespace {

// A tangent closer to the stuck one than this share is that of a sticking point.
constexpr double kSticks = 1e-12;
constexpr double kAsymmetry = 1e-12;
constexpr Eigen::Index kAxes = 3;
constexpr Eigen::Index kNormal = 2;

/// Points that touch have no net normal force: exactly, so that its products can be left out.
bool none(const Eigen::Ref<const Eigen::MatrixXd>& normal) { return (normal.array() == 0).all(); }

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
    : stuck_(stuck),
      compliance_(stuck.cwiseInverse()),
      normals_(flexibility.rows() - stuck.size()),
      flexibility_(flexibility.topLeftCorner(stuck.size(), stuck.size())) {
  const Eigen::Index t = tangential();
  Eigen::MatrixXd soft = flexibility_;
  soft.diagonal() += compliance_;
  inverse_ = soft.llt().solve(Eigen::MatrixXd::Identity(t, t));
  if (normals_ > 0) {
    flexibility_tn_ = flexibility.topRightCorner(t, normals_);
    flexibility_nn_ = flexibility.bottomRightCorner(normals_, normals_);
    normal_pull_ = inverse_ * flexibility_tn_;
    normal_soft_ = flexibility_nn_ - flexibility_tn_.transpose() * normal_pull_;
  }
}

void SlipSystem::factorise(const Blocks& tangent) {
  slipping_.clear();
  apart_.clear();
  principal_.clear();
  free_.clear();
  by_forces_ = false;
  symmetric_ = true;
  for (Eigen::Index i = 0; i < tangent.cols() / kAxes; ++i) {
    const auto block = tangent.middleCols<3>(kAxes * i);
    const double d0 = stuck_[2 * i];
    const bool coupled = normals_ > 0 && (block(0, kNormal) != 0 || block(1, kNormal) != 0);
    const double off = std::abs(block(0, 0) - d0) + std::abs(block(1, 1) - stuck_[2 * i + 1]) +
                       std::abs(block(0, 1)) + std::abs(block(1, 0));
    const bool slips = off > kSticks * d0 || coupled;
    if (slips) slipping_.push_back(i);
    if (normals_ > 0 && block(kNormal, kNormal) != 0) apart_.push_back(i);
    if (coupled || std::abs(block(0, 1) - block(1, 0)) > kAsymmetry * d0) symmetric_ = false;
    if (slips) {
      add_principal(2 * i, block.topRows<2>().leftCols<2>(), d0, principal_);
    } else {
      principal_.push_back({2 * i, {1, 0}, d0});
      principal_.push_back({2 * i, {0, 1}, d0});
    }
  }
  if (!apart_.empty()) symmetric_ = false;
  if (symmetric_) {
    for (const SlipDirection& v : principal_)
      if (v.stiffness < stuck_[v.row]) free_.push_back(v);
    size_ = static_cast<Eigen::Index>(free_.size());
    if (ForceForm::unknowns(principal_) < size_) {
      by_forces_ = forces_.factorise(flexibility_, principal_);
      if (by_forces_) return;
    }
    factorise_symmetric();
    if (size_ == 0 || llt_.info() == Eigen::Success) return;
    symmetric_ = false;  // a falling curve: not definite
  }
  factorise_general(tangent);
}

void SlipSystem::factorise_symmetric() {
  system_.resize(size_, size_);
  for (Eigen::Index n = 0; n < size_; ++n) {
    const SlipDirection& v = free_[static_cast<std::size_t>(n)];
    const double x = v.axis[0], y = v.axis[1];
    const double* bx = inverse_.col(v.row).data();
    const double* by = inverse_.col(v.row + 1).data();
    double* out = system_.col(n).data();
    for (Eigen::Index m = n; m < size_; ++m) {
      const SlipDirection& w = free_[static_cast<std::size_t>(m)];
      out[m] = w.axis[0] * (x * bx[w.row] + y * by[w.row]) +
               w.axis[1] * (x * bx[w.row + 1] + y * by[w.row + 1]);
    }
    out[n] += v.stiffness / (1 - v.stiffness / stuck_[v.row]);
  }
  if (size_ > 0) llt_.compute(system_);
}

void SlipSystem::factorise_general(const Blocks& tangent) {
  const auto slip = static_cast<Eigen::Index>(slipping_.size());
  const auto apart = static_cast<Eigen::Index>(apart_.size());
  tangent_ = tangent;
  size_ = 2 * slip + apart;
  system_.resize(size_, size_);
  for (Eigen::Index m = 0; m < slip; ++m) {
    const Eigen::Index i = slipping_[static_cast<std::size_t>(m)];
    const Eigen::Matrix2d d = tangent.block<2, 2>(0, kAxes * i);
    const Eigen::Vector2d c = compliance_.segment<2>(2 * i);
    const Eigen::Matrix2d free = Eigen::Matrix2d::Identity() - d * c.asDiagonal();
    const Eigen::Vector2d by_normal =
        normals_ > 0 ? Eigen::Vector2d(tangent.block<2, 1>(0, kAxes * i + kNormal))
                     : Eigen::Vector2d(0, 0);
    for (Eigen::Index n = 0; n < slip; ++n) {
      const Eigen::Index j = slipping_[static_cast<std::size_t>(n)];
      Eigen::Matrix2d block = free * inverse_.block<2, 2>(2 * i, 2 * j);
      if (normals_ > 0) block += by_normal * normal_pull_.block<2, 1>(2 * j, i).transpose();
      if (i == j) block += d;
      system_.block<2, 2>(2 * m, 2 * n) = block;
    }
    for (Eigen::Index n = 0; n < apart; ++n) {
      const Eigen::Index j = apart_[static_cast<std::size_t>(n)];
      system_.block<2, 1>(2 * m, 2 * slip + n) =
          -free * normal_pull_.block<2, 1>(2 * i, j) + by_normal * normal_soft_(i, j);
    }
  }
  for (Eigen::Index m = 0; m < apart; ++m) {
    const Eigen::Index i = apart_[static_cast<std::size_t>(m)];
    const double d = tangent(kNormal, kAxes * i + kNormal);
    for (Eigen::Index n = 0; n < slip; ++n) {
      const Eigen::Index j = slipping_[static_cast<std::size_t>(n)];
      system_.block<1, 2>(2 * slip + m, 2 * n) = d * normal_pull_.block<2, 1>(2 * j, i).transpose();
    }
    for (Eigen::Index n = 0; n < apart; ++n) {
      const Eigen::Index j = apart_[static_cast<std::size_t>(n)];
      system_(2 * slip + m, 2 * slip + n) = d * normal_soft_(i, j) + (m == n ? 1 : 0);
    }
  }
  if (size_ > 0) lu_.compute(system_);
}

Eigen::MatrixXd SlipSystem::pull_of_normals(const Eigen::MatrixXd& e) const {
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(tangential(), e.cols());
  if (!none(e.bottomRows(normals_))) out.noalias() -= flexibility_tn_ * e.bottomRows(normals_);
  return out;
}

Eigen::MatrixXd SlipSystem::push(const Eigen::MatrixXd& e) const {
  return compliance_.asDiagonal() * e.topRows(tangential()) + pull_of_normals(e);
}

SlipSystem::Base SlipSystem::base(const Eigen::MatrixXd& h) const {
  Base b;
  b.force.noalias() = inverse_ * h.topRows(tangential());
  if (normals_ > 0) {
    b.normal = h.bottomRows(normals_);
    b.normal.noalias() -= normal_pull_.transpose() * h.topRows(tangential());
  }
  return b;
}

SlipSystem::Base SlipSystem::base_of_errors(const Eigen::MatrixXd& push,
                                            const Eigen::MatrixXd& e) const {
  Base b;
  b.force.noalias() = inverse_ * push;
  if (normals_ == 0 || symmetric_) return b;
  b.normal.noalias() = -normal_pull_.transpose() * push;
  if (!none(e.bottomRows(normals_))) b.normal.noalias() -= flexibility_nn_ * e.bottomRows(normals_);
  return b;
}

Eigen::MatrixXd SlipSystem::slips(const Base& b, const Eigen::MatrixXd* e) const {
  Eigen::MatrixXd right(size_, b.force.cols());
  if (size_ == 0) return right;
  if (symmetric_) {
    for (Eigen::Index n = 0; n < size_; ++n) {
      const SlipDirection& v = free_[static_cast<std::size_t>(n)];
      right.row(n) = -v.axis.transpose() * b.force.middleRows<2>(v.row);
      if (e) right.row(n) += v.axis.transpose() * e->middleRows<2>(v.row);
    }
    llt_.matrixL().solveInPlace(right);
    return right;
  }
  const auto slip = static_cast<Eigen::Index>(slipping_.size());
  for (Eigen::Index m = 0; m < slip; ++m) {
    const Eigen::Index i = slipping_[static_cast<std::size_t>(m)];
    const Eigen::Matrix2d d = tangent_.block<2, 2>(0, kAxes * i);
    const Eigen::Matrix2d free =
        Eigen::Matrix2d::Identity() - d * compliance_.segment<2>(2 * i).asDiagonal();
    Eigen::MatrixXd force = b.force.middleRows<2>(2 * i);
    if (e) force -= e->middleRows<2>(2 * i);
    right.middleRows<2>(2 * m) = -free * force;
    if (normals_ > 0)
      right.middleRows<2>(2 * m) += tangent_.block<2, 1>(0, kAxes * i + kNormal) * b.normal.row(i);
  }
  for (std::size_t m = 0; m < apart_.size(); ++m)
    right.row(2 * slip + static_cast<Eigen::Index>(m)) =
        tangent_(kNormal, kAxes * apart_[m] + kNormal) * b.normal.row(apart_[m]);
  return lu_.solve(right);
}

Eigen::MatrixXd SlipSystem::weights_of(const Base& w) const {
  Eigen::MatrixXd compact(size_, w.force.cols());
  const auto slip = static_cast<Eigen::Index>(slipping_.size());
  for (Eigen::Index m = 0; m < slip; ++m)
    compact.middleRows<2>(2 * m) =
        w.force.middleRows<2>(2 * slipping_[static_cast<std::size_t>(m)]);
  for (std::size_t m = 0; m < apart_.size(); ++m)
    compact.row(2 * slip + static_cast<Eigen::Index>(m)) = w.normal.row(apart_[m]);
  return compact;
}

SlipSystem::Border SlipSystem::border(const Eigen::MatrixXd& u, const Base& bases,
                                      const Eigen::MatrixXd& e) {
  const Eigen::Index t = tangential();
  u_ = &u;
  errors_ = &e;
  push_ = push(e);
  Border out;
  if (by_forces_) {
    forces_.border(u, pull_of_normals(e), e, out.columns, out.errors);
  } else {
    const Base pushed = base_of_errors(push_, e);
    slip_columns_ = slips(bases, nullptr);
    slip_errors_ = slips(pushed, &e);
    out.columns = u.topRows(t).transpose() * bases.force;
    out.errors = u.topRows(t).transpose() * pushed.force;
    if (symmetric_) {
      out.columns.noalias() -= slip_columns_.transpose() * slip_columns_;
      out.errors.noalias() -= slip_columns_.transpose() * slip_errors_;
    } else {
      const Eigen::MatrixXd weights = weights_of(bases);
      out.columns.noalias() += weights.transpose() * slip_columns_;
      out.errors.noalias() += weights.transpose() * slip_errors_;
    }
  }
  if (normals_ > 0)
    out.errors.noalias() += u.bottomRows(normals_).transpose() * e.bottomRows(normals_);
  return out;
}

void SlipSystem::step(const Eigen::MatrixXd& x, Eigen::MatrixXd& dr, Eigen::MatrixXd& dz) const {
  const Eigen::Index t = tangential();
  const Eigen::MatrixXd& e = *errors_;
  const Eigen::MatrixXd h = *u_ * x;
  dr.resize(rows(), e.cols());
  dz.resize(rows(), e.cols());
  if (by_forces_) {
    Eigen::MatrixXd force, moved;
    forces_.step(x, h.topRows(t) + pull_of_normals(e), e, force, moved);
    dr.topRows(t) = force;
    dz.topRows(t) = moved;
    if (normals_ > 0) dr.bottomRows(normals_) = e.bottomRows(normals_);
  } else {
    Eigen::MatrixXd slips = slip_errors_;
    if (slips.size() > 0) slips.noalias() += slip_columns_ * x;
    Eigen::MatrixXd g = Eigen::MatrixXd::Zero(t, e.cols());
    if (symmetric_) {
      if (size_ > 0) llt_.matrixU().solveInPlace(slips);
      for (Eigen::Index n = 0; n < size_; ++n) {
        const SlipDirection& v = free_[static_cast<std::size_t>(n)];
        g.middleRows<2>(v.row) += v.axis * slips.row(n);
      }
    } else {
      for (std::size_t m = 0; m < slipping_.size(); ++m)
        g.middleRows<2>(2 * slipping_[m]) = slips.middleRows<2>(2 * static_cast<Eigen::Index>(m));
    }
    Eigen::MatrixXd hat = h.topRows(t) + push_ + g;
    if (normals_ > 0) {
      auto s = dr.bottomRows(normals_);
      s.setZero();
      const auto first = 2 * static_cast<Eigen::Index>(slipping_.size());
      for (std::size_t m = 0; m < apart_.size(); ++m)
        s.row(apart_[m]) = slips.row(first + static_cast<Eigen::Index>(m));
      if (!apart_.empty()) hat.noalias() -= flexibility_tn_ * s;
      s += e.bottomRows(normals_);
    }
    dr.topRows(t).noalias() = inverse_ * hat;
    dz.topRows(t) = compliance_.asDiagonal() * (dr.topRows(t) - e.topRows(t)) - g;
  }
  if (normals_ == 0) return;
  dz.bottomRows(normals_) = h.bottomRows(normals_);
  dz.bottomRows(normals_).noalias() -= flexibility_tn_.transpose() * dr.topRows(t);
  if (!none(dr.bottomRows(normals_)))
    dz.bottomRows(normals_).noalias() -= flexibility_nn_ * dr.bottomRows(normals_);
}

}  // namespace slipfront
