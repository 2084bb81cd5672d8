// Slopes by parameters of a solve on interfaces of many points (core/element_newton.hpp), and the
// flexibilities away from the frozen lambda that they need.
#include <cmath>
#include <limits>

#include "core/element_newton.hpp"

namespace slipfront {

namespace {

constexpr Eigen::Index kAxes = 3;
constexpr Eigen::Index kNormal = 2;

/// (value + delta slope + delta^2 bend) x.
Eigen::MatrixXd apply(const ElementStructure::Rest& rest, double lambda, const Eigen::MatrixXd& x) {
  const double delta = lambda - rest.lambda;
  return rest.value * x + delta * (rest.slope * x + delta * (rest.bend * x));
}

}  // namespace

Eigen::MatrixXd ElementNewton::stiffening(double lambda, const Eigen::MatrixXd& r) const {
  constexpr Eigen::Index kFewCases = 16;  // for which products column by column are quicker
  const double delta = lambda - rest_.lambda;
  const Eigen::VectorXd soft =
      (omega_o_.array() - lambda).inverse() - (omega_o_.array() - rest_.lambda).inverse();
  Eigen::MatrixXd out = psi_o_ * (soft.asDiagonal() * (psi_o_.transpose() * r).eval());
  // Slopes by a stiffness are so small that single precision has no number for them.
  const Eigen::RowVectorXd scale =
      r.colwise().lpNorm<Eigen::Infinity>().cwiseMax(std::numeric_limits<double>::min());
  const Eigen::MatrixXf narrow = (r.array().rowwise() / scale.array()).matrix().cast<float>();
  Eigen::MatrixXf slope(rows_, r.cols());
  if (r.cols() > kFewCases)
    slope.noalias() = narrow_slope_ * narrow;
  else
    for (Eigen::Index p = 0; p < r.cols(); ++p)
      slope.col(p).noalias() = narrow_slope_ * narrow.col(p);
  out += slope.cast<double>() * (delta * narrow_scale_ * scale).asDiagonal();
  if (bends(delta)) out += delta * delta * (rest_.bend * r);
  return out;
}

Eigen::MatrixXd ElementNewton::normal_flexibility(double lambda, const Eigen::MatrixXd& r,
                                                  const Eigen::MatrixXd& e_n) const {
  const Eigen::VectorXd soft = (omega_o_.array() - lambda).inverse();
  const Eigen::MatrixXd push = psi_o_.transpose() * r + normals_.psi_o.transpose() * e_n;
  return apply(normals_.to_tangential, lambda, r) + apply(normals_.to_normal, lambda, e_n) +
         normals_.psi_o * (soft.asDiagonal() * push);
}

Eigen::MatrixXd ElementNewton::pull_of_normals(double lambda, const Eigen::MatrixXd& e_n) const {
  const Eigen::VectorXd soft = (omega_o_.array() - lambda).inverse();
  const double delta = lambda - rest_.lambda;
  const ElementStructure::Rest& f = normals_.to_tangential;
  Eigen::MatrixXd out = f.value.transpose() * e_n;
  out += delta * (f.slope.transpose() * e_n + delta * (f.bend.transpose() * e_n));
  return out + psi_o_ * (soft.asDiagonal() * (normals_.psi_o.transpose() * e_n).eval());
}

Eigen::VectorXd ElementNewton::normal_stretch(double lambda, const Eigen::VectorXd& r) const {
  const Eigen::VectorXd soft = (omega_o_.array() - lambda).inverse().square();
  const double delta = lambda - rest_.lambda;
  const ElementStructure::Rest& f = normals_.to_tangential;
  return f.slope * r + 2 * delta * (f.bend * r) +
         normals_.psi_o * soft.cwiseProduct(psi_o_.transpose() * r);
}

ModalEquations::Slope ElementNewton::slope(const ModalState& at, const ContactHistory& history,
                                           const Eigen::MatrixXd& d_force, double accuracy) {
  // Newton's system with the forces' slopes in place of the errors; F and B are frozen at
  // another lambda, which a few corrections with the true F make good: each leaves at most
  // 4e-3 (usually 1e-5) of the one before on the reference FJROM. The steps give z as well: their
  // own equation has the frozen F.
  constexpr int kMostCorrections = 20;
  const ModalState& state = at;
  displace(state);
  set_columns();
  law_.evaluate(z_used_, history, forces_, work_);
  factorise(0);
  const Eigen::Index cases = d_force.cols();
  Eigen::MatrixXd push(rows_, cases), bent(rows_, cases);
  Eigen::MatrixXd e_n(outside() ? elements_.points() : 0, cases);
  Eigen::VectorXd used(rows_), d_all = Eigen::VectorXd::Zero(contact_.rows()), all_bent(d_all);
  for (Eigen::Index p = 0; p < cases; ++p) {
    elements_.gather(d_force.col(p), used);
    push.col(p) = used;
    if (!outside()) continue;
    for (Eigen::Index i = 0; i < elements_.points(); ++i)
      e_n(i, p) = d_force(kAxes * i + kNormal, p);
  }
  // What normal forces add, where normal rows are no unknowns.
  Eigen::MatrixXd pulled = Eigen::MatrixXd::Zero(rows_, cases);
  Eigen::MatrixXd of_modes = Eigen::MatrixXd::Zero(kept_, cases);
  Eigen::RowVectorXd of_norm = Eigen::RowVectorXd::Zero(cases);
  Eigen::VectorXd stretch;
  if (outside()) {
    stretch = normal_stretch(state.lambda, state.net);
    pulled = pull_of_normals(state.lambda, e_n);
    of_modes = normals_.psi_a.transpose() * e_n;
    of_norm = stretch.transpose() * e_n;
  }
  Step sum{Eigen::MatrixXd::Zero(rows_, cases), -pulled, Eigen::MatrixXd::Zero(kept_, cases),
           Eigen::RowVectorXd::Zero(cases)};
  Lack lack;
  bool small = false;
  for (int k = 0; k < kMostCorrections && !small; ++k) {
    // What is left of the linear equations: forces, kept modes, norm; z follows exactly.
    for (Eigen::Index p = 0; p < cases; ++p) {
      elements_.scatter(sum.z.col(p), d_all);
      for (Eigen::Index i = 0; i < contact_.rows(); i += kAxes)
        all_bent.segment<3>(i) = forces_.tangent.middleCols<3>(i) * d_all.segment<3>(i);
      elements_.gather(all_bent, used);
      bent.col(p) = used;
    }
    lack.force = push + bent - sum.r;
    lack.modes = (omega_a_.array() - state.lambda).matrix().asDiagonal() * sum.a;
    lack.modes.noalias() += psi_a_.transpose() * sum.r;
    lack.modes += of_modes - state.a * sum.lambda;
    lack.norm = state.a.transpose() * sum.a - columns_.col(kept_).transpose() * sum.r +
                rf2r_ * sum.lambda + of_norm;
    solve_linear(state, lack, step_);
    sum.r += step_.r;
    sum.a += step_.a;
    sum.lambda += step_.lambda;
    sum.z += step_.z - stiffening(state.lambda, step_.r);
    small = ((step_.r.colwise().norm().array() <= accuracy * sum.r.colwise().norm().array()) &&
             (step_.lambda.array().abs() <= accuracy * sum.lambda.array().abs()))
                .all();
  }
  Slope slope{Eigen::MatrixXd(contact_.rows(), cases), sum.lambda};
  for (Eigen::Index p = 0; p < cases; ++p) {
    elements_.scatter(sum.z.col(p), d_all);
    slope.z.col(p) = d_all;
  }
  if (outside()) {
    Eigen::MatrixXd normal = normals_.psi_a * sum.a - stretch * sum.lambda;
    normal -= normal_flexibility(state.lambda, sum.r, e_n);
    for (Eigen::Index i = 0; i < elements_.points(); ++i)
      slope.z.row(kAxes * i + kNormal) = normal.row(i);
  }
  return slope;
}

}  // namespace slipfront
