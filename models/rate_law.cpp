#include "models/rate_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "models/radau.hpp"

namespace slipfront {
namespace {

constexpr std::size_t kHistory = 3;  // u0, t0, reference
// Part of the path that is tried as the first step; the error control corrects it.
constexpr double kFirstStep = 1e-3;
// Step sizes follow the error of order 10 of a step, with a margin, within these factors.
constexpr double kErrorOrder = 10, kMargin = 0.9, kShrink = 0.2, kGrow = 10;

[[noreturn]] void give_up(double u, double t, const std::string& found) {
  throw Failure(Problem{"friction law in rate form",
                        "rate at u = " + to_text(u) + ", t = " + to_text(t), found,
                        "the rate must be finite and Lipschitz in t along the path",
                        "check the law and its parameters"});
}

/// Walks from (u0, t0) in direction s, over x = |u - u0|. State: t, W, then (with
/// derivatives) dt/dt0, dt/dC..., dW/dt0, dW/dC...
class RateWalk {
 public:
  RateWalk(const RateFunction& rate, std::size_t parameters, double u0, double t0, double s,
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
  }

  /// To a distance that is not below the last one.
  void advance(double x) {
    if (step_ == 0) step_ = kFirstStep * x;
    while (x_ < x) {
      if (++trials_ > options_.most_steps)
        give_up(u0_ + s_ * x_, state_[0],
                "more than " + std::to_string(options_.most_steps) + " steps");
      const bool last = x_ + step_ >= x;
      const double h = last ? x - x_ : step_;
      const double error = attempt(h);
      const double factor = std::clamp(kMargin * std::pow(error, -1 / kErrorOrder), kShrink, kGrow);
      if (error <= 1) {
        x_ = last ? x : x_ + h;
        state_ = halves_;
        for (std::size_t i = 0; i < state_.size(); ++i)
          largest_[i] = std::max(largest_[i], std::abs(state_[i]));
        step_ = last ? std::max(step_, factor * h) : factor * h;
      } else {
        step_ = std::min(factor, kMargin) * h;
        if (x_ + step_ == x_) give_up(u0_ + s_ * x_, state_[0], "no step that is short enough");
      }
    }
  }

  RatePath path() const {
    RatePath path{state_[0], state_[1], 0, 0, 0, 0, {}, {}};
    path.tangent = rate_(u0_ + s_ * x_, state_[0], s_, nullptr);
    if (!std::isfinite(path.tangent)) give_up(u0_ + s_ * x_, state_[0], to_text(path.tangent));
    if (count_ == 0) return path;
    const auto end = [&](std::size_t i) { return state_.begin() + static_cast<std::ptrdiff_t>(i); };
    path.traction_start = state_[2];
    path.work_start = state_[2 + count_];
    path.d_traction.assign(end(2 + 1), end(2 + count_));
    path.d_work.assign(end(2 + count_ + 1), state_.end());
    return path;
  }

 private:
  /// Error of one step against its two halves, which then stand in halves_.
  double attempt(double h) {
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
        error = std::max(error,
                         std::abs(whole_[i] - halves_[i]) / (options_.relative_tolerance * scale));
    }
    return std::isfinite(error) ? error : kFailed;
  }

  /// One step of the method from `from` to `to`; false if it is too long.
  bool move(double x, double h, const std::vector<double>& from, std::vector<double>& to) {
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

  bool sensitivities(const std::vector<double>& from, std::vector<double>& to) {
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
      const radau::Stages stages = radau_.sensitivity(
          from[2 + i], by_parameter.row(static_cast<Eigen::Index>(i)).transpose());
      to[2 + i] = stages[radau::kStages - 1];
      to[2 + count_ + i] = from[2 + count_ + i] + s_ * radau_.integral(stages);
    }
    return true;
  }

  const RateFunction& rate_;
  const RateOptions options_;
  double u0_, s_;
  std::size_t count_;  // t0 and parameters; 0 without derivatives
  std::vector<double> state_, largest_, whole_, middle_, halves_, gradient_;
  radau::Step radau_;
  double x_ = 0, step_ = 0;
  int trials_ = 0;
};

}  // namespace

RatePath integrate_rate(const RateFunction& rate, std::size_t parameters, double u0, double t0,
                        double u, bool derivatives, const RateOptions& options) {
  const double s = u < u0 ? -1 : 1;
  RateWalk walk(rate, parameters, u0, t0, s, derivatives, options);
  const double start_tangent = rate(u0, t0, s, nullptr);
  if (!std::isfinite(start_tangent)) give_up(u0, t0, to_text(start_tangent));
  walk.advance(std::abs(u - u0));
  RatePath path = walk.path();
  path.start_tangent = start_tangent;
  return path;
}

std::size_t RateLaw::history_size(std::size_t directions) const {
  return directions == 1 ? kHistory : 0;
}

void RateLaw::start_history(std::size_t, const double* displacement, double* history) const {
  history[0] = displacement[0];
  history[1] = 0;
  history[2] = displacement[0];
}

namespace {

/// The outputs of a point whose displacement is not finite.
void no_answer(const VirginBatch& b, std::size_t columns, std::size_t i) {
  constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
  for (double* output : {b.traction, b.tangent, b.loop_area})
    if (output) output[i] = kNothing;
  for (double* output : {b.d_traction, b.d_loop_area})
    if (output) std::fill_n(output + i * columns, columns, kNothing);
}

}  // namespace

void RateLaw::virgin(const VirginBatch& b) const {
  const std::size_t columns = 2 + parameters_;
  const bool derivatives = b.d_traction || b.d_loop_area;
  // All points lie on one curve: it is walked once, from the smallest to the largest.
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < b.points; ++i) {
    if (std::isfinite(b.displacement[i]))
      order.push_back(i);
    else
      no_answer(b, columns, i);
  }
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return std::abs(b.displacement[i]) < std::abs(b.displacement[j]);
  });
  RateWalk walk(rate_, parameters_, 0, 0, 1, derivatives, options_);
  for (const std::size_t i : order) {
    const double s = b.displacement[i] < 0 ? -1 : 1, u = std::abs(b.displacement[i]);
    walk.advance(u);
    const RatePath path = walk.path();
    if (b.traction) b.traction[i] = s * path.traction;
    if (b.tangent) b.tangent[i] = path.tangent;
    if (b.loop_area) {
      b.loop_area[i] = kMasingPotential * path.work - kMasingSecant * u * path.traction;
    }
    if (b.d_traction) {
      double* row = b.d_traction + i * columns;
      row[0] = path.tangent;
      row[1] = 0;
      for (std::size_t p = 0; p < parameters_; ++p) row[2 + p] = s * path.d_traction[p];
    }
    if (b.d_loop_area) {
      double* row = b.d_loop_area + i * columns;
      row[0] = s * kMasingSecant * (path.traction - u * path.tangent);
      row[1] = 0;
      for (std::size_t p = 0; p < parameters_; ++p) {
        row[2 + p] = kMasingPotential * path.d_work[p] - kMasingSecant * u * path.d_traction[p];
      }
    }
  }
}

void RateLaw::hysteretic(const HystereticBatch& b) const {
  const std::size_t size = (2 + kHistory) * (2 + kHistory + parameters_);
  for (std::size_t i = 0; i < b.points; ++i) {
    const double* history = b.history + kHistory * i;
    const double reference = history[2], u = b.displacement[i];
    const RatePath path = integrate_rate(rate_, parameters_, history[0] - reference, history[1],
                                         u - reference, b.jacobian != nullptr, options_);
    if (b.traction) b.traction[i] = path.traction;
    if (b.tangent) b.tangent[i] = path.tangent;
    if (b.d_normal) b.d_normal[i] = 0;
    if (b.work) b.work[i] = path.work;
    if (b.jacobian) jacobian(history, path, b.jacobian + i * size);
    if (b.new_history) {
      b.new_history[kHistory * i] = u;
      b.new_history[kHistory * i + 1] = path.traction;
      b.new_history[kHistory * i + 2] = reference;
    }
  }
}

void RateLaw::jacobian(const double* history, const RatePath& path, double* out) const {
  // Columns u, normal, u0, t0, reference, parameters.
  enum Column { kU = 0, kU0 = 2, kT0 = 3, kReference = 4, kFirst = 2 + kHistory };
  const std::size_t columns = 2 + kHistory + parameters_;
  constexpr std::size_t kRows = 2 + kHistory;  // traction, new history, work
  for (std::size_t k = 0; k < kRows * columns; ++k) out[k] = 0;
  const auto fill = [&](double* row, double by_u, double by_u0, double by_t0,
                        const std::vector<double>& by_parameters) {
    row[kU] = by_u;
    row[kU0] = by_u0;
    row[kT0] = by_t0;
    row[kReference] = -(by_u + by_u0);
    for (std::size_t p = 0; p < parameters_; ++p) row[kFirst + p] = by_parameters[p];
  };
  const double by_u0 = -path.start_tangent * path.traction_start;
  fill(out, path.tangent, by_u0, path.traction_start, path.d_traction);
  fill(out + 2 * columns, path.tangent, by_u0, path.traction_start, path.d_traction);
  fill(out + (kRows - 1) * columns, path.traction,
       -history[1] - path.start_tangent * path.work_start, path.work_start, path.d_work);
  out[columns + kU] = 1;              // the new u0
  out[3 * columns + kReference] = 1;  // row 3: the reference stays
}

}  // namespace slipfront
