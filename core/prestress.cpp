#include "core/prestress.hpp"

#include <cmath>

namespace slipfront {

namespace {
constexpr int kMostIterations = 60;   // bilinear laws settle in about as many as there are rows
constexpr double kTolerance = 1e-13;  // of the displacement under the bolt load
constexpr double kStagnation = 1e-9;  // rounding of very stiff rows; the residual tells
constexpr Eigen::Index kAxes = 3;     // rows of a point

bool any_touching(const Eigen::VectorXd& z) {
  for (Eigen::Index row = 2; row < z.size(); row += kAxes)
    if (z[row] > 0) return true;
  return false;
}

}  // namespace

PrestressSolver::PrestressSolver(const CondensedStructure& structure, const ContactRows& contact,
                                 PrestressKind kind)
    : structure_(structure),
      contact_(contact),
      kind_(kind),
      history_(contact.unloaded()),
      work_(contact.make_workspace()),
      force_(structure.rows()),
      scale_(structure.rows()),
      tangent_(3, structure.rows()),
      ds_(3, structure.rows()),
      lu_(structure.rows()) {}

void PrestressSolver::evaluate(const Eigen::VectorXd& z) {
  if (kind_ == PrestressKind::conservative)
    contact_.evaluate_springs(z, force_, tangent_);
  else
    contact_.evaluate(z, history_, force_, tangent_, work_);
}

/// I + G (tangent - k) with scaled columns.
void PrestressSolver::factorise() {
  const Eigen::MatrixXd& g = structure_.static_compliance();
  ds_ = tangent_;
  Eigen::MatrixXd system(structure_.rows(), structure_.rows());
  for (Eigen::Index row = 0; row < structure_.rows(); ++row) {
    ds_(row % kAxes, row) -= structure_.reference_springs()[row];
    scale_[row] = 1 / (1 + std::abs(g(row, row) * ds_(row % kAxes, row)));
    ds_.col(row) *= scale_[row];
  }
  for (Eigen::Index i = 0; i < structure_.rows(); i += kAxes)
    system.middleCols<3>(i).noalias() = g.middleCols<3>(i) * ds_.middleCols<3>(i);
  system.diagonal() += scale_;
  lu_.compute(system);
}

Prestress PrestressSolver::solve(double preload, const Eigen::VectorXd& scaling) {
  const CondensedStructure& s = structure_;
  const Eigen::VectorXd load = preload * s.bolt_load();
  const Eigen::VectorXd modal_load = s.shapes().transpose() * load;
  const Eigen::VectorXd& k = s.reference_springs();
  const Eigen::VectorXd compliance = k.cwiseInverse();
  const Eigen::VectorXd free = s.psi() * modal_load.cwiseQuotient(s.omega());
  const Eigen::MatrixXd& g = s.static_compliance();

  Prestress state;
  // All points touching and stuck.
  const Eigen::VectorXd stuck = contact_.stuck_stiffness();
  tangent_.setZero();
  for (Eigen::Index row = 0; row < s.rows(); ++row) tangent_(row % kAxes, row) = stuck[row];
  factorise();
  state.z = scale_.cwiseProduct(lu_.solve(free));
  if (contact_.penalty() && !any_touching(state.z)) return state;
  evaluate(state.z);
  double size = 0;
  for (;;) {
    const Eigen::VectorXd gap = state.z + g * (force_ - k.cwiseProduct(state.z)) - free;
    const double previous = size;
    size = gap.norm() / (free.norm() + state.z.norm());
    state.converged = size < kStagnation && std::isfinite(size);
    if (!std::isfinite(size) || size <= kTolerance || state.iterations == kMostIterations) break;
    if (state.converged && state.iterations > 0 && size > 0.5 * previous) break;
    // One Newton step with scaled columns, then back onto the law's curves.
    factorise();
    const Eigen::VectorXd x = lu_.solve(-gap);
    const Eigen::VectorXd dz = scale_.cwiseProduct(x);
    Eigen::VectorXd promised = force_ + k.cwiseProduct(dz);
    for (Eigen::Index i = 0; i < s.rows(); i += kAxes)
      promised.segment<3>(i) += ds_.middleCols<3>(i) * x.segment<3>(i);
    state.z += dz;
    if (kind_ == PrestressKind::conservative) {
      evaluate(state.z);
    } else {
      const Eigen::VectorXd target = state.z + compliance.cwiseProduct(promised);
      contact_.project(compliance, target, history_, state.z, force_, tangent_, work_);
    }
    ++state.iterations;
  }
  const Eigen::VectorXd net = force_ - k.cwiseProduct(state.z);
  const Eigen::VectorXd eta = (modal_load - s.psi().transpose() * net).cwiseQuotient(s.omega());
  const Eigen::VectorXd u = s.unknowns(eta, state.z);
  const Eigen::MatrixXd& map = s.displacement_map();
  evaluate(map * u);
  const Eigen::VectorXd unbalanced = s.stiffness() * u + map.transpose() * force_ - load;
  state.residual = scaling.cwiseProduct(unbalanced).norm() / scaling.cwiseProduct(load).norm();
  for (Eigen::Index row = 2; row < s.rows(); row += kAxes) state.touching += state.z[row] > 0;
  return state;
}

Eigen::MatrixXd PrestressSolver::slope(const Prestress& state) {
  evaluate(state.z);
  factorise();
  const Eigen::MatrixXd d_force =
      kind_ == PrestressKind::conservative
          ? contact_.springs_slope(state.z)
          : contact_.force_slope(state.z, history_, contact_.unloaded_slope(), work_);
  return scale_.asDiagonal() * lu_.solve(-structure_.static_compliance() * d_force);
}

}  // namespace slipfront
