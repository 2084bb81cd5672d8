#include "core/modal_path.hpp"

#include <cmath>
#include <limits>

namespace slipfront {

namespace {

constexpr double kSameBranch = 0.97;  // least overlap of neighbouring shapes (MAC is its square)
constexpr double kAnyLeap = std::numeric_limits<double>::infinity();
constexpr int kMostHalvings = 10;  // of one amplitude step, on a logarithmic scale
// Where the first amplitude is not near the stuck mode: amplitude ratio at which to begin.
constexpr double kNearlyStuck = 1e-3;
// Steps from there to the first amplitude: a factor of 1.41 each, as in a usual backbone.
constexpr int kFirstWalk = 20;

}  // namespace

ModalPath::ModalPath(ModalEquations& equations, ContactHistory rest,
                     std::optional<ContactHistorySlope> rest_slope)
    : equations_(equations), history_(std::move(rest)), slopes_(rest_slope.has_value()) {
  if (rest_slope) history_slope_ = std::move(*rest_slope);
}

Instant ModalPath::rest() const {
  Instant at{equations_.stuck(), history_, {}, history_slope_};
  at.state.amplitude = 0;
  for (Eigen::VectorXd* v : {&at.state.z, &at.state.force, &at.state.a, &at.state.eta,
                             &at.state.net, &at.state.rest, &at.state.rest_slope})
    v->setZero();
  if (slopes_) {
    const ContactRows& contact = equations_.contact();
    at.slope.z = Eigen::MatrixXd::Zero(contact.rows(), contact.parameters());
    at.slope.lambda = Eigen::RowVectorXd::Zero(contact.parameters());
  }
  return at;
}

/// One solve from a neighbouring solution, with the trend of the one before it.
PointStatus ModalPath::attempt(double q, const ModalState& from, const ModalState* before,
                               ModalState& state, double leap) {
  state = from;
  state.amplitude = q;
  const double stretch = q / from.amplitude;
  state.scale(stretch);
  if (before) {
    const double trend = std::log(stretch) / std::log(from.amplitude / before->amplitude);
    const double old = q / before->amplitude;
    state.scale(1 + trend);
    state.add(-trend * old, *before);
    state.lambda += trend * (from.lambda - before->lambda);
  }
  // A slider's force stays (it slips) or grows with the amplitude (it sticks).
  const PointStatus status = equations_.solve_for(
      state, history_, ForceRange{from.force, stretch * from.force, {}},
      [&](const ModalState& end) {
        return end.lambda > 0 && std::abs(equations_.overlap(end, from)) >= kSameBranch &&
               std::abs(end.lambda - from.lambda) <= leap * from.lambda;
      },
      iterations_);
  return status == PointStatus::wrong_branch && !(state.lambda > 0) ? PointStatus::not_converged
                                                                    : status;
}

void ModalPath::accept(ModalState&& state) {
  if (here_) before_ = std::move(here_->state);
  Instant next{std::move(state), history_, {}, {}};
  const ContactRows& contact = equations_.contact();
  if (slopes_) {
    next.history_slope = history_slope_;
    next.slope = equations_.slope(
        next.state, history_,
        contact.force_slope(next.state.z, history_, history_slope_, equations_.work()));
  }
  if (contact.penalty()) {
    if (slopes_)
      history_slope_ = contact.pass_slope(next.state.z, next.slope.z, history_, history_slope_,
                                          equations_.work());
    history_ = contact.pass(next.state.z, history_, equations_.work());
  }
  here_ = std::move(next);
}

/// From here to q in steps that halve where a solve fails and double where it succeeds.
PointStatus ModalPath::walk(double q) {
  if (rung_ < SolveRung::smaller_steps) rung_ = SolveRung::smaller_steps;
  const double start = here_->state.amplitude, whole = std::log(q / start);
  const double shortest = std::ldexp(1, -kMostHalvings);
  double done = 0, step = 0.5;  // shares of the whole
  ModalState state;
  while (done < 1) {
    const bool last = done + step >= 1;
    const PointStatus status =
        attempt(last ? q : start * std::exp((done + step) * whole), here_->state, nullptr, state);
    if (status == PointStatus::converged) {
      accept(std::move(state));
      done = last ? 1 : done + step;
      step *= 2;
    } else {
      step *= 0.5;
      if (step < shortest) return status;
    }
  }
  return PointStatus::converged;
}

PointStatus ModalPath::advance(double q) {
  rung_ = SolveRung::direct;
  if (here_) {
    ModalState state;
    PointStatus status = attempt(q, here_->state, before_ ? &*before_ : nullptr, state);
    if (status != PointStatus::converged && before_) {
      rung_ = SolveRung::without_trend;
      status = attempt(q, here_->state, nullptr, state);
    }
    if (status == PointStatus::converged) {
      accept(std::move(state));
      return status;
    }
  }
  // Several steps; a failure on the way leaves the path where it was.
  Standing before = standing();
  const PointStatus status = here_ ? walk(q) : begin(q);
  if (status != PointStatus::converged) go_back(std::move(before));
  return status;
}

void ModalPath::go_back(Standing to) {
  history_ = std::move(to.history);
  history_slope_ = std::move(to.history_slope);
  here_ = std::move(to.here);
  before_ = std::move(to.before);
}

/// To the first amplitude from the stuck mode, or up from where almost everything sticks.
PointStatus ModalPath::begin(double q) {
  ModalState state;
  PointStatus status = attempt(q, equations_.stuck(), nullptr, state);
  if (status == PointStatus::converged) {
    accept(std::move(state));
    return status;
  }
  rung_ = SolveRung::from_stuck;
  for (int i = 0; i <= kFirstWalk; ++i) {
    const double share = static_cast<double>(kFirstWalk - i) / kFirstWalk;
    const double next = q * std::pow(kNearlyStuck, share);
    // A law may be softer than its stuck stiffness from the very first: any lambda to begin with.
    status = here_ ? attempt(next, here_->state, nullptr, state)
                   : attempt(next, equations_.stuck(), nullptr, state, kAnyLeap);
    if (status == PointStatus::converged)
      accept(std::move(state));
    else if (here_)
      status = walk(next);
    if (status != PointStatus::converged) return status;
  }
  return status;
}

}  // namespace slipfront
