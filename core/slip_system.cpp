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

struct Principal {
  double one, other;     // eigenvalues
  Eigen::Vector2d axis;  // of the first
};

/// Eigenvalues and axes of a symmetric 2x2 matrix.
Principal principal(double xx, double xy, double yy) {
  const double half = 0.5 * (xx - yy), mean = 0.5 * (xx + yy);
  const double radius = std::hypot(half, xy);
  if (radius == 0) return {mean, mean, {1, 0}};
  Eigen::Vector2d axis =
      half > 0 ? Eigen::Vector2d(half + radius, xy) : Eigen::Vector2d(xy, radius - half);
  return {mean + radius, mean - radius, axis.normalized()};
}

}  // namespace

SlipSystem::SlipSystem(const Eigen::MatrixXd& flexibility, const Eigen::VectorXd& stuck)
    : stuck_(stuck),
      compliance_(stuck.cwiseInverse()),
      normals_(flexibility.rows() - stuck.size()) {
  const Eigen::Index t = tangential();
  Eigen::MatrixXd soft = flexibility.topLeftCorner(t, t);
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
  symmetric_ = true;
  for (Eigen::Index i = 0; i < tangent.cols() / kAxes; ++i) {
    const auto block = tangent.middleCols<3>(kAxes * i);
    const double d0 = stuck_[2 * i];
    const bool coupled = normals_ > 0 && (block(0, kNormal) != 0 || block(1, kNormal) != 0);
    const double off = std::abs(block(0, 0) - d0) + std::abs(block(1, 1) - stuck_[2 * i + 1]) +
                       std::abs(block(0, 1)) + std::abs(block(1, 0));
    if (off > kSticks * d0 || coupled) slipping_.push_back(i);
    if (normals_ > 0 && block(kNormal, kNormal) != 0) apart_.push_back(i);
    if (coupled || std::abs(block(0, 1) - block(1, 0)) > kAsymmetry * d0) symmetric_ = false;
  }
  if (!apart_.empty()) symmetric_ = false;
  if (symmetric_) {
    factorise_symmetric(tangent);
    if (size_ == 0 || llt_.info() == Eigen::Success) return;
    symmetric_ = false;  // a falling curve: not definite
  }
  factorise_general(tangent);
}

void SlipSystem::factorise_symmetric(const Blocks& tangent) {
  row_.clear();
  direction_.resize(2, 2 * static_cast<Eigen::Index>(slipping_.size()));
  std::vector<double> stiffness;
  for (const Eigen::Index i : slipping_) {
    const auto block = tangent.middleCols<3>(kAxes * i);
    const Principal p = principal(block(0, 0), 0.5 * (block(0, 1) + block(1, 0)), block(1, 1));
    const double d0 = stuck_[2 * i];
    for (int k = 0; k < 2; ++k) {
      const double share = (k == 0 ? p.one : p.other) / d0;
      if (share > 1 - kSticks) continue;
      const auto n = static_cast<Eigen::Index>(row_.size());
      row_.push_back(2 * i);
      direction_.col(n) = k == 0 ? p.axis : Eigen::Vector2d(-p.axis[1], p.axis[0]);
      stiffness.push_back(d0 * share / (1 - share));
    }
  }
  size_ = static_cast<Eigen::Index>(row_.size());
  system_.resize(size_, size_);
  for (Eigen::Index n = 0; n < size_; ++n) {
    const Eigen::Index column = row_[static_cast<std::size_t>(n)];
    const double x = direction_(0, n), y = direction_(1, n);
    const double* bx = inverse_.col(column).data();
    const double* by = inverse_.col(column + 1).data();
    double* out = system_.col(n).data();
    for (Eigen::Index m = n; m < size_; ++m) {
      const Eigen::Index r = row_[static_cast<std::size_t>(m)];
      out[m] = direction_(0, m) * (x * bx[r] + y * by[r]) +
               direction_(1, m) * (x * bx[r + 1] + y * by[r + 1]);
    }
    out[n] += stiffness[static_cast<std::size_t>(n)];
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

Eigen::MatrixXd SlipSystem::push(const Eigen::MatrixXd& e) const {
  Eigen::MatrixXd out = compliance_.asDiagonal() * e.topRows(tangential());
  if (normals_ > 0) out.noalias() -= flexibility_tn_ * e.bottomRows(normals_);
  return out;
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
  if (normals_ > 0) {
    b.normal.noalias() = -normal_pull_.transpose() * push;
    b.normal.noalias() -= flexibility_nn_ * e.bottomRows(normals_);
  }
  return b;
}

Eigen::MatrixXd SlipSystem::slips(const Base& b, const Eigen::MatrixXd* e) const {
  Eigen::MatrixXd right(size_, b.force.cols());
  if (size_ == 0) return right;
  if (symmetric_) {
    for (Eigen::Index n = 0; n < size_; ++n) {
      const Eigen::Index r = row_[static_cast<std::size_t>(n)];
      right.row(n) = -direction_.col(n).transpose() * b.force.middleRows<2>(r);
      if (e) right.row(n) += direction_.col(n).transpose() * e->middleRows<2>(r);
    }
    llt_.solveInPlace(right);
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

Eigen::MatrixXd SlipSystem::weigh(const Base& w, const Eigen::MatrixXd& slips) const {
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(w.force.cols(), slips.cols());
  if (size_ == 0) return out;
  Eigen::MatrixXd compact(size_, w.force.cols());
  if (symmetric_) {
    for (Eigen::Index n = 0; n < size_; ++n)
      compact.row(n) =
          direction_.col(n).transpose() * w.force.middleRows<2>(row_[static_cast<std::size_t>(n)]);
  } else {
    const auto slip = static_cast<Eigen::Index>(slipping_.size());
    for (Eigen::Index m = 0; m < slip; ++m)
      compact.middleRows<2>(2 * m) =
          w.force.middleRows<2>(2 * slipping_[static_cast<std::size_t>(m)]);
    for (std::size_t m = 0; m < apart_.size(); ++m)
      compact.row(2 * slip + static_cast<Eigen::Index>(m)) = w.normal.row(apart_[m]);
  }
  out.noalias() = compact.transpose() * slips;
  return out;
}

void SlipSystem::expand(const Eigen::VectorXd& h_hat, const Eigen::VectorXd& h_normal,
                        const Eigen::VectorXd& e, const Eigen::VectorXd& slips, Eigen::VectorXd& dr,
                        Eigen::VectorXd& dz) const {
  const Eigen::Index t = tangential();
  Eigen::VectorXd g = Eigen::VectorXd::Zero(t);
  if (symmetric_) {
    for (Eigen::Index n = 0; n < size_; ++n)
      g.segment<2>(row_[static_cast<std::size_t>(n)]) += slips[n] * direction_.col(n);
  } else {
    for (std::size_t m = 0; m < slipping_.size(); ++m)
      g.segment<2>(2 * slipping_[m]) = slips.segment<2>(2 * static_cast<Eigen::Index>(m));
  }
  dr.resize(rows());
  dz.resize(rows());
  Eigen::VectorXd hat = h_hat + g;
  if (normals_ > 0) {
    Eigen::VectorXd s = Eigen::VectorXd::Zero(normals_);
    const auto first = 2 * static_cast<Eigen::Index>(slipping_.size());
    for (std::size_t m = 0; m < apart_.size(); ++m)
      s[apart_[m]] = slips[first + static_cast<Eigen::Index>(m)];
    dr.tail(normals_) = e.tail(normals_) + s;
    if (!apart_.empty()) hat.noalias() -= flexibility_tn_ * s;
    dr.head(t).noalias() = inverse_ * hat;
    dz.tail(normals_) = h_normal - flexibility_tn_.transpose() * dr.head(t);
    dz.tail(normals_).noalias() -= flexibility_nn_ * dr.tail(normals_);
  } else {
    dr.noalias() = inverse_ * hat;
  }
  dz.head(t) = compliance_.cwiseProduct(dr.head(t) - e.head(t)) - g;
}

}  // namespace slipfront
