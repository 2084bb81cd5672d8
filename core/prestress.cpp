#include "core/prestress.hpp"

#include <Eigen/LU>
#include <cmath>

namespace slipfront {

namespace {
constexpr int kMostIterations = 60;   // bilinear laws settle in about as many as there are rows
constexpr double kTolerance = 1e-13;  // of the displacement under the bolt load
constexpr double kStagnation = 1e-9;  // rounding of very stiff rows; the residual tells
}  // namespace

Prestress solve_prestress(const CondensedStructure& s, const MasingRows& rows, double preload,
                          const Eigen::VectorXd& scaling) {
  const Eigen::VectorXd load = preload * s.bolt_load();
  const Eigen::VectorXd modal_load = s.shapes().transpose() * load;
  const Eigen::VectorXd& k = s.reference_springs();
  const Eigen::VectorXd compliance = k.cwiseInverse();
  const Eigen::VectorXd free = s.psi() * modal_load.cwiseQuotient(s.omega());
  const Eigen::MatrixXd& g = s.static_compliance();
  MasingRows::Workspace work = rows.make_workspace();

  Prestress state;
  state.z = Eigen::VectorXd::Zero(s.rows());
  state.force = state.z;
  Eigen::VectorXd tangent(s.rows());
  rows.evaluate(state.z, state.force, tangent, work);
  double size = 0;
  for (;;) {
    const Eigen::VectorXd r = state.force - k.cwiseProduct(state.z);
    const Eigen::VectorXd gap = state.z + g * r - free;
    const double previous = size;
    size = gap.norm() / (free.norm() + state.z.norm());
    state.converged = size < kStagnation && std::isfinite(size);
    if (!std::isfinite(size) || size <= kTolerance || state.iterations == kMostIterations) break;
    if (state.converged && state.iterations > 0 && size > 0.5 * previous) break;
    // One Newton step with scaled columns, then back onto the law's curves.
    const Eigen::VectorXd d = tangent - k;
    const Eigen::VectorXd scale = (1 + (g.diagonal().array() * d.array()).abs()).inverse();
    const Eigen::VectorXd ds = d.cwiseProduct(scale);
    Eigen::MatrixXd system = g * ds.asDiagonal();
    system.diagonal() += scale;
    const Eigen::VectorXd x = system.partialPivLu().solve(-gap);
    const Eigen::VectorXd dz = scale.cwiseProduct(x);
    const Eigen::VectorXd promised = state.force + ds.cwiseProduct(x) + k.cwiseProduct(dz);
    state.z += dz;
    const Eigen::VectorXd target = state.z + compliance.cwiseProduct(promised);
    rows.project(compliance, target, state.z, state.force, tangent, work);
    ++state.iterations;
  }

  const Eigen::VectorXd r = state.force - k.cwiseProduct(state.z);
  const Eigen::VectorXd eta = (modal_load - s.psi().transpose() * r).cwiseQuotient(s.omega());
  state.u = s.unknowns(eta, state.z);
  const Eigen::MatrixXd& map = s.displacement_map();
  rows.evaluate(map * state.u, state.force, tangent, work);
  const Eigen::VectorXd unbalanced = s.stiffness() * state.u + map.transpose() * state.force - load;
  state.residual = scaling.cwiseProduct(unbalanced).norm() / scaling.cwiseProduct(load).norm();
  return state;
}

}  // namespace slipfront
