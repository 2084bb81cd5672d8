#include "core/element_law.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace slipfront {

namespace {
constexpr double kAccuracy = 1e-12;  // of a projection: the law itself has the last word
constexpr Eigen::Index kAxes = 3;
constexpr Eigen::Index kNormal = 2;
}  // namespace

ElementLaw::ElementLaw(const ElementStructure& elements, const ContactRows& contact,
                       Eigen::Index rows)
    : elements_(elements),
      contact_(contact),
      reference_(elements.reference_springs(rows)),
      flexibility_(elements.points()),
      all_z_(Eigen::VectorXd::Zero(contact.rows())),
      promise_(rows),
      compliance_(Eigen::VectorXd::Zero(elements.points())),
      target_(rows),
      all_target_(Eigen::VectorXd::Zero(contact.rows())),
      all_c_(Eigen::VectorXd::Zero(contact.rows())),
      point_(rows) {
  stuck_ = contact.stuck_stiffness();
  turned_ = make_forces();
  for (Eigen::Index i = 0; i < elements.points(); ++i) {
    const auto flexibility = elements.static_flexibility().diagonal().segment<2>(2 * i);
    flexibility_[i] = std::sqrt(flexibility[0] * flexibility[1]);
    stiffest_ = std::max(stiffest_, flexibility_[i] * stuck_.segment<2>(kAxes * i).maxCoeff());
  }
}

ElementLaw::Forces ElementLaw::make_forces() const {
  return {Eigen::VectorXd(reference_.size()), Eigen::VectorXd(contact_.rows()),
          ContactRows::Blocks(3, contact_.rows())};
}

void ElementLaw::evaluate(const Eigen::VectorXd& used, const ContactHistory& history, Forces& out,
                          ContactRows::Workspace& work) {
  elements_.scatter(used, all_z_);
  contact_.evaluate(all_z_, history, out.all, out.tangent, work);
  take_reference(used, out);
}

/// From the law's forces and tangents to those of the net forces.
void ElementLaw::take_reference(const Eigen::VectorXd& used, Forces& out) const {
  elements_.gather(out.all, out.net);
  out.net -= reference_.cwiseProduct(used);
  for (Eigen::Index i = 0; i < elements_.points(); ++i)
    for (Eigen::Index axis = 0; axis < kNormal; ++axis)
      out.tangent(axis, kAxes * i + axis) -= reference_[2 * i + axis];
  if (!contact_.penalty()) return;
  for (Eigen::Index i = 0; i < elements_.points(); ++i) {
    const Eigen::Index row = kAxes * i + kNormal;
    const double spring = reference_[elements_.tangential() + i];
    double& nn = out.tangent(kNormal, row);
    if (spring > 0 && nn > 0) {  // holds its spring: exactly, not by a difference
      out.net[elements_.tangential() + i] = nn = 0;
    } else {
      nn -= spring;
    }
  }
}

void ElementLaw::soften(double share, const Eigen::VectorXd& promise) {
  compliance_ = share * flexibility_;
  promise_ = promise;
}

Eigen::VectorXd ElementLaw::softened(double share, const Eigen::VectorXd& stiffness) const {
  Eigen::VectorXd out = stiffness;
  for (Eigen::Index row = 0; row < out.size(); ++row)
    out[row] /= 1 + share * flexibility_[row / 2] * stiffness[row];
  return out;
}

/// Where the points would be if they had stuck since loading last turned: a slider that slips has
/// the direction of its force from there, and a projection two steps to go.
void ElementLaw::start_stuck(const ContactHistory& history, ContactRows::Workspace& work) {
  if (!known_) {
    all_turned_ = all_z_;
    for (Eigen::Index i = 0; i < elements_.points(); ++i)
      all_turned_.segment<2>(kAxes * i) = history.turned.segment<2>(2 * i);
    contact_.evaluate(all_turned_, history, turned_.all, turned_.tangent, work);
    known_ = true;
  }
  for (Eigen::Index i = 0; i < elements_.points(); ++i)
    for (Eigen::Index row = kAxes * i; row < kAxes * i + kNormal; ++row)
      all_z_[row] = stuck_point(all_turned_[row], turned_.all[row], stuck_[row], all_c_[row],
                                all_target_[row]);
}

void ElementLaw::evaluate_softened(const Eigen::VectorXd& used, const ContactHistory& history,
                                   Forces& out, ContactRows::Workspace& work) {
  // z' + c (p - k z') = z + c r0, as project() has it: z' + c p / (1 - c k) = ...
  target_ = used;
  for (Eigen::Index i = 0; i < elements_.points(); ++i)
    for (Eigen::Index row = 2 * i; row < 2 * i + kNormal; ++row) {
      const double c = compliance_[i], rest = 1 - c * reference_[row];
      target_[row] = (used[row] + c * promise_[row]) / rest;
      all_c_[kAxes * i + row - 2 * i] = c / rest;
    }
  elements_.scatter(used, all_z_);
  all_target_ = all_z_;
  elements_.scatter(target_, all_target_);
  start_stuck(history, work);
  contact_.project(all_c_, all_target_, history, all_z_, out.all, out.tangent, work,
                   {kAccuracy, true});
  elements_.gather(all_z_, point_);
  take_reference(point_, out);
  for (Eigen::Index i = 0; i < elements_.points(); ++i) {
    auto rows = out.tangent.middleCols<3>(kAxes * i).topRows<2>();
    Eigen::Matrix2d softer = compliance_[i] * rows.leftCols<2>();
    softer.diagonal().array() += 1;
    rows = (softer.inverse() * rows).eval();
  }
}

}  // namespace slipfront
