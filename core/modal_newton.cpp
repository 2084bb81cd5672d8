#include "core/modal_newton.hpp"

#include <cmath>

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

}  // namespace

ModalNewton::ModalNewton(const CondensedStructure& structure, const MasingRows& rows,
                         Eigen::Index kept)
    : structure_(structure),
      rows_(rows),
      work_(rows.make_workspace()),
      kept_(kept),
      others_(structure.modes() - kept),
      count_(structure.rows()),
      psi_a_(structure.psi().leftCols(kept)),
      psi_o_(structure.psi().rightCols(others_)),
      omega_a_(structure.omega().head(kept)),
      omega_o_(structure.omega().tail(others_)),
      compliance_(structure.reference_springs().cwiseInverse()),
      psi_size_(psi_a_.norm()),
      force_(count_),
      tangent_(count_),
      net_(count_),
      softness_(others_),
      v_(others_),
      fr_(count_),
      f1r_(count_),
      r1_(count_),
      r2_(kept_),
      weighted_(count_, others_),
      f_(count_, count_),
      system_(count_, count_),
      reduced_(count_, kept_ + 2),
      border_(kept_ + 1, kept_ + 1),
      d_(count_),
      scale_(count_),
      lu_(count_),
      border_lu_(kept_ + 1),
      dz_(count_),
      da_(kept_),
      border_rhs_(kept_ + 1),
      promised_(count_),
      target_(count_) {}

/// What a neighbouring solution promises for the forces: between its own force (a slider
/// that slips) and that force in proportion to the amplitude (one that sticks).
void ModalNewton::expect_force(const ModalState& state) {
  rows_.evaluate(state.z, force_, tangent_, work_);
  const double stretch = state.amplitude / state.force_amplitude;
  const Eigen::VectorXd stretched = stretch * state.force;
  promised_ = force_.cwiseMin(state.force.cwiseMax(stretched));
  promised_ = promised_.cwiseMax(state.force.cwiseMin(stretched)).eval();
}

/// Forces and tangents at state.z; where a force is far from the promised one, z moves to
/// the point of the law's curve that has the same z + c p.
void ModalNewton::evaluate_law(ModalState& state) {
  rows_.evaluate(state.z, force_, tangent_, work_);
  const auto sizes = state.z.array().abs() + compliance_.array() * promised_.array().abs();
  const auto broken = compliance_.array() * (force_ - promised_).array().abs();
  if ((broken > kBrokenPromise * sizes).any() && promised_.allFinite()) {
    target_ = state.z + compliance_.cwiseProduct(promised_);
    rows_.project(compliance_, target_, state.z, force_, tangent_, work_);
  }
}

/// F r, F' r, r'F'r, r'F''r/2 and the residuals, with forces already evaluated.
void ModalNewton::evaluate_structure(const ModalState& state) {
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

double ModalNewton::size_of_residuals(const ModalState& state) const {
  // R1 is a sum over modes that may cancel to almost nothing on stiff rows: its rounding
  // is that of the sum's terms.
  const double q = state.amplitude;
  const double terms = fr_.norm() + state.z.norm() + psi_size_ * state.a.norm();
  return r1_.norm() / terms + r2_.norm() / (std::abs(state.lambda) * q) +
         2 * std::abs(r3_) / (q * q);
}

/// Jacobian at the current values: dz = S x with (I + F d) S x = ..., d = tangent - k.
void ModalNewton::factorise(const ModalState& state) {
  weighted_ = psi_o_ * softness_.asDiagonal();
  f_.noalias() = weighted_ * psi_o_.transpose();
  d_ = tangent_ - structure_.reference_springs();
  scale_ = (1 + (f_.diagonal().array() * d_.array()).abs()).inverse();
  system_.noalias() = f_ * d_.cwiseProduct(scale_).asDiagonal();
  system_.diagonal() += scale_;
  lu_.compute(system_);

  // Columns: response of dz to da, then to dlambda; the last is free for a right-hand side.
  reduced_.leftCols(kept_) = psi_a_;
  reduced_.col(kept_) = -f1r_;
  reduced_.leftCols(kept_ + 1) = lu_.solve(reduced_.leftCols(kept_ + 1)).eval();
  const Eigen::VectorXd ds = d_.cwiseProduct(scale_);
  const auto x_a = reduced_.leftCols(kept_);
  const auto x_l = reduced_.col(kept_);
  const Eigen::MatrixXd pull = psi_a_.transpose() * ds.asDiagonal();
  border_.topLeftCorner(kept_, kept_).noalias() = pull * x_a;
  border_.topLeftCorner(kept_, kept_).diagonal().array() += omega_a_.array() - state.lambda;
  border_.col(kept_).head(kept_).noalias() = pull * x_l;
  border_.col(kept_).head(kept_) -= state.a;
  const Eigen::VectorXd weight = f1r_.cwiseProduct(ds);
  border_.row(kept_).head(kept_).noalias() = weight.transpose() * x_a;
  border_.row(kept_).head(kept_) += state.a.transpose();
  border_(kept_, kept_) = weight.dot(x_l) + rf2r_;
  border_lu_.compute(border_);
}

/// Solves J (dz, da, dlambda) = (b1, b2, b3) with the current factors.
void ModalNewton::solve_bordered(const Eigen::VectorXd& b1, const Eigen::VectorXd& b2, double b3) {
  const Eigen::VectorXd ds = d_.cwiseProduct(scale_);
  const Eigen::VectorXd x0 = lu_.solve(b1);
  border_rhs_.head(kept_) = b2;
  border_rhs_.head(kept_).noalias() -= psi_a_.transpose() * ds.cwiseProduct(x0);
  border_rhs_[kept_] = b3 - f1r_.dot(ds.cwiseProduct(x0));
  border_rhs_ = border_lu_.solve(border_rhs_).eval();
  da_ = border_rhs_.head(kept_);
  dlambda_ = border_rhs_[kept_];
  dz_ = x0;
  dz_.noalias() += reduced_.leftCols(kept_) * da_;
  dz_ += reduced_.col(kept_) * dlambda_;
  promised_ = ds.cwiseProduct(dz_);  // d dz, precise where d is huge
  dz_.array() *= scale_.array();
}

void ModalNewton::step(ModalState& state) {
  factorise(state);
  solve_bordered(-r1_, -r2_, -r3_);
  // What the linear step promises for the force: p + d dz + k dz.
  promised_ += force_ + structure_.reference_springs().cwiseProduct(dz_);
  state.z += dz_;
  state.a += da_;
  state.lambda += dlambda_;
  evaluate_law(state);
}

NewtonSummary ModalNewton::solve(ModalState& state) {
  NewtonSummary summary;
  expect_force(state);
  evaluate_law(state);
  evaluate_structure(state);
  double size = size_of_residuals(state);
  while (size > kTolerance && summary.iterations < kMostIterations) {
    step(state);
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
  summary.converged = summary.finite && size < kStagnation && state.lambda > 0;
  state.force = force_;
  state.force_amplitude = state.amplitude;
  if (summary.converged) recover(state);
  return summary;
}

void ModalNewton::recover(ModalState& state) {
  state.eta.resize(structure_.modes());
  state.eta.head(kept_) = state.a;
  state.eta.tail(others_).noalias() = -(psi_o_.transpose() * net_);
  state.eta.tail(others_).array() *= softness_.array();
}

ModalNewton::Residual ModalNewton::residual(const ModalState& state,
                                            const Eigen::VectorXd& scaling) {
  const Eigen::VectorXd y = structure_.unknowns(state.eta, state.z);
  const Eigen::MatrixXd& d = structure_.displacement_map();
  Eigen::VectorXd force(count_), tangent(count_);
  rows_.evaluate(d * y, force, tangent, work_);
  const Eigen::VectorXd elastic = structure_.stiffness() * y;
  const Eigen::VectorXd contact = d.transpose() * force;
  const Eigen::VectorXd momentum = structure_.mass() * y;
  const Eigen::VectorXd inertia = state.lambda * momentum;
  const Eigen::VectorXd r = scaling.cwiseProduct(elastic + contact - inertia);
  const double size = scaling.cwiseProduct(elastic).norm() + scaling.cwiseProduct(contact).norm() +
                      scaling.cwiseProduct(inertia).norm();
  const double norm_error = std::abs(y.dot(momentum) / (state.amplitude * state.amplitude) - 1);
  return {r.norm() / size + norm_error, r.lpNorm<1>()};
}

ModalNewton::Gradient ModalNewton::gradient(const ModalState& state) {
  rows_.evaluate(state.z, force_, tangent_, work_);
  evaluate_structure(state);
  factorise(state);
  const MasingRows::Sensitivity s = rows_.sensitivity(state.z, work_);
  Gradient gradient;
  gradient.lambda.resize(rows_.parameters());
  gradient.dissipation = s.dissipation_parameters;
  for (Eigen::Index p = 0; p < rows_.parameters(); ++p) {
    const auto dr = s.force_parameters.col(p);
    solve_bordered(-f_ * dr, -psi_a_.transpose() * dr, -f1r_.dot(dr));
    gradient.lambda[p] = dlambda_;
    gradient.dissipation[p] += s.dissipation_z.dot(dz_);
  }
  return gradient;
}

}  // namespace slipfront
