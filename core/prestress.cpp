#include "core/prestress.hpp"

#include <cmath>

#include "core/energy_search.hpp"

namespace slipfront {

namespace {
constexpr int kMostIterations = 60;  // bilinear laws settle in about as many as there are rows
constexpr int kMostDescents = 200;   // near 20 where the preload slips most points
constexpr double kNear = 1e-7;  // above rounding at 1e21 N/m^3 (5e-8), nothing slips anew below
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

/// All points touching and stuck.
void PrestressSolver::stick(const Eigen::VectorXd& free, Prestress& state) {
  const Eigen::VectorXd stuck = contact_.stuck_stiffness();
  tangent_.setZero();
  for (Eigen::Index row = 0; row < stuck.size(); ++row) tangent_(row % kAxes, row) = stuck[row];
  factorise();
  state.z = scale_.cwiseProduct(lu_.solve(free));
}

/// From state.z: Newton steps with scaled columns, each back onto the law's curves.
bool PrestressSolver::project(const Eigen::VectorXd& free, Prestress& state) {
  const Eigen::VectorXd& k = structure_.reference_springs();
  const Eigen::VectorXd compliance = k.cwiseInverse();
  const Eigen::MatrixXd& g = structure_.static_compliance();
  evaluate(state.z);
  double size = 0;
  for (int step = 0;; ++step) {
    const Eigen::VectorXd gap = state.z + g * (force_ - k.cwiseProduct(state.z)) - free;
    const double previous = size;
    size = gap.norm() / (free.norm() + state.z.norm());
    const bool close = size < kStagnation && std::isfinite(size);
    if (!std::isfinite(size) || size <= kTolerance || step == kMostIterations) return close;
    if (close && step > 0 && size > 0.5 * previous) return close;
    factorise();
    const Eigen::VectorXd x = lu_.solve(-gap);
    const Eigen::VectorXd dz = scale_.cwiseProduct(x);
    Eigen::VectorXd promised = force_ + k.cwiseProduct(dz);
    for (Eigen::Index i = 0; i < structure_.rows(); i += kAxes)
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
}

/// Newton steps in displacements, no longer than the energy falls: r is the net force that
/// belongs to z, not the law's. Ends near the solution: project() has the digits of stiff rows.
void PrestressSolver::descend(const Eigen::VectorXd& free, Prestress& state) {
  const Eigen::VectorXd& k = structure_.reference_springs();
  const Eigen::MatrixXd& g = structure_.static_compliance();
  stick(free, state);
  Eigen::VectorXd r(free.size());  // tangent_ still is the stuck one
  for (Eigen::Index row = 0; row < r.size(); ++row)
    r[row] = (tangent_(row % kAxes, row) - k[row]) * state.z[row];
  for (int step = 0; step < kMostDescents; ++step) {
    state.z = free - g * r;
    evaluate(state.z);
    const Eigen::VectorXd error = force_ - k.cwiseProduct(state.z) - r;
    const double size = (g * error).norm() / (free.norm() + state.z.norm());
    if (!(size > kNear)) return;
    factorise();
    const Eigen::VectorXd x = lu_.solve(-g * error);
    const Eigen::VectorXd dz = scale_.cwiseProduct(x);
    Eigen::VectorXd dr = error;
    for (Eigen::Index i = 0; i < structure_.rows(); i += kAxes)
      dr.segment<3>(i) += ds_.middleCols<3>(i) * x.segment<3>(i);
    r += search(state.z, dz, error) * dr;
    ++state.iterations;
  }
}

/// Length of a step along dz from z, where forces lack `error`.
double PrestressSolver::search(const Eigen::VectorXd& z, const Eigen::VectorXd& dz,
                               const Eigen::VectorXd& error) {
  double bent = 0;
  for (Eigen::Index i = 0; i < z.size(); i += kAxes)
    bent += dz.segment<3>(i).dot(tangent_.middleCols<3>(i) * dz.segment<3>(i));
  const double start = error.dot(dz);
  const double linear = dz.dot(structure_.reference_springs().cwiseProduct(dz));
  // With a linear law the slope is 0 after a full step: that of the linear parts is the rest.
  const double curvature = -start - (bent - linear);
  const Eigen::VectorXd base = force_;
  const double length = energy_search(start, [&](double s) {
    evaluate(z + s * dz);
    return (force_ - base).dot(dz) - s * linear + start + s * curvature;
  });
  return length;
}

Prestress PrestressSolver::solve(double preload, const Eigen::VectorXd& scaling) {
  const CondensedStructure& s = structure_;
  const Eigen::VectorXd load = preload * s.bolt_load();
  const Eigen::VectorXd modal_load = s.shapes().transpose() * load;
  const Eigen::VectorXd& k = s.reference_springs();
  const Eigen::VectorXd free = s.psi() * modal_load.cwiseQuotient(s.omega());

  Prestress state;
  stick(free, state);
  if (contact_.penalty() && !any_touching(state.z)) return state;
  state.converged = project(free, state);
  if (!state.converged) {
    descend(free, state);
    state.converged = project(free, state);
  }
  const Eigen::VectorXd net = force_ - k.cwiseProduct(state.z);
  const Eigen::VectorXd eta = (modal_load - s.psi().transpose() * net).cwiseQuotient(s.omega());
  const Eigen::VectorXd u = s.unknowns(eta, state.z);
  const Eigen::MatrixXd& map = s.displacement_map();
  evaluate(map * u);
  const Eigen::VectorXd unbalanced = s.stiffness() * u + map.transpose() * force_ - load;
  state.residual = scaling.cwiseProduct(unbalanced).norm() / scaling.cwiseProduct(load).norm();
  state.converged = state.converged && state.residual <= kUnbalanced;
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
