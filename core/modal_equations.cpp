#include "core/modal_equations.hpp"

#include <cmath>

namespace slipfront {

std::vector<ModalEquations::Residual> ModalEquations::residuals(
    std::span<const ModalState* const> states, std::span<const ContactHistory* const> histories,
    const Eigen::VectorXd& scaling) {
  const auto n = static_cast<Eigen::Index>(states.size());
  const Eigen::MatrixXd y = unknowns(states);
  const Eigen::MatrixXd& d = structure_.displacement_map();
  const Eigen::MatrixXd z = d * y;
  Eigen::MatrixXd force(z.rows(), n);
  for (Eigen::Index k = 0; k < n; ++k) {
    contact_.evaluate(z.col(k), *histories[static_cast<std::size_t>(k)], work_.force, work_.blocks,
                      work_);
    force.col(k) = work_.force;
  }
  const Eigen::MatrixXd elastic = structure_.stiffness() * y;
  const Eigen::MatrixXd contact = d.transpose() * force;
  const Eigen::MatrixXd momentum = structure_.mass() * y;
  std::vector<Residual> out;
  for (Eigen::Index k = 0; k < n; ++k) {
    const ModalState& state = *states[static_cast<std::size_t>(k)];
    const Eigen::VectorXd inertia = state.lambda * momentum.col(k);
    const Eigen::VectorXd r = scaling.cwiseProduct(elastic.col(k) + contact.col(k) - inertia);
    const double size = scaling.cwiseProduct(elastic.col(k)).norm() +
                        scaling.cwiseProduct(contact.col(k)).norm() +
                        scaling.cwiseProduct(inertia).norm();
    const double q2 = state.amplitude * state.amplitude;
    const double norm_error = std::abs(y.col(k).dot(momentum.col(k)) / q2 - 1);
    out.push_back({r.norm() / size + norm_error, r.lpNorm<1>()});
  }
  return out;
}

ModalEquations::Residual ModalEquations::residual(const ModalState& state,
                                                  const ContactHistory& history,
                                                  const Eigen::VectorXd& scaling) {
  const ModalState* states[] = {&state};
  const ContactHistory* histories[] = {&history};
  return residuals(states, histories, scaling).front();
}

}  // namespace slipfront
