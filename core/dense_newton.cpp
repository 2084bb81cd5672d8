#include "core/dense_newton.hpp"

#include <algorithm>
#include <cmath>

#include "core/linear_modes.hpp"

namespace slipfront {

namespace {

// Newton converges quadratically on smooth laws and in one step on linear pieces; more
// steps than this mean a cycle between pieces, which smaller amplitude steps cure.
constexpr int kMostIterations = 25;
// Residuals in units of the solution: far above rounding (1e-16 x conditioning), far
// below what the reported residual of 1e-9 needs.
constexpr double kTolerance = 1e-12;
// Rounding may hold a stiff solve above kTolerance: below this one a step that no longer
// halves the residual ends the iteration, and the full residual decides.
constexpr double kStagnation = 1e-9;
// A row whose force differs from the promised one by more than this share of |z| + c |p|
// (c the structure's own compliance there) is put back on the law's curve.
constexpr double kBrokenPromise = 0.1;
// Modes up to this many times lambda of the stuck mode stay unknowns of the solve: the
// others' compliance then has no pole near any lambda on the path.
constexpr double kKeptRange = 6;
constexpr Eigen::Index kLeastKept = 4;

// F of the Jacobian is kept while lambda moves by less than this share of its distance to the
// next mode: residuals use the true F, and Newton loses a step in twenty at most.
constexpr double kFrozenFlexibility = 1e-4;

constexpr Eigen::Index kAxes = 3;  // rows of a point

Eigen::Index modes_to_keep(const CondensedStructure& s, double lambda) {
  const auto low = (s.omega().array() < kKeptRange * lambda).count();
  return std::clamp<Eigen::Index>(low, std::min(kLeastKept, s.modes()), s.modes());
}

/// out = D x for a diagonal of 3x3 blocks.
template <class X, class Out>
void apply_blocks(const ContactRows::Blocks& blocks, const X& x, Out& out) {
  for (Eigen::Index i = 0; i < blocks.cols(); i += kAxes)
    out.template segment<3>(i).noalias() = blocks.middleCols<3>(i) * x.template segment<3>(i);
}

double block_diagonal(const ContactRows::Blocks& blocks, Eigen::Index row) {
  return blocks(row % kAxes, row);
}

}  // namespace

DenseNewton::DenseNewton(const CondensedStructure& structure, const ContactRows& contact,
                         const ModalBasis& basis, int mode, const Eigen::VectorXd& stuck)
    : ModalEquations(structure, contact),
      kept_(modes_to_keep(structure, basis.lambda[mode])),
      others_(structure.modes() - kept_),
      count_(structure.rows()),
      psi_a_(structure.psi().leftCols(kept_)),
      psi_o_(structure.psi().rightCols(others_)),
      omega_a_(structure.omega().head(kept_)),
      omega_o_(structure.omega().tail(others_)),
      compliance_(structure.reference_springs().cwiseInverse()),
      psi_size_(psi_a_.norm()),
      force_(count_),
      net_(count_),
      softness_(others_),
      v_(others_),
      fr_(count_),
      f1r_(count_),
      r1_(count_),
      r2_(kept_),
      tangent_(3, count_),
      weighted_(count_, others_),
      f_(count_, count_),
      system_(count_, count_),
      columns_(count_, kept_ + 1),
      reduced_(count_, kept_ + 1),
      border_(kept_ + 1, kept_ + 1),
      pull_(kept_, count_),
      d_(3, count_),
      ds_(3, count_),
      scale_(count_),
      lu_(count_),
      border_lu_(kept_ + 1),
      dz_(count_),
      da_(kept_),
      border_rhs_(kept_ + 1),
      border_x_(kept_ + 1),
      promised_(count_),
      target_(count_),
      x0_(count_),
      dsx_(count_) {
  set_stuck_state(basis, mode, stuck);
}

void DenseNewton::set_stuck_state(const ModalBasis& basis, int mode, const Eigen::VectorXd& stuck) {
  stuck_.amplitude = 1;
  stuck_.lambda = basis.lambda[mode];
  stuck_.eta = basis.eta.col(mode);
  stuck_.a = stuck_.eta.head(kept_);
  // z = Psi_a a - F r with r = dk z: well scaled where springs are much stiffer than the structure.
  const Eigen::VectorXd dk = stuck - structure_.reference_springs();
  const Eigen::VectorXd soft = (omega_o_.array() - stuck_.lambda).inverse();
  const Eigen::MatrixXd f = psi_o_ * soft.asDiagonal() * psi_o_.transpose();
  const Eigen::VectorXd scale = (1 + (f.diagonal().array() * dk.array()).abs()).inverse();
  Eigen::MatrixXd system = f * dk.cwiseProduct(scale).asDiagonal();
  system.diagonal() += scale;
  stuck_.z = scale.cwiseProduct(system.partialPivLu().solve(Eigen::VectorXd(psi_a_ * stuck_.a)));
  stuck_.force = stuck.cwiseProduct(stuck_.z);
}

void DenseNewton::expect_force(ModalState& state, const ContactHistory& history,
                               const ForceRange& expected) {
  contact_.evaluate(state.z, history, force_, tangent_, work_);
  if (expected.one.size() == 0) return;
  promised_ = force_.cwiseMin(expected.one.cwiseMax(expected.other))
                  .cwiseMax(expected.one.cwiseMin(expected.other));
}

/// Forces and tangents at state.z; where a force is far from the promised one, z moves to
/// the point of the law's curve that has the same z + c p.
void DenseNewton::evaluate_law(ModalState& state, const ContactHistory& history) {
  contact_.evaluate(state.z, history, force_, tangent_, work_);
  const auto sizes = state.z.array().abs() + compliance_.array() * promised_.array().abs();
  const auto broken = compliance_.array() * (force_ - promised_).array().abs();
  if ((broken > kBrokenPromise * sizes).any() && promised_.allFinite()) {
    target_ = state.z + compliance_.cwiseProduct(promised_);
    contact_.project(compliance_, target_, history, state.z, force_, tangent_, work_);
  }
}

/// F r, F' r, r'F'r, r'F''r/2 and the residuals, with forces already evaluated.
void DenseNewton::evaluate_structure(const ModalState& state) {
  net_ = force_ - structure_.reference_springs().cwiseProduct(state.z);
  softness_ = (omega_o_.array() - state.lambda).inverse();
  v_.noalias() = psi_o_.transpose() * net_;
  v_.array() *= softness_.array();  // v = psi' r / (Omega - lambda)
  rf1r_ = v_.squaredNorm();
  rf2r_ = (v_.array().square() * softness_.array()).sum();
  fr_.noalias() = psi_o_ * v_;
  v_.array() *= softness_.array();
  f1r_.noalias() = psi_o_ * v_;
  r1_ = state.z + fr_;
  r1_.noalias() -= psi_a_ * state.a;
  r2_ = (omega_a_.array() - state.lambda) * state.a.array();
  r2_.noalias() += psi_a_.transpose() * net_;
  r3_ = 0.5 * (state.a.squaredNorm() + rf1r_ - state.amplitude * state.amplitude);
}

double DenseNewton::size_of_residuals(const ModalState& state) const {
  // R1 is a sum over modes that may cancel to almost nothing on stiff rows: its rounding
  // is that of the sum's terms. Inside a loop lambda may pass zero.
  const double q = state.amplitude;
  const double terms = fr_.norm() + state.z.norm() + psi_size_ * state.a.norm();
  const double lambda = std::max(std::abs(state.lambda), stuck_.lambda);
  return r1_.norm() / terms + r2_.norm() / (lambda * q) + 2 * std::abs(r3_) / (q * q);
}

/// Jacobian at the current values: dz = S x with (I + F d) S x = ..., d = tangent - k.
void DenseNewton::factorise(const ModalState& state, double largest_move) {
  const double moved = std::abs(state.lambda - lambda_of_f_);
  if (!(moved <= largest_move * (omega_o_.size() > 0 ? omega_o_[0] - state.lambda : 0))) {
    weighted_ = psi_o_ * softness_.asDiagonal();
    f_.noalias() = weighted_ * psi_o_.transpose();
    lambda_of_f_ = state.lambda;
  }
  d_ = tangent_;
  for (Eigen::Index row = 0; row < count_; ++row) {
    d_(row % kAxes, row) -= structure_.reference_springs()[row];
    scale_[row] = 1 / (1 + std::abs(f_(row, row) * block_diagonal(d_, row)));
    ds_.col(row) = scale_[row] * d_.col(row);
  }
  for (Eigen::Index i = 0; i < count_; i += kAxes) {
    system_.middleCols<3>(i).noalias() = f_.middleCols<3>(i) * ds_.middleCols<3>(i);
    pull_.middleCols<3>(i).noalias() = psi_a_.middleRows<3>(i).transpose() * ds_.middleCols<3>(i);
  }
  system_.diagonal() += scale_;
  lu_.compute(system_);

  // Columns: response of dz to da, then to dlambda.
  columns_.leftCols(kept_) = psi_a_;
  columns_.col(kept_) = -f1r_;
  reduced_.noalias() = lu_.solve(columns_);
  const auto x_a = reduced_.leftCols(kept_);
  const auto x_l = reduced_.col(kept_);
  border_.topLeftCorner(kept_, kept_).noalias() = pull_ * x_a;
  border_.topLeftCorner(kept_, kept_).diagonal().array() += omega_a_.array() - state.lambda;
  border_.col(kept_).head(kept_).noalias() = pull_ * x_l;
  border_.col(kept_).head(kept_) -= state.a;
  for (Eigen::Index i = 0; i < count_; i += kAxes)
    dsx_.segment<3>(i).noalias() = ds_.middleCols<3>(i).transpose() * f1r_.segment<3>(i);
  border_.row(kept_).head(kept_).noalias() = dsx_.transpose() * x_a;
  border_.row(kept_).head(kept_) += state.a.transpose();
  border_(kept_, kept_) = dsx_.dot(x_l) + rf2r_;
  border_lu_.compute(border_);
}

/// Solves J (dz, da, dlambda) = (b1, b2, b3) with the current factors.
template <class B1, class B2>
void DenseNewton::solve_bordered(const B1& b1, const B2& b2, double b3) {
  x0_ = lu_.solve(b1);
  apply_blocks(ds_, x0_, dsx_);
  border_rhs_.head(kept_) = b2;
  border_rhs_.head(kept_).noalias() -= psi_a_.transpose() * dsx_;
  border_rhs_[kept_] = b3 - f1r_.dot(dsx_);
  border_x_.noalias() = border_lu_.solve(border_rhs_);
  da_ = border_x_.head(kept_);
  dlambda_ = border_x_[kept_];
  dz_ = x0_;
  dz_.noalias() += reduced_.leftCols(kept_) * da_;
  dz_ += reduced_.col(kept_) * dlambda_;
  apply_blocks(ds_, dz_, promised_);  // d dz, precise where d is huge
  dz_.array() *= scale_.array();
}

void DenseNewton::step(ModalState& state, const ContactHistory& history) {
  factorise(state, kFrozenFlexibility);
  solve_bordered(-r1_, -r2_, -r3_);
  // What the linear step promises for the force: p + d dz + k dz.
  promised_ += force_ + structure_.reference_springs().cwiseProduct(dz_);
  state.z += dz_;
  state.a += da_;
  state.lambda += dlambda_;
  evaluate_law(state, history);
}

NewtonSummary DenseNewton::solve(ModalState& state, const ContactHistory& history,
                                 const ForceRange& expected) {
  NewtonSummary summary;
  promised_.resize(count_);
  expect_force(state, history, expected);
  if (expected.one.size() > 0) evaluate_law(state, history);
  evaluate_structure(state);
  double size = size_of_residuals(state);
  while (size > kTolerance && summary.iterations < kMostIterations) {
    step(state, history);
    evaluate_structure(state);
    const double previous = size;
    size = size_of_residuals(state);
    ++summary.iterations;
    if (!std::isfinite(size)) {
      summary.finite = false;
      return summary;
    }
    if (size < kStagnation && size > 0.5 * previous) break;
  }
  summary.finite = std::isfinite(size);
  summary.converged = summary.finite && size < kStagnation;
  state.force = force_;
  if (summary.converged) recover(state);
  return summary;
}

void DenseNewton::recover(ModalState& state) const {
  state.eta.resize(structure_.modes());
  state.eta.head(kept_) = state.a;
  state.eta.tail(others_).noalias() = psi_o_.transpose() * net_;
  state.eta.tail(others_).array() *= -softness_.array();
}

double DenseNewton::overlap(const ModalState& one, const ModalState& other) {
  return one.eta.dot(other.eta) / (one.amplitude * other.amplitude);
}

Eigen::MatrixXd DenseNewton::unknowns(std::span<const ModalState* const> states) {
  const auto n = static_cast<Eigen::Index>(states.size());
  Eigen::MatrixXd eta(structure_.modes(), n), z(count_, n);
  for (Eigen::Index k = 0; k < n; ++k) {
    eta.col(k) = states[static_cast<std::size_t>(k)]->eta;
    z.col(k) = states[static_cast<std::size_t>(k)]->z;
  }
  return structure_.unknowns(eta, z);
}

ModalEquations::Slope DenseNewton::slope(const ModalState& state, const ContactHistory& history,
                                         const Eigen::MatrixXd& d_force, double /*accuracy*/) {
  contact_.evaluate(state.z, history, force_, tangent_, work_);
  evaluate_structure(state);
  factorise(state, 0);
  Slope slope{Eigen::MatrixXd(count_, d_force.cols()), Eigen::RowVectorXd(d_force.cols())};
  for (Eigen::Index p = 0; p < d_force.cols(); ++p) {
    const auto dr = d_force.col(p);
    solve_bordered(-f_ * dr, -psi_a_.transpose() * dr, -f1r_.dot(dr));
    slope.z.col(p) = dz_;
    slope.lambda[p] = dlambda_;
  }
  return slope;
}

}  // namespace slipfront
