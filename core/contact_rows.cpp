#include "core/contact_rows.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/failure.hpp"

namespace slipfront {

namespace {

constexpr Eigen::Index kAxes = 3;  // rows of a point: x, y, normal
constexpr Eigen::Index kNormal = 2;

}  // namespace

ContactRows::ContactRows(const Eigen::VectorXd& areas, InterfaceKind kind,
                         const ContactModel& contact, std::span<const double> values)
    : areas_(areas),
      framework_(contact.framework()),
      penalty_(contact.normal() == NormalContact::penalty),
      pressure_(contact.law().description().pressure_dependent),
      adds_post_slip_(contact.adds_post_slip()),
      post_slip_(contact.post_slip_stiffness(values)),
      normal_(contact.normal_stiffness(values)),
      parameters_(static_cast<Eigen::Index>(contact.parameters().size())),
      law_parameters_(static_cast<Eigen::Index>(contact.law_parameter_count())),
      rest_normal_(Eigen::VectorXd::Zero(areas.size())),
      rest_force_(Eigen::VectorXd::Zero(3 * areas.size())),
      rest_normal_slope_(Eigen::MatrixXd::Zero(areas.size(), parameters_)) {
  const std::string place = "model '" + contact.law().description().name + "'";
  if (const std::string rule = contact.domain_violation(values); !rule.empty())
    throw Failure(Problem{place, "parameters", "", rule, "change the parameters"});
  law_ = contact.law().bind(framework_, contact.law_values(values));
  if (kind == InterfaceKind::elements && law_->history_size(2) > 0) directions_ = 2;
  hysteretic_ = framework_ == Framework::non_masing || directions_ == 2 || pressure_;
  if (!hysteretic_) return;
  history_ = law_->history_size(static_cast<std::size_t>(directions_));
  if (history_ == 0)
    throw Failure(Problem{place, "framework", to_text(framework_),
                          "the model has no hysteretic form for this interface and framework",
                          "choose the other framework, or another model"});
  const auto d = static_cast<std::size_t>(directions_);
  const std::vector<double> zero(d, 0.0);
  fresh_.resize(history_);
  law_->start_history(d, zero.data(), fresh_.data());
  fresh_slope_.resize(d * history_);
  for (std::size_t e = 0; e < d; ++e) {
    std::vector<double> unit(d, 0.0);
    unit[e] = 1;
    law_->start_history(d, unit.data(), &fresh_slope_[e * history_]);
    for (std::size_t h = 0; h < history_; ++h) fresh_slope_[e * history_ + h] -= fresh_[h];
  }
}

ContactRows::Workspace ContactRows::make_workspace() const {
  const std::size_t n = law_points(), d = static_cast<std::size_t>(directions_);
  Workspace work;
  work.displacement.resize(n * d);
  work.normal.resize(n);
  work.traction.resize(n * d);
  work.tangent.resize(n * d * d);
  work.d_normal.resize(n * d);
  work.history.resize(n * history_);
  work.area.resize(n);
  work.state.resize(static_cast<std::size_t>(points()));
  work.share.resize(points());
  work.low.resize(rows());
  work.high.resize(rows());
  if (coupled()) work.pairs.resize(static_cast<std::size_t>(points()));
  work.force.resize(rows());
  work.blocks.resize(3, rows());
  return work;
}

std::vector<double> ContactRows::history_at(const Eigen::VectorXd& displacement) const {
  std::vector<double> history(law_points() * history_);
  const auto d = static_cast<std::size_t>(directions_);
  for (std::size_t i = 0; i < law_points() && history_ > 0; ++i)
    law_->start_history(d, displacement.data() + i * d, &history[i * history_]);
  return history;
}

ContactHistory ContactRows::unloaded() const {
  ContactHistory history;
  history.origin = history.turned = Eigen::VectorXd::Zero(2 * points());
  if (hysteretic_) history.law = history_at(history.origin);
  history.touching.assign(static_cast<std::size_t>(points()), 1);
  if (penalty_) history.before = Eigen::VectorXd::Zero(rows());
  return history;
}

ContactHistory ContactRows::settle(const Eigen::VectorXd& z, PrestressKind kind) {
  rest_force_.setZero();
  ContactHistory rest = unloaded();
  for (Eigen::Index i = 0; i < points(); ++i) {
    rest_normal_[i] = z[kAxes * i + kNormal];
    rest.touching[static_cast<std::size_t>(i)] = !penalty_ || rest_normal_[i] > 0;
  }
  if (penalty_)
    for (Eigen::Index i = 0; i < points(); ++i)
      rest_force_[kAxes * i + kNormal] = areas_[i] * normal_ * std::max(rest_normal_[i], 0.0);
  if (framework_ == Framework::masing) return rest;

  for (Eigen::Index i = 0; i < points(); ++i)
    for (Eigen::Index d = 0; d < kNormal; ++d) rest.origin[2 * i + d] = -z[kAxes * i + d];
  Workspace work = make_workspace();
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(rows());
  if (kind == PrestressKind::conservative) {
    const auto d = static_cast<std::size_t>(directions_);
    const std::vector<double> zero(d, 0.0);
    for (std::size_t i = 0; i < law_points(); ++i)
      law_->settle_history(d, zero.data(), rest.origin.data() + i * d, &rest.law[i * history_]);
  } else {
    rest.law = history_at(rest.origin);
    rest = advance(still, rest, true, work);
  }
  const Eigen::VectorXd normal_rest = rest_force_;
  Eigen::VectorXd force(rows());
  Blocks tangent(3, rows());
  rest_force_.setZero();
  evaluate(still, rest, force, tangent, work);
  rest_force_ = normal_rest;
  for (Eigen::Index i = 0; i < points(); ++i)
    for (Eigen::Index d = 0; d < kNormal; ++d) rest_force_[kAxes * i + d] = force[kAxes * i + d];
  return rest;
}

double ContactRows::closing_step(const Eigen::VectorXd& z, const ContactHistory& h, Eigen::Index i,
                                 int direction) const {
  const double now = total_normal(z, i), then = total_normal(h.before, i);
  const Eigen::Index row = kAxes * i + direction;
  return now / (now - then) * (z[row] - h.before[row]);
}

/// States, displacements and normal tractions of all law points; returns their histories.
const double* ContactRows::gather(const Eigen::VectorXd& z, const ContactHistory& h,
                                  Workspace& work) const {
  bool all_touching = true;
  for (Eigen::Index i = 0; i < points(); ++i) {
    Touch touch = kTouching;
    if (penalty_) {
      const double normal = total_normal(z, i);
      if (!(normal > 0))
        touch = kApart;
      else if (!h.touching[static_cast<std::size_t>(i)])
        touch = kClosing;
      if (pressure_) {
        const double pressure = normal_ * std::max(normal, 0.0);
        for (Eigen::Index k = 0; k < 2 / directions_; ++k)
          work.normal[static_cast<std::size_t>(2 / directions_ * i + k)] = pressure;
      }
    }
    work.state[static_cast<std::size_t>(i)] = touch;
    all_touching = all_touching && touch == kTouching;
    for (int d = 0; d < 2; ++d) {
      double& x = work.displacement[static_cast<std::size_t>(2 * i + d)];
      if (touch == kTouching)
        x = hysteretic_ ? z[kAxes * i + d] : z[kAxes * i + d] - h.origin[2 * i + d];
      else
        x = touch == kClosing ? closing_step(z, h, i, d) : 0;
    }
  }
  if (!hysteretic_) return nullptr;
  if (all_touching) return h.law.data();
  work.history = h.law;
  const std::size_t per_point = static_cast<std::size_t>(2 / directions_);
  for (std::size_t i = 0; i < work.state.size(); ++i)
    if (work.state[i] != kTouching)
      for (std::size_t k = 0; k < per_point; ++k)
        std::copy(fresh_.begin(), fresh_.end(),
                  work.history.begin() + static_cast<long>((i * per_point + k) * history_));
  return work.history.data();
}

HystereticBatch ContactRows::hysteretic_batch(const double* history, Workspace& work) const {
  HystereticBatch batch;
  batch.points = law_points();
  batch.directions = static_cast<std::size_t>(directions_);
  batch.displacement = work.displacement.data();
  batch.normal_traction = pressure_ ? work.normal.data() : nullptr;
  batch.history = history;
  return batch;
}

VirginBatch ContactRows::virgin_batch(Workspace& work) const {
  VirginBatch batch;
  batch.points = law_points();
  batch.displacement = work.displacement.data();
  return batch;
}

void ContactRows::evaluate(const Eigen::VectorXd& z, const ContactHistory& h,
                           Eigen::VectorXd& force, Blocks& tangent, Workspace& work) const {
  const double* history = gather(z, h, work);
  if (hysteretic_) {
    HystereticBatch batch = hysteretic_batch(history, work);
    batch.traction = work.traction.data();
    batch.tangent = work.tangent.data();
    if (pressure_) batch.d_normal = work.d_normal.data();
    law_->hysteretic(batch);
  } else {
    VirginBatch batch = virgin_batch(work);
    batch.traction = work.traction.data();
    batch.tangent = work.tangent.data();
    law_->virgin(batch);
  }
  for (Eigen::Index i = 0; i < points(); ++i) {
    const auto touch = static_cast<Touch>(work.state[static_cast<std::size_t>(i)]);
    const double area = areas_[i];
    auto block = tangent.middleCols<3>(kAxes * i);
    auto p = force.segment<3>(kAxes * i);
    block.setZero();
    if (touch == kApart) {
      p = -rest_force_.segment<3>(kAxes * i);
      continue;
    }
    const Eigen::Index n = kAxes * i + kNormal;
    block(kNormal, kNormal) = area * normal_;
    p[kNormal] = area * normal_ * z[n];
    if (penalty_ && !(rest_normal_[i] > 0)) p[kNormal] = area * normal_ * total_normal(z, i);
    const auto at = static_cast<std::size_t>(2 * i);
    if (directions_ == 2) {
      for (int d = 0; d < 2; ++d)
        for (int e = 0; e < 2; ++e) block(d, e) = area * work.tangent[2 * at + 2 * d + e];
    } else {
      for (int d = 0; d < 2; ++d) block(d, d) = area * work.tangent[at + d];
    }
    for (int d = 0; d < 2; ++d) {
      block(d, d) += area * post_slip_;
      const double stretch =
          touch == kClosing ? work.displacement[at + d] : z[kAxes * i + d] - h.origin[2 * i + d];
      p[d] = area * (work.traction[at + d] + post_slip_ * stretch) - rest_force_[kAxes * i + d];
    }
    if (touch == kClosing) {  // eq 5: the step since contact depends on the normal too
      const double now = total_normal(z, i), then = total_normal(h.before, i);
      const double span = now - then;
      const Eigen::Vector2d moved = z.segment<2>(kAxes * i) - h.before.segment<2>(kAxes * i);
      const Eigen::Vector2d by_normal = block.topLeftCorner<2, 2>() * moved;
      block.topLeftCorner<2, 2>() *= now / span;
      block.col(kNormal).head<2>() = -then / (span * span) * by_normal;
    }
    if (pressure_)
      for (int d = 0; d < 2; ++d) block(d, kNormal) += area * normal_ * work.d_normal[at + d];
  }
}

void ContactRows::evaluate_springs(const Eigen::VectorXd& z, Eigen::VectorXd& force,
                                   Blocks& tangent) const {
  tangent.setZero();
  const double spring = spring_stiffness();
  for (Eigen::Index i = 0; i < points(); ++i) {
    if (penalty_ && !(z[kAxes * i + kNormal] > 0)) continue;
    for (Eigen::Index d = 0; d < kAxes; ++d)
      tangent(d, kAxes * i + d) = areas_[i] * (d == kNormal ? normal_ : spring);
  }
  for (Eigen::Index i = 0; i < points(); ++i)
    force.segment<3>(kAxes * i) = tangent.middleCols<3>(kAxes * i) * z.segment<3>(kAxes * i);
}

Eigen::VectorXd ContactRows::stuck_stiffness() const {
  // A virgin point at the origin sticks; with pressure, any that lets it.
  Workspace work = make_workspace();
  std::fill(work.displacement.begin(), work.displacement.end(), 0.0);
  std::fill(work.normal.begin(), work.normal.end(), 1.0);
  if (hysteretic_) {
    const std::vector<double> history = history_at(Eigen::VectorXd::Zero(2 * points()));
    HystereticBatch batch = hysteretic_batch(history.data(), work);
    batch.tangent = work.tangent.data();
    law_->hysteretic(batch);
  } else {
    VirginBatch batch = virgin_batch(work);
    batch.tangent = work.tangent.data();
    law_->virgin(batch);
  }
  Eigen::VectorXd stuck(rows());
  const auto d2 = static_cast<std::size_t>(directions_ * directions_);
  for (Eigen::Index i = 0; i < points(); ++i) {
    for (Eigen::Index d = 0; d < kNormal; ++d) {
      const auto slot = static_cast<std::size_t>(directions_ == 2 ? i : 2 * i + d);
      const auto diagonal = static_cast<std::size_t>(directions_ == 2 ? 3 * d : 0);
      stuck[kAxes * i + d] = areas_[i] * (work.tangent[slot * d2 + diagonal] + post_slip_);
    }
    stuck[kAxes * i + kNormal] = areas_[i] * normal_;
  }
  return stuck;
}

ContactHistory ContactRows::turn(const Eigen::VectorXd& z, const ContactHistory& h,
                                 Workspace& work) const {
  return advance(z, h, true, work);
}

ContactHistory ContactRows::pass(const Eigen::VectorXd& z, const ContactHistory& h,
                                 Workspace& work) const {
  return advance(z, h, false, work);
}

ContactHistory ContactRows::advance(const Eigen::VectorXd& z, const ContactHistory& h, bool turns,
                                    Workspace& work) const {
  ContactHistory next = h;
  gather(z, h, work);
  const auto d = static_cast<std::size_t>(directions_);
  for (Eigen::Index i = 0; i < points(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    next.touching[at] = work.state[at] != kApart;
    for (int e = 0; e < 2; ++e) {
      double& x = work.displacement[2 * at + static_cast<std::size_t>(e)];
      if (work.state[at] == kClosing)
        next.origin[2 * i + e] = next.turned[2 * i + e] = z[kAxes * i + e] - x;
      x = z[kAxes * i + e];
      if (turns) next.turned[2 * i + e] = x;
    }
    if (hysteretic_ && work.state[at] == kClosing)
      for (std::size_t k = 0; k < 2 / d; ++k)
        law_->start_history(d, &next.origin[2 * i + static_cast<Eigen::Index>(k)],
                            &next.law[(at * (2 / d) + k) * history_]);
  }
  if (penalty_) next.before = z;
  if (turns && hysteretic_) {
    work.history = next.law;
    HystereticBatch batch = hysteretic_batch(work.history.data(), work);
    batch.new_history = next.law.data();
    law_->hysteretic(batch);
  }
  return next;
}

double ContactRows::loop_area(const Eigen::VectorXd& z, Workspace& work) const {
  for (Eigen::Index i = 0; i < points(); ++i)
    for (int d = 0; d < 2; ++d)
      work.displacement[static_cast<std::size_t>(2 * i + d)] = z[kAxes * i + d];
  VirginBatch batch = virgin_batch(work);
  batch.loop_area = work.area.data();
  law_->virgin(batch);
  double sum = 0;
  for (Eigen::Index k = 0; k < 2 * points(); ++k)
    sum += areas_[k / 2] * work.area[static_cast<std::size_t>(k)];
  return sum;
}

double ContactRows::work_since(const Eigen::VectorXd& from, const Eigen::VectorXd& z,
                               const ContactHistory& h, Workspace& work) const {
  HystereticBatch batch = hysteretic_batch(gather(z, h, work), work);
  batch.work = work.area.data();
  law_->hysteretic(batch);
  double sum = 0;
  for (Eigen::Index k = 0; k < 2 * points(); ++k) {
    const Eigen::Index row = k / 2 * kAxes + k % 2;
    const double middle = 0.5 * (z[row] + from[row]) - h.origin[k];
    const double spring = post_slip_ * (z[row] - from[row]) * middle;
    sum += areas_[k / 2] * (work.area[static_cast<std::size_t>(k)] + spring);
  }
  return sum;
}

}  // namespace slipfront
