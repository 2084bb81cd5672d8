#include "modal/averaging.hpp"

#include <algorithm>
#include <array>
#include <boost/numeric/odeint.hpp>
#include <cmath>

#include "core/failure.hpp"
#include "modal/averaging_cycle.hpp"

namespace slipfront {

namespace {

namespace odeint = boost::numeric::odeint;

using State = std::array<double, 2>;
using Stepper = odeint::runge_kutta_dopri5<State>;

constexpr double kPi = 3.14159265358979323846;
// Below this share of the first amplitude nothing is left to average.
constexpr double kNothing = 1e-12;

/// Amplitude and phase that give a displacement and velocity, and the rates there.
struct Settled {
  AveragedRate rate;
  double amplitude = 0, phase = 0;
  AveragedState state_at(double time) const { return {time, amplitude, phase}; }
};

/// A^2 = x^2 + ((x' + zeta omega x) / omega_d)^2 with the rates at A, by the secant method:
/// x' = A' cos phi - A phi' sin phi and A' = -zeta omega A (eq 15).
Settled settle(const Oscillator& oscillator, const BoundLaw& law, double displacement,
               double velocity, double guess) {
  constexpr int kMostIterations = 50;  // three or four are needed
  constexpr double kSettled = 1e-10;   // of the amplitude, as in the paper
  Settled settled;
  const auto answer = [&](double amplitude) {
    settled.rate = secant_rate(oscillator, law, amplitude);
    const double zeta = settled.rate.zeta, omega = settled.rate.omega;
    const double across =
        (velocity + zeta * omega * displacement) / (omega * std::sqrt(1 - zeta * zeta));
    settled.amplitude = std::hypot(displacement, across);
    settled.phase = std::atan2(-across, displacement);
    return settled.amplitude;
  };
  double before =
      guess > 0 ? guess : std::max(std::abs(displacement), kNothing * std::abs(velocity));
  double error_before = answer(before) - before, now = settled.amplitude;
  for (int i = 0; i < kMostIterations; ++i) {
    const double error = answer(now) - now;
    if (std::abs(error) <= kSettled * now) break;
    const double slope = (error - error_before) / (now - before);
    const double next = now - error / slope;
    before = now;
    error_before = error;
    now = std::isfinite(next) && next > 0 ? next : settled.amplitude;
  }
  return settled;
}

/// d(ln A)/dt and d(phi)/dt.
class FreeDecay {
 public:
  FreeDecay(const Oscillator& oscillator, const BoundLaw& law) : o_(oscillator), law_(law) {}
  void operator()(const State& state, State& rate, double) const {
    const AveragedRate at = averaged_rate(o_, law_, std::exp(state[0]));
    rate = {-at.zeta * at.omega, at.omega * std::sqrt(1 - at.zeta * at.zeta)};
  }

 private:
  const Oscillator& o_;
  const BoundLaw& law_;
};

/// x and v with the omega and zeta of the present amplitude.
class Pushed {
 public:
  /// `amplitude` holds the last one, from which the next is sought.
  Pushed(const Oscillator& oscillator, const BoundLaw& law, const HalfSinePulse& pulse,
         double& amplitude)
      : o_(oscillator), law_(law), pulse_(pulse), amplitude_(amplitude) {}
  void operator()(const State& state, State& rate, double time) const {
    const double push = pulse_.force(time) / o_.mass;
    if (state[0] == 0 && state[1] == 0) return void(rate = {0, push});
    const Settled now = settle(o_, law_, state[0], state[1], amplitude_);
    const AveragedRate& at = now.rate;
    amplitude_ = now.amplitude;
    rate = {state[1], push - 2 * at.zeta * at.omega * state[1] - at.omega * at.omega * state[0]};
  }

 private:
  const Oscillator& o_;
  const BoundLaw& law_;
  const HalfSinePulse& pulse_;
  double& amplitude_;
};

AveragedRate checked(const AveragedRate& rate) {
  if (!(rate.zeta >= 0 && rate.zeta < 1) || !std::isfinite(rate.omega))
    throw Failure(Problem{"averaging", "", "an oscillator that does not oscillate",
                          "damping must be well below critical",
                          "hit it less hard, or use the method newmark"});
  return rate;
}

/// Value, slope and curvature at s in 0..1 of the cubic with these ends over a span h.
std::array<double, 3> hermite(double s, double h, double y0, double y1, double d0, double d1) {
  const double a = 2 * (y0 - y1) + h * (d0 + d1), b = 3 * (y1 - y0) - h * (2 * d0 + d1);
  return {((a * s + b) * s + h * d0) * s + y0, ((3 * a * s + 2 * b) * s + h * d0) / h,
          (6 * a * s + 2 * b) / (h * h)};
}

}  // namespace

AveragedRate averaged_rate(const Oscillator& oscillator, const BoundLaw& law, double amplitude) {
  const AveragedCycle cycle = averaged_cycle(law, amplitude);
  const double omega = std::sqrt((cycle.stiffness + oscillator.stiffness) / oscillator.mass);
  const double loss = cycle.dissipation + kPi * oscillator.viscous * omega * amplitude * amplitude;
  return checked({omega, loss / (2 * kPi * (cycle.energy_slope + oscillator.stiffness) * amplitude *
                                 amplitude)});
}

AveragedRate secant_rate(const Oscillator& oscillator, const BoundLaw& law, double amplitude) {
  const SteadyCycle cycle = steady_cycle(law, amplitude);
  const double m = oscillator.mass, lambda = (cycle.secant + oscillator.stiffness) / m;
  const double omega = std::sqrt(lambda);
  return checked({omega, cycle.dissipation / (2 * kPi * m * lambda * amplitude * amplitude) +
                             oscillator.viscous / (2 * m * omega)});
}

AveragedState averaged_state(const Oscillator& oscillator, const BoundLaw& law, double time,
                             double displacement, double velocity) {
  return settle(oscillator, law, displacement, velocity, 0).state_at(time);
}

AveragedResponse integrate_averaging(const Oscillator& oscillator, const BoundLaw& law,
                                     const AveragedState& start, const AveragingOptions& options) {
  const FreeDecay decay(oscillator, law);
  auto stepper = odeint::make_controlled(options.tolerance, 0.0, Stepper());
  // ln A changes by little where A falls by a lot: an absolute tolerance on both unknowns.
  AveragedResponse response;
  State state = {std::log(start.amplitude), start.phase};
  double time = start.time;
  const double lowest = state[0] + std::log(kNothing);
  State rate;  // at `state`: the stepper hands on the last one of each step
  decay(state, rate, time);
  const auto keep = [&] {
    const double omega = std::hypot(rate[0], rate[1]);
    response.time.push_back(time);
    response.amplitude.push_back(std::exp(state[0]));
    response.phase.push_back(state[1]);
    response.omega.push_back(omega);
    response.zeta.push_back(-rate[0] / omega);
  };
  keep();
  double step = 1 / response.omega[0];
  while (time < options.duration && state[0] > lowest) {
    step = std::min(step, options.duration - time);
    const double before = time;
    if (stepper.try_step(decay, state, rate, time, step) == odeint::success) keep();
    if (time == before && !(time + step > time)) break;  // the rest is below rounding of time
  }
  return response;
}

TimeResponse AveragedResponse::sampled(double start, double step, std::size_t count) const {
  TimeResponse r;
  r.start = start;
  r.step = step;
  std::size_t k = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double t = r.time(i);
    while (k + 2 < size() && time[k + 1] < t) ++k;
    const double h = time[k + 1] - time[k], s = (t - time[k]) / h;
    const auto turning = [&](std::size_t j) { return omega[j] * std::sqrt(1 - zeta[j] * zeta[j]); };
    const auto log_a = hermite(s, h, std::log(amplitude[k]), std::log(amplitude[k + 1]),
                               -zeta[k] * omega[k], -zeta[k + 1] * omega[k + 1]);
    const auto phi = hermite(s, h, phase[k], phase[k + 1], turning(k), turning(k + 1));
    const double a = std::exp(log_a[0]), c = a * std::cos(phi[0]), d = a * std::sin(phi[0]);
    r.displacement.push_back(c);
    r.velocity.push_back(log_a[1] * c - phi[1] * d);
    r.acceleration.push_back((log_a[1] * log_a[1] + log_a[2] - phi[1] * phi[1]) * c -
                             (2 * log_a[1] * phi[1] + phi[2]) * d);
  }
  return r;
}

AveragedState pulse_by_averaging(const Oscillator& oscillator, const BoundLaw& law,
                                 const HalfSinePulse& pulse, double step,
                                 const AveragingOptions& options, TimeResponse& during) {
  // During the pulse the joint is in no steady cycle, which costs percents: more is in vain.
  constexpr double kBest = 1e-6;
  const double tolerance = std::max(kBest, options.tolerance);
  double amplitude = 0;
  const Pushed pushed(oscillator, law, pulse, amplitude);
  // Absolute tolerances from what the pulse would do to the free mass.
  const double speed = std::abs(pulse.impulse()) / oscillator.mass;
  auto stepper = odeint::make_dense_output(tolerance * speed * pulse.width, tolerance, Stepper());
  const State rest = {0, 0};
  stepper.initialize(rest, 0, pulse.width * tolerance);
  during = {};
  during.step = step;
  const auto keep = [&](double time, const State& state) {
    State rate;
    pushed(state, rate, time);
    during.displacement.push_back(state[0]);
    during.velocity.push_back(state[1]);
    during.acceleration.push_back(rate[1]);
  };
  State state = rest;
  if (step > 0) keep(0, state);
  while (stepper.current_time() < pulse.width) {
    stepper.do_step(pushed);
    if (!(step > 0)) continue;
    for (double t = during.time(during.size()); t <= std::min(stepper.current_time(), pulse.width);
         t = during.time(during.size())) {
      stepper.calc_state(t, state);
      keep(t, state);
    }
  }
  stepper.calc_state(pulse.width, state);
  return averaged_state(oscillator, law, pulse.width, state[0], state[1]);
}

}  // namespace slipfront
