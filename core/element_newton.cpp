#include "core/element_newton.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace slipfront {

namespace {

// F and B are frozen at this share of lambda of the stuck mode: the middle of a path.
constexpr double kFrozen = 0.93;
// Second-order terms of what lies above the explicit modes that may be left out.
constexpr double kNegligible = 1e-10;
constexpr Eigen::Index kAxes = 3;
constexpr Eigen::Index kNormal = 2;

/// The rows and columns of F from `row` and `column` on.
ElementStructure::Rest block(const ElementStructure::Rest& all, Eigen::Index row, Eigen::Index rows,
                             Eigen::Index column, Eigen::Index columns) {
  return {all.lambda, all.value.block(row, column, rows, columns),
          all.slope.block(row, column, rows, columns), all.bend.block(row, column, rows, columns)};
}

/// Sum of psi psi' / (w^2 - lambda).
Eigen::MatrixXd modal_part(const Eigen::MatrixXd& psi, const Eigen::VectorXd& omega,
                           double lambda) {
  return psi * (omega.array() - lambda).inverse().matrix().asDiagonal() * psi.transpose();
}

Eigen::VectorXd tangential_rows_of(const Eigen::VectorXd& all) {
  Eigen::VectorXd out(all.size() / kAxes * kNormal);
  for (Eigen::Index i = 0; i < all.size() / kAxes; ++i)
    out.segment<2>(2 * i) = all.segment<2>(kAxes * i);
  return out;
}

}  // namespace

ElementNewton::ElementNewton(const ElementStructure& elements, const ContactRows& contact,
                             double lambda, const Eigen::VectorXd& eta,
                             const Eigen::VectorXd& stuck)
    : ModalEquations(elements.structure(), contact),
      elements_(elements),
      kept_(elements.modes_to_keep(lambda)),
      rows_(contact.penalty() ? elements.rows() : elements.tangential()),
      omega_a_(elements.omega().head(kept_)),
      psi_a_(elements.psi().leftCols(kept_).topRows(rows_)),
      psi_o_(elements.psi().rightCols(elements.omega().size() - kept_).topRows(rows_)),
      omega_o_(elements.omega().tail(elements.omega().size() - kept_)),
      rest_(block(elements.rest(kFrozen * lambda), 0, rows_, 0, rows_)),
      law_(elements, contact, rows_),
      forces_(law_.make_forces()),
      law_used_(rows_),
      all_dz_(Eigen::VectorXd::Zero(contact.rows())),
      all_bent_(contact.rows()),
      trial_(law_.make_forces()),
      trial_z_(rows_) {
  if (elements.rows() > rows_) {
    const ElementStructure::Rest all = elements.rest(rest_.lambda);
    const Eigen::Index points = elements.points();
    normals_ = {elements.psi().leftCols(kept_).bottomRows(points),
                elements.psi().rightCols(omega_o_.size()).bottomRows(points),
                block(all, rows_, points, 0, rows_), block(all, rows_, points, rows_, points)};
  }
  narrow_scale_ = std::max(rest_.slope.cwiseAbs().maxCoeff(), std::numeric_limits<double>::min());
  narrow_slope_ = (rest_.slope / narrow_scale_).cast<float>();
  columns_.resize(rows_, kept_ + 1);
  columns_.leftCols(kept_) = psi_a_;
  columns_.col(kept_).setZero();
  origins_.emplace_back(0, StuckInterface(rest_.value + modal_part(psi_o_, omega_o_, rest_.lambda),
                                          tangential_rows_of(contact.stuck_stiffness()) -
                                              elements.reference_springs(elements.tangential())));
  origins_.back().stuck.respond(columns_, origins_.back().bases);
  // Rounding of z is a force where springs are stiff; the scaled residual of a backbone takes
  // a row's error e at stiffness k and compliance c as e / sqrt(1 + c k), and so does this.
  Eigen::VectorXd used(rows_);
  elements.gather(stuck, used);
  used.head(elements.tangential()) -= law_.reference().head(elements.tangential());
  weight_ = (1 + elements.static_flexibility().diagonal().head(rows_).array() * used.array())
                .sqrt()
                .inverse();
  set_stuck_state(lambda, eta, stuck);
}

void ElementNewton::set_stuck_state(double lambda, const Eigen::VectorXd& eta,
                                    const Eigen::VectorXd& stuck) {
  // Row displacements of the stuck mode; the reactions are the springs' forces.
  const Eigen::VectorXd rows = structure_.psi() * eta;
  stuck_.amplitude = 1;
  stuck_.lambda = lambda;
  stuck_.z = rows;
  stuck_.net.resize(rows_);
  elements_.gather(stuck.cwiseProduct(rows), stuck_.net);
  Eigen::VectorXd used(rows_);
  elements_.gather(rows, used);
  stuck_.net -= law_.reference().cwiseProduct(used);
  if (contact_.penalty()) {
    // Points that touch have no net normal force: exactly, not by a difference.
    for (Eigen::Index i = 0; i < elements_.points(); ++i)
      if (stuck[kAxes * i + kNormal] > 0) stuck_.net[elements_.tangential() + i] = 0;
  }
  stuck_.a = elements_.shapes().leftCols(kept_).transpose() * eta;
  stuck_.force = stuck.cwiseProduct(rows);
  stuck_.rest.resize(rows_);
  stuck_.rest_slope.resize(rows_);
  respond(stuck_);
}

/// What the rest of F makes of the reactions: exactly.
void ElementNewton::respond(ModalState& state) {
  // Points that touch have no net normal force: their columns need no product.
  const Eigen::Index t = elements_.tangential();
  const bool touching = (state.net.tail(rows_ - t).array() == 0).all();
  const Eigen::Index m = touching ? t : rows_;
  state.rest.noalias() = rest_.value.leftCols(m) * state.net.head(m);
  state.rest_slope.noalias() = rest_.slope.leftCols(m) * state.net.head(m);
}

bool ElementNewton::bends(double delta) const {
  const double reach = delta / elements_.omega()[elements_.omega().size() - 1];
  return reach * reach > kNegligible;
}

void ElementNewton::displace(const ModalState& state) {
  const double delta = state.lambda - rest_.lambda;
  soft_ = (omega_o_.array() - state.lambda).inverse();
  push_.noalias() = psi_o_.transpose() * state.net;
  push_ = push_.cwiseProduct(soft_);
  rf1r_ = push_.squaredNorm();
  rf2r_ = push_.cwiseAbs2().dot(soft_);
  f1r_ = state.rest_slope;
  z_used_.noalias() = psi_a_ * state.a;
  z_used_ -= state.rest;
  z_used_.noalias() -= psi_o_ * push_;
  z_used_ -= delta * f1r_;
  if (bends(delta)) {
    bend_.noalias() = rest_.bend * state.net;
    z_used_ -= delta * delta * bend_;
    f1r_ += 2 * delta * bend_;
    rf2r_ += state.net.dot(bend_);
  }
  rf1r_ += state.net.dot(f1r_);
  push_ = push_.cwiseProduct(soft_);
  f1r_.noalias() += psi_o_ * push_;
}

void ElementNewton::modal_residuals(const ModalState& state) {
  lack_.modes = (omega_a_.array() - state.lambda) * state.a.array();
  lack_.modes.noalias() += psi_a_.transpose() * state.net;
  lack_.norm.resize(1);
  lack_.norm[0] = 0.5 * (state.a.squaredNorm() + rf1r_ - state.amplitude * state.amplitude);
}

/// The equations' residuals at the state, and their size.
double ElementNewton::lack_at(const ModalState& state, const ContactHistory& history) {
  displace(state);
  law_.evaluate(z_used_, history, forces_, work_);
  lack_.force = forces_.net - state.net;
  modal_residuals(state);
  const double q = state.amplitude, unit = stuck_.lambda * q;
  return (lack_.force.col(0).cwiseProduct(weight_).norm() + lack_.modes.norm()) / unit +
         2 * std::abs(lack_.norm[0]) / (q * q);
}

void ElementNewton::set_columns() {
  columns_.col(kept_) = -f1r_;
  for (Origin& any : origins_) any.stretched = false;
}

ElementNewton::Origin& ElementNewton::origin(double share) {
  auto found = std::find_if(origins_.begin(), origins_.end(),
                            [share](const Origin& one) { return one.share == share; });
  if (found == origins_.end()) {
    const StuckInterface& law = origins_.front().stuck;
    origins_.emplace_back(share, StuckInterface(law, law_.softened(share, law.stiffness)));
    found = std::prev(origins_.end());
    found->stuck.respond(columns_, found->bases);
    found->stretched = true;
  }
  if (!found->stretched) {
    found->stuck.respond(columns_.rightCols(1), stretch_);
    found->bases.force.col(kept_) = stretch_.force;
    if (contact_.penalty()) found->bases.normal.col(kept_) = stretch_.normal;
    found->stretched = true;
  }
  return *found;
}

/// The present tangents: of the law, or of the law softened by this share.
void ElementNewton::factorise(double share) {
  origin_ = &origin(share);
  system_.factorise(origin_->stuck, forces_.tangent);
}

/// The linear equations at the current tangents, which the system has factorised.
void ElementNewton::solve_linear(const ModalState& state, const Lack& lack, Step& step) {
  const Eigen::Index n = kept_ + 1;
  const SlipSystem::Border& border = system_.border(columns_, origin_->bases, lack.force);
  Eigen::MatrixXd &jacobian = jacobian_, &wanted = wanted_, &x = solution_;
  jacobian.resize(n, n);
  wanted.resize(n, lack.force.cols());
  jacobian.topRows(kept_) = border.columns.topRows(kept_);
  jacobian.row(kept_) = -border.columns.row(kept_);
  jacobian.topLeftCorner(kept_, kept_).diagonal().array() += omega_a_.array() - state.lambda;
  jacobian.col(kept_).head(kept_) -= state.a;
  jacobian.row(kept_).head(kept_) += state.a.transpose();
  jacobian(kept_, kept_) += rf2r_;
  wanted.topRows(kept_) = -lack.modes - border.errors.topRows(kept_);
  wanted.row(kept_) = -lack.norm + border.errors.row(kept_);
  jacobian_factors_.compute(jacobian);
  x = jacobian_factors_.solve(wanted);
  step.a = x.topRows(kept_);
  step.lambda = x.row(kept_);
  system_.step(x, step.r, step.z);
}

/// What the tangents make of dz: all rows.
void ElementNewton::bend(const Eigen::VectorXd& all_dz) {
  for (Eigen::Index i = 0; i < contact_.rows(); i += kAxes)
    all_bent_.segment<3>(i).noalias() = forces_.tangent.middleCols<3>(i) * all_dz.segment<3>(i);
}

/// The step's own equation, dz = U x - F dr, says what the rest of F makes of dr.
void ElementNewton::advance(ModalState& state, double length) {
  const auto dr = step_.r.col(0);
  push_.noalias() = psi_o_.transpose() * dr;
  push_ = push_.cwiseQuotient((omega_o_.array() - rest_.lambda).matrix());
  change_ = columns_.col(kept_) * step_.lambda[0] - step_.z.col(0);
  change_.noalias() += psi_a_ * step_.a.col(0);
  change_.noalias() -= psi_o_ * push_;
  state.rest += length * change_;
  const double scale = dr.cwiseAbs().maxCoeff();
  if (scale > 0) {
    narrow_ = (dr / scale).cast<float>();
    narrow_change_.noalias() = narrow_slope_ * narrow_;
    state.rest_slope += length * scale * narrow_scale_ * narrow_change_.cast<double>();
  }
  state.net += length * dr;
  state.a += length * step_.a.col(0);
  state.lambda += length * step_.lambda[0];
}

double ElementNewton::overlap(const ModalState& one, const ModalState& other) {
  const Eigen::ArrayXd soft = (omega_o_.array() - rest_.lambda).inverse();
  const Eigen::ArrayXd push = (psi_o_.transpose() * one.net).array() * soft;
  const double others = ((psi_o_.transpose() * other.net).array() * soft * push).sum();
  return (one.a.dot(other.a) + one.net.dot(other.rest_slope) + others) /
         (one.amplitude * other.amplitude);
}

Eigen::MatrixXd ElementNewton::unknowns(std::span<const ModalState* const> states) {
  const auto n = static_cast<Eigen::Index>(states.size());
  Eigen::MatrixXd a(kept_, n), z(contact_.rows(), n);
  Eigen::MatrixXd r = Eigen::MatrixXd::Zero(elements_.rows(), n);
  Eigen::RowVectorXd lambda(n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const ModalState& state = *states[static_cast<std::size_t>(k)];
    a.col(k) = state.a;
    r.col(k).head(rows_) = state.net;
    z.col(k) = state.z;
    lambda[k] = state.lambda;
  }
  const Eigen::MatrixXd eta = elements_.coordinates(a, lambda, r);
  // Normal rows that hold their spring stand in no unknown of the solve.
  const Eigen::MatrixXd rows = structure_.psi() * eta;
  for (Eigen::Index i = 0; i < elements_.points(); ++i)
    for (Eigen::Index k = 0; k < n; ++k)
      if (!contact_.penalty() || r(elements_.tangential() + i, k) == 0)
        z(kAxes * i + kNormal, k) = rows(kAxes * i + kNormal, k);
  return structure_.unknowns(eta, z);
}

}  // namespace slipfront
