#include "models/rate_walk.hpp"

#include <algorithm>
#include <boost/numeric/odeint/stepper/controlled_runge_kutta.hpp>
#include <boost/numeric/odeint/stepper/generation/generation_runge_kutta_dopri5.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cmath>

#include "core/failure.hpp"
#include "core/number.hpp"

namespace slipfront {
namespace {

namespace odeint = boost::numeric::odeint;

// Part of the path that is tried as the first step; the error control corrects it.
constexpr double kFirstStep = 1e-3;
// Radau's step sizes follow the error of order 10 of a step, with a margin, within these
// factors.
constexpr double kErrorOrder = 10, kMargin = 0.9, kShrink = 0.2, kGrow = 10;

[[noreturn]] void give_up(double u, double t, const std::string& found) {
  throw Failure(Problem{"friction law in rate form",
                        "rate at u = " + to_text(u) + ", t = " + to_text(t), found,
                        "the rate must be finite and Lipschitz in t along the path",
                        "check the law and its parameters"});
}

/// The error control of the walk, as Odeint asks for it: the largest error of a step over
/// relative_tolerance * size. A quantity that is zero with zero slope (a work or a sensitivity
/// at the start, a parameter without influence) has no size yet: it is left out of that step.
class LargestError {
 public:
  using value_type = double;
  using algebra_type = odeint::range_algebra;
  using operations_type = odeint::default_operations;

  LargestError(double tolerance, const std::vector<double>& largest)
      : tolerance_(tolerance), largest_(&largest) {}

  template <class State, class Slope, class Error, class Time>
  double error(const State&, const Slope& slope, Error& errors, Time step) const {
    double worst = 0;
    for (std::size_t i = 0; i < errors.size(); ++i) {
      const double size = std::max((*largest_)[i], std::abs(step * slope[i]));
      if (size > 0) worst = std::max(worst, std::abs(errors[i]) / (tolerance_ * size));
    }
    return worst;
  }
  template <class State, class Slope, class Error, class Time>
  double error(algebra_type&, const State& state, const Slope& slope, Error& errors,
               Time step) const {
    return error(state, slope, errors, step);
  }

 private:
  double tolerance_;
  const std::vector<double>* largest_;
};

}  // namespace

RateWalk::RateWalk(const RateFunction& rate, std::size_t parameters, double u0, double t0, double s,
                   bool derivatives, const RateOptions& options)
    : rate_(rate),
      options_(options),
      u0_(u0),
      s_(s),
      count_(derivatives ? 1 + parameters : 0),
      state_(2 + 2 * count_, 0.0),
      gradient_(2 + parameters) {
  state_[0] = t0;
  if (derivatives) state_[2] = 1;
  largest_ = state_;
  for (double& size : largest_) size = std::abs(size);
  start_tangent_ = rate_(u0, t0, s, nullptr);
  if (!std::isfinite(start_tangent_)) give_up(u0, t0, to_text(start_tangent_));
}

void RateWalk::advance(double x) {
  if (step_ == 0) step_ = kFirstStep * x;
  options_.method == RateMethod::radau ? advance_implicit(x) : advance_explicit(x);
}

RatePath RateWalk::path() {
  RatePath path{state_[0], state_[1], 0, start_tangent_, 0, 0, {}, {}};
  path.tangent = rate_(u(), state_[0], s_, nullptr);
  if (!std::isfinite(path.tangent)) give_up(u(), state_[0], to_text(path.tangent));
  if (count_ == 0) return path;
  const auto end = [&](std::size_t i) { return state_.begin() + static_cast<std::ptrdiff_t>(i); };
  path.traction_start = state_[2];
  path.work_start = state_[2 + count_];
  path.d_traction.assign(end(2 + 1), end(2 + count_));
  path.d_work.assign(end(2 + count_ + 1), state_.end());
  return path;
}

void RateWalk::count_step() {
  if (++trials_ > options_.most_steps)
    give_up(u(), state_[0], "more than " + std::to_string(options_.most_steps) + " steps");
}

void RateWalk::remember_sizes() {
  for (std::size_t i = 0; i < state_.size(); ++i)
    largest_[i] = std::max(largest_[i], std::abs(state_[i]));
}

void RateWalk::advance_implicit(double x) {
  while (x_ < x) {
    count_step();
    const bool last = x_ + step_ >= x;
    const double h = last ? x - x_ : step_;
    const double error = attempt(h);
    const double factor = std::clamp(kMargin * std::pow(error, -1 / kErrorOrder), kShrink, kGrow);
    if (error <= 1) {
      x_ = last ? x : x_ + h;
      state_ = halves_;
      remember_sizes();
      step_ = last ? std::max(step_, factor * h) : factor * h;
    } else {
      step_ = std::min(factor, kMargin) * h;
      if (x_ + step_ == x_) give_up(u(), state_[0], "no step that is short enough");
    }
  }
}

/// Error of one step of Radau's method against its two halves, which then stand in halves_.
double RateWalk::attempt(double h) {
  constexpr double kFailed = HUGE_VAL;
  if (!move(x_, h, state_, whole_)) return kFailed;
  if (!move(x_, 0.5 * h, state_, middle_)) return kFailed;
  if (!move(x_ + 0.5 * h, 0.5 * h, middle_, halves_)) return kFailed;
  double error = 0;
  for (std::size_t i = 0; i < state_.size(); ++i) {
    // A sensitivity that begins at zero has no size yet: it is left out of the first step.
    if (i > 1 && largest_[i] == 0) continue;
    const double scale = std::max({largest_[i], std::abs(middle_[i]), std::abs(halves_[i])});
    if (scale > 0)
      error =
          std::max(error, std::abs(whole_[i] - halves_[i]) / (options_.relative_tolerance * scale));
  }
  return std::isfinite(error) ? error : kFailed;
}

/// One step of Radau's method from `from` to `to`; false if it is too long.
bool RateWalk::move(double x, double h, const std::vector<double>& from, std::vector<double>& to) {
  const auto rate = [&](double at, double t, double& slope) {
    const double g = rate_(u0_ + s_ * at, t, s_, gradient_.data());
    slope = s_ * gradient_[1];
    return s_ * g;
  };
  if (!radau_.solve(rate, x, h, from[0])) return false;
  to.resize(from.size());
  to[0] = radau_.end();
  to[1] = from[1] + s_ * radau_.integral(radau_.stages);
  return count_ == 0 || sensitivities(from, to);
}

bool RateWalk::sensitivities(const std::vector<double>& from, std::vector<double>& to) {
  radau::Stages slope;
  Eigen::Matrix<double, Eigen::Dynamic, radau::kStages> by_parameter(count_, radau::kStages);
  by_parameter.row(0).setZero();  // t0
  for (int j = 0; j < radau::kStages; ++j) {
    rate_(u0_ + s_ * radau_.at(j), radau_.stages[j], s_, gradient_.data());
    slope[j] = s_ * gradient_[1];
    for (std::size_t i = 1; i < count_; ++i)
      by_parameter(static_cast<Eigen::Index>(i), j) = s_ * gradient_[1 + i];
  }
  if (!slope.allFinite() || !by_parameter.allFinite()) return false;
  radau_.factor(slope);
  for (std::size_t i = 0; i < count_; ++i) {
    const radau::Stages stages =
        radau_.sensitivity(from[2 + i], by_parameter.row(static_cast<Eigen::Index>(i)).transpose());
    to[2 + i] = stages[radau::kStages - 1];
    to[2 + count_ + i] = from[2 + count_ + i] + s_ * radau_.integral(stages);
  }
  return true;
}

void RateWalk::advance_explicit(double x) {
  using State = std::vector<double>;
  using Stepper = odeint::runge_kutta_dopri5<State>;
  odeint::controlled_runge_kutta<Stepper, LargestError> stepper(
      LargestError(options_.relative_tolerance, largest_));
  const auto system = [this](const State& state, State& change, double at) {
    slope(state, change, at);
  };
  while (x_ < x) {
    count_step();
    const bool last = x_ + step_ >= x;
    double h = last ? x - x_ : step_;
    if (stepper.try_step(system, state_, x_, h) == odeint::success) {
      remember_sizes();
      if (last) x_ = x;
      step_ = last ? std::max(step_, h) : h;
    } else {
      step_ = h;
      if (x_ + step_ == x_) give_up(u(), state_[0], "no step that is short enough");
    }
  }
}

/// The right-hand sides over x, of everything in the state.
void RateWalk::slope(const std::vector<double>& state, std::vector<double>& change, double x) {
  const double g = rate_(u0_ + s_ * x, state[0], s_, count_ > 0 ? gradient_.data() : nullptr);
  change[0] = s_ * g;
  change[1] = s_ * state[0];
  for (std::size_t i = 0; i < count_; ++i) {
    change[2 + i] = s_ * (gradient_[1] * state[2 + i] + (i == 0 ? 0 : gradient_[1 + i]));
    change[2 + count_ + i] = s_ * state[2 + i];
  }
  for (const double value : change)
    if (!std::isfinite(value)) give_up(u0_ + s_ * x, state[0], to_text(value));
}

}  // namespace slipfront
