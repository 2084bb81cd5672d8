#include "models/rate_law.hpp"

#include <boost/numeric/odeint.hpp>
#include <cmath>

#include "core/failure.hpp"
#include "core/number.hpp"

namespace slipfront {
namespace {

namespace odeint = boost::numeric::odeint;

constexpr std::size_t kHistory = 3;  // u0, t0, reference
// Part of the path that is tried as the first step; the error control corrects it.
constexpr double kFirstStep = 1e-3;
// Parts of the path left over by rounding of the step sizes.
constexpr double kArrived = 1e-14;

[[noreturn]] void give_up(double u, double t, const std::string& found) {
  throw Failure(Problem{"friction law in rate form",
                        "rate at u = " + to_text(u) + ", t = " + to_text(t), found,
                        "the rate must be finite and Lipschitz in t along the path",
                        "check the law and its parameters"});
}

/// Largest error of a step relative to relative_tolerance * (|value| + |change in the step|).
/// A quantity that is zero with zero slope (a work or a sensitivity at the start, a
/// parameter without influence) has no scale yet: it is left out of that step.
class RelativeError {
 public:
  using value_type = double;
  using algebra_type = odeint::range_algebra;
  using operations_type = odeint::default_operations;

  explicit RelativeError(double tolerance) : tolerance_(tolerance) {}

  template <class State, class Slope, class Error, class Time>
  double error(const State& state, const Slope& slope, Error& error, Time step) const {
    double largest = 0;
    for (std::size_t i = 0; i < state.size(); ++i) {
      const double scale = std::abs(state[i]) + std::abs(step * slope[i]);
      if (scale > 0) largest = std::max(largest, std::abs(error[i]) / (tolerance_ * scale));
    }
    return largest;
  }
  template <class State, class Slope, class Error, class Time>
  double error(algebra_type&, const State& state, const Slope& slope, Error& errors,
               Time step) const {
    return error(state, slope, errors, step);
  }

 private:
  double tolerance_;
};

/// State: t, W, then (with derivatives) dt/dt0, dt/dC..., dW/dt0, dW/dC...
struct System {
  const RateFunction& rate;
  std::size_t parameters;
  double u0, travel, s;
  bool derivatives;
  std::vector<double> gradient;

  void operator()(const std::vector<double>& state, std::vector<double>& slope, double part) {
    const double u = u0 + part * travel, t = state[0];
    const double g = rate(u, t, s, derivatives ? gradient.data() : nullptr);
    if (!std::isfinite(g)) give_up(u, t, to_text(g));
    slope[0] = travel * g;
    slope[1] = travel * t;
    if (!derivatives) return;
    const std::size_t n = 1 + parameters;
    for (std::size_t i = 0; i < n; ++i) {
      const double by_parameter = i == 0 ? 0 : gradient[1 + i];
      slope[2 + i] = travel * (gradient[1] * state[2 + i] + by_parameter);
      if (!std::isfinite(slope[2 + i])) give_up(u, t, "a derivative that is not finite");
      slope[2 + n + i] = travel * state[2 + i];
    }
  }
};

}  // namespace

RatePath integrate_rate(const RateFunction& rate, std::size_t parameters, double u0, double t0,
                        double u, bool derivatives, const RateOptions& options) {
  const double s = u < u0 ? -1 : 1;
  const std::size_t n = 1 + parameters;
  std::vector<double> state(derivatives ? 2 + 2 * n : 2, 0.0);
  state[0] = t0;
  if (derivatives) state[2] = 1;
  System system{rate, parameters, u0, u - u0, s, derivatives, std::vector<double>(1 + n)};

  using Stepper = odeint::runge_kutta_dopri5<std::vector<double>>;
  odeint::controlled_runge_kutta<Stepper, RelativeError> stepper(
      RelativeError(options.relative_tolerance));
  double part = 0, step = kFirstStep;
  int trials = 0;
  while (u != u0 && part < 1 - kArrived) {
    step = std::min(step, 1 - part);
    stepper.try_step(std::ref(system), state, part, step);
    if (++trials > options.most_steps) {
      give_up(u0 + part * (u - u0), state[0], "more than " + std::to_string(trials - 1) + " steps");
    }
  }

  RatePath path;
  path.traction = state[0];
  path.work = state[1];
  path.tangent = rate(u, path.traction, s, nullptr);
  path.start_tangent = rate(u0, t0, s, nullptr);
  path.traction_start = derivatives ? state[2] : 0;
  path.work_start = derivatives ? state[2 + n] : 0;
  if (derivatives) {
    const auto begin = state.begin();
    const auto at = [&](std::size_t i) { return begin + static_cast<std::ptrdiff_t>(i); };
    path.d_traction.assign(at(2 + 1), at(2 + n));
    path.d_work.assign(at(2 + n + 1), state.end());
  }
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

void RateLaw::virgin(const VirginBatch& b) const {
  const std::size_t columns = 2 + parameters_;
  const bool derivatives = b.d_traction || b.d_loop_area;
  for (std::size_t i = 0; i < b.points; ++i) {
    const double s = b.displacement[i] < 0 ? -1 : 1, u = std::abs(b.displacement[i]);
    const RatePath path = integrate_rate(rate_, parameters_, 0, 0, u, derivatives, options_);
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
