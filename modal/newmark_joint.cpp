#include "modal/newmark_joint.hpp"

#include <algorithm>
#include <cmath>

#include "core/failure.hpp"

namespace slipfront {

LawJoint::LawJoint(const BoundLaw& law) : law_(&law) {
  if (law.history_size(1) == 0)
    throw Failure(Problem{"joint", "model", "a law without hysteresis of its own",
                          "must have a non-Masing form to be integrated in time",
                          "see 'slipfront models'"});
  history_.resize(law.history_size(1));
  next_.resize(history_.size());
  const double rest = 0;
  law.start_history(1, &rest, history_.data());
}

JointForce LawJoint::at(double u) const {
  JointForce joint;
  law_->hysteretic({.points = 1,
                    .directions = 1,
                    .displacement = &u,
                    .history = history_.data(),
                    .traction = &joint.force,
                    .tangent = &joint.tangent});
  return joint;
}

void LawJoint::accept(double u) {
  law_->hysteretic({.points = 1,
                    .directions = 1,
                    .displacement = &u,
                    .history = history_.data(),
                    .new_history = next_.data()});
  history_.swap(next_);
}

// Branches: from the origin t = F(u); from reversal k, t = t_k + 2 s F(|u - p_k|/2). A branch
// from k that reaches p_(k-1) goes on as that from k - 2, and the first one as the virgin curve.
MasingJoint::Branch MasingJoint::branch_to(double u) const {
  Branch branch{reversals_.size() - 1, (u - here_.displacement) * sense_ < 0};
  if (branch.turned) ++branch.level;
  while (branch.level > 0) {
    const bool is_new = branch.level == reversals_.size();
    const double begin = is_new ? here_.displacement : reversals_[branch.level].displacement;
    const double closing = branch.level == 1 ? -begin : reversals_[branch.level - 1].displacement;
    if (!((u - closing) * (closing - begin) >= 0)) break;
    branch.level -= branch.level == 1 ? 1 : 2;
    branch.turned = false;
  }
  return branch;
}

JointForce MasingJoint::on(const Branch& branch, double u) const {
  const bool virgin = branch.level == 0;
  const Reversal& from = branch.turned ? here_ : reversals_[branch.level];
  const double half = virgin ? 1 : 0.5, distance = half * (u - from.displacement);
  JointForce joint;
  law_->virgin({.points = 1,
                .displacement = &distance,
                .traction = &joint.force,
                .tangent = &joint.tangent});
  joint.force = from.force + joint.force / half;
  return joint;
}

JointForce MasingJoint::at(double u) const { return on(branch_to(u), u); }

void MasingJoint::accept(double u) {
  if (u == here_.displacement) return;
  const Branch branch = branch_to(u);
  const double force = on(branch, u).force;
  if (branch.turned)
    reversals_.push_back(here_);
  else
    reversals_.resize(branch.level + 1);
  sense_ = u > here_.displacement ? 1 : -1;
  here_ = {u, force};
}

SlidersJoint::SlidersJoint(const IwanConstants<double>& constants)
    : constants_(constants), history_(Bands::kHistory), next_(Bands::kHistory) {
  Bands::start(0, history_.data());
}

JointForce SlidersJoint::at(double u) const {
  JointForce joint;
  Bands::load_tangents(constants_, {.points = 1,
                                    .directions = 1,
                                    .displacement = &u,
                                    .history = history_.data(),
                                    .traction = &joint.force,
                                    .tangent = &joint.tangent});
  return joint;
}

void SlidersJoint::accept(double u) {
  double traction = 0, work = 0;
  Bands::load<double>(constants_, u, history_.data(), traction, next_.data(), work);
  history_.swap(next_);
}

ElementsJoint::ElementsJoint(JenkinsElements elements)
    : elements_(std::move(elements)), slid_(elements_.size(), 0) {}

JointForce ElementsJoint::at(double u) const {
  double force = 0, tangent = 0;
  for (std::size_t i = 0; i < slid_.size(); ++i) {
    const double stretch = u - slid_[i], limit = elements_.limit[i], k = elements_.stiffness[i];
    force += k * std::clamp(stretch, -limit, limit);
    tangent += std::abs(stretch) < limit ? k : 0;
  }
  return {force, tangent};
}

void ElementsJoint::accept(double u) {
  for (std::size_t i = 0; i < slid_.size(); ++i)
    slid_[i] = std::clamp(slid_[i], u - elements_.limit[i], u + elements_.limit[i]);
}

}  // namespace slipfront
