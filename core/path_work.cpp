#include "core/path_work.hpp"

#include <cmath>
#include <numbers>

namespace slipfront {

namespace {
constexpr Eigen::Index kAxes = 3;  // rows of a point: x, y, normal
}  // namespace

Work& Work::operator+=(const Work& other) {
  value += other.value;
  if (slope.size() == 0)
    slope = other.slope;
  else if (other.slope.size() > 0)
    slope += other.slope;
  return *this;
}

Work without_rounding(Work area, double omega, double amplitude) {
  const double speed = omega * amplitude;
  if (std::abs(area.value) > kLeastDamping * 2 * std::numbers::pi * speed * speed) return area;
  area.value = 0;
  area.slope.setZero();
  return area;
}

Eigen::VectorXd tangential_rows(const Eigen::VectorXd& v) {
  Eigen::VectorXd out(v.size() / kAxes * 2);
  for (Eigen::Index i = 0; i < v.size() / kAxes; ++i)
    out.segment<2>(2 * i) = v.segment<2>(kAxes * i);
  return out;
}

Eigen::MatrixXd tangential_rows(const Eigen::MatrixXd& m) {
  Eigen::MatrixXd out(m.rows() / kAxes * 2, m.cols());
  for (Eigen::Index i = 0; i < m.rows() / kAxes; ++i)
    out.middleRows<2>(2 * i) = m.middleRows<2>(kAxes * i);
  return out;
}

Eigen::VectorXd tangential_force(const ContactRows& contact, const ModalState& state) {
  return tangential_rows(Eigen::VectorXd(state.force + contact.rest_force()));
}

Eigen::MatrixXd tangential_force_slope(const Instant& at, ModalEquations& equations) {
  const ContactRows& contact = equations.contact();
  ContactRows::Workspace& work = equations.work();
  Eigen::MatrixXd d_force = contact.force_slope(at.state.z, at.history, at.history_slope, work);
  contact.evaluate(at.state.z, at.history, work.force, work.blocks, work);
  for (Eigen::Index i = 0; i < contact.rows(); i += kAxes)
    d_force.middleRows<3>(i) += work.blocks.middleCols<3>(i) * at.slope.z.middleRows<3>(i);
  const Eigen::MatrixXd& rest = contact.rest_force_slope();
  if (rest.size() > 0) d_force.leftCols(rest.cols()) += rest;
  return tangential_rows(d_force);
}

Work local_work(const std::vector<Instant>& points, const LobattoRule& rule,
                ModalEquations& equations, bool slopes) {
  const auto n = static_cast<Eigen::Index>(points.size());
  const ContactRows& contact = equations.contact();
  Eigen::MatrixXd w(2 * contact.points(), n), t(2 * contact.points(), n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const ModalState& state = points[static_cast<std::size_t>(k)].state;
    w.col(k) = tangential_rows(state.z);
    t.col(k) = tangential_force(contact, state);
  }
  // dw/ds at the points, s in [-1, 1].
  const Eigen::MatrixXd speed = w * rule.derivative.transpose();
  Work work;
  for (Eigen::Index k = 0; k < n; ++k) work.value += rule.weights[k] * t.col(k).dot(speed.col(k));
  if (!slopes) return work;
  work.slope = Eigen::RowVectorXd::Zero(contact.parameters());
  for (Eigen::Index k = 0; k < n; ++k) {
    const Instant& at = points[static_cast<std::size_t>(k)];
    work.slope +=
        rule.weights[k] * speed.col(k).transpose() * tangential_force_slope(at, equations);
    const Eigen::VectorXd pull = t * rule.weights.cwiseProduct(rule.derivative.col(k));
    work.slope += pull.transpose() * tangential_rows(at.slope.z);
  }
  return work;
}

Work modal_work(const std::vector<Instant>& points, const LobattoRule& rule, double begin,
                double end, bool slopes) {
  Work work;
  for (Eigen::Index k = 0; k < rule.points.size(); ++k) {
    const Instant& at = points[static_cast<std::size_t>(k)];
    const double half = 0.5 * (end - begin);
    const double alpha = 0.5 * (begin + end) + half * rule.points[k];
    const double weight = rule.weights[k] * half * alpha;
    if (weight == 0) continue;  // at rest: no force
    work += Work{weight * at.state.lambda, {}};
    if (slopes) work += Work{0, Eigen::RowVectorXd(weight * at.slope.lambda)};
  }
  return work;
}

}  // namespace slipfront
