#include "modal/simulate.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "core/suggest.hpp"
#include "io/spec_file.hpp"
#include "modal/averaging_cycle.hpp"
#include "modal/simulate_decay.hpp"

namespace slipfront {

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kDigits = 4;  // of numbers in sentences
// Steps that a computer holds, a few numbers each: beyond it the duration is a slip of the pen.
constexpr double kMostSteps = 3e7;

const std::string kIwan = "iwan4", kIwanWithJump = "iwan5";

const std::vector<std::pair<std::string, IntegrationMethod>> kMethods = {
    {"newmark", IntegrationMethod::newmark},
    {"averaging", IntegrationMethod::averaging},
    {"newmark+averaging", IntegrationMethod::newmark_averaging}};

/// Stiffness of the joint at rest [N/m].
double stuck_stiffness(const BoundLaw& law) {
  const double rest = 0;
  double tangent = 0;
  law.virgin({.points = 1, .displacement = &rest, .tangent = &tangent});
  return tangent;
}

std::unique_ptr<const BoundLaw> bind(const SimulationCase& simulated, const Registry& models) {
  return models.find(simulated.model).bind(Framework::non_masing, simulated.values);
}

/// Reads the joint; a law that cannot be bound leaves its problems in the file.
void read_joint(SpecGroup joint, SpecFile& file, const Registry& models,
                SimulationCase& simulated) {
  joint.text("model", simulated.model, Presence::required);
  const auto given = joint.numbers("params");
  const std::vector<std::string> names = models.names();
  if (joint.has("elements")) {
    SpecGroup elements = joint.group("elements");
    constexpr int kMostElements = 10000;
    constexpr double kWidest = 10;  // of the ratio
    ElementGrid grid;
    elements.number("ratio", grid.ratio, {.low = 1, .high = kWidest, .open = true});
    elements.whole("count", grid.count, 1, kMostElements);
    simulated.grid = grid;
  }
  if (std::find(names.begin(), names.end(), simulated.model) == names.end())
    return file.add("/joint/model", "'" + simulated.model + "'", "is no friction model",
                    suggestion(simulated.model, names));
  const FrictionLaw& law = models.find(simulated.model);
  const LawDescription& about = law.description();
  if (about.pressure_dependent)
    return file.add("/joint/model", "'" + simulated.model + "'",
                    "needs a normal force, which a single joint does not have",
                    "take jenkins with slip_traction = mu N");
  if (std::find(about.frameworks.begin(), about.frameworks.end(), Framework::non_masing) ==
      about.frameworks.end())
    return file.add("/joint/model", "'" + simulated.model + "'",
                    "has no hysteresis of its own to be integrated in time",
                    "take one whose frameworks hold non_masing in 'slipfront models'");
  std::vector<std::string> known;
  for (const Parameter& parameter : law.parameters(Framework::non_masing)) {
    known.push_back(parameter.name);
    const auto found = std::find_if(given.begin(), given.end(),
                                    [&](const auto& each) { return each.first == parameter.name; });
    if (found == given.end())
      file.add("/joint/params/" + parameter.name, "nothing", "is needed: a number", "");
    else
      simulated.values.push_back(found->second);
    if (parameter.name == "slip_traction" && found != given.end() && simulated.slip_force == 0)
      simulated.slip_force = found->second;
  }
  for (const auto& [name, value] : given)
    if (std::find(known.begin(), known.end(), name) == known.end())
      file.add("/joint/params/" + name, to_text(value), "is no parameter of " + simulated.model,
               suggestion(name, known));
  if (simulated.values.size() < known.size()) return;
  const bool iwan = simulated.model == kIwan || simulated.model == kIwanWithJump;
  constexpr std::size_t kChi = 2;  // of both: slip_traction, tangential_stiffness, chi, beta
  if (iwan && !(simulated.values[kChi] > -1))
    return file.add("/joint/params/chi", to_text(simulated.values[kChi]),
                    "must be above -1: at -1 all sliders of the power law have no strength, "
                    "below they have negative stiffness",
                    "as -0.5");
  const std::string violation = law.domain_violation(Framework::non_masing, simulated.values);
  if (!violation.empty())
    file.add("/joint/params", "values outside of the model's domain", violation, "");
  if (simulated.grid && simulated.model != kIwan)
    file.add("/joint/elements", "given", "only discretise the model iwan4",
             "leave them out: other models are integrated with their own history");
}

void read_motion(SpecGroup root, SpecFile& file, SimulationCase& simulated) {
  const NumberRange positive = {.low = 0, .open = true};
  if (root.has("pulse")) {
    SpecGroup pulse = root.group("pulse");
    pulse.number("amplitude", simulated.pulse.amplitude, positive, Presence::required);
    pulse.number("width", simulated.pulse.width, positive, Presence::required);
  }
  if (root.has("start"))
    root.group("start").number("displacement", simulated.start, positive, Presence::required);
  if (root.has("pulse") == root.has("start"))
    file.add("/pulse", root.has("pulse") ? "a pulse and a start" : "neither a pulse nor a start",
             "needs one of \"pulse\" {amplitude, width} and \"start\" {displacement}", "");
  root.number("duration", simulated.duration, positive, Presence::required);
  if (simulated.duration > 0 && simulated.pulse.width >= simulated.duration)
    file.add("/pulse/width", to_text(simulated.pulse.width) + " s",
             "must be shorter than the record of " + to_text(simulated.duration) + " s",
             "lengthen the duration: the decay begins where the pulse ends");
}

void check_oscillation(const BoundLaw& law, std::optional<double> ratio, SpecFile& file,
                       SimulationCase& simulated) {
  Oscillator& o = simulated.oscillator;
  const double k = stuck_stiffness(law) + o.stiffness;
  const double omega = std::sqrt(k / o.mass);
  if (!(k > 0) || !std::isfinite(omega))
    return file.add("/stiffness", to_text(k) + " N/m with the joint",
                    "must be above 0 for an oscillation", "");
  if (ratio) o.viscous = 2 * *ratio * o.mass * omega;
  if (o.viscous >= 2 * o.mass * omega)
    file.add("/viscous_damping", to_text(o.viscous),
             "must be below critical damping, " + to_text(2 * o.mass * omega, kDigits) + " N s/m",
             "");
  const double steps = simulated.duration * omega / (2 * kPi) * simulated.steps_per_period;
  if (steps > kMostSteps)
    file.add("/duration", to_text(simulated.duration) + " s",
             "makes " + to_text(steps, 2) + " steps, more than " + to_text(kMostSteps, 2),
             "shorten it, or lower steps_per_period");
  constexpr double kFewestInPulse = 10;  // below, the sampled pulse loses percents of its impulse
  const double in_pulse = simulated.pulse.width * omega / (2 * kPi) * simulated.steps_per_period;
  if (simulated.pulse.width > 0 && in_pulse < kFewestInPulse)
    file.add("/pulse/width", to_text(simulated.pulse.width) + " s",
             "is " + to_text(in_pulse, 2) + " steps of the oscillator's " +
                 to_text(omega / (2 * kPi), kDigits) + " Hz: ten are needed at least",
             "lengthen it, raise steps_per_period, or check the mass");
}

/// The joint at rest, as Newmark's rule takes it.
std::unique_ptr<Joint> make_joint(const SimulationCase& simulated, const BoundLaw& law) {
  if (!simulated.grid && simulated.model == kIwan) return std::make_unique<MasingJoint>(law);
  const auto& p = simulated.values;  // slip_traction, tangential_stiffness, chi, beta[, theta]
  if (simulated.model == kIwanWithJump)
    return std::make_unique<SlidersJoint>(iwan_constants(p[0], p[1], p[2], p[3], p[4]));
  if (!simulated.grid) return std::make_unique<LawJoint>(law);
  const IwanJoint iwan =
      IwanJoint::from_stiffness(p[0], p[1], p[2], p.back(), simulated.source + ", joint");
  return std::make_unique<ElementsJoint>(
      geometric_elements(iwan, simulated.grid->ratio, simulated.grid->count));
}

std::vector<DecayPoint> decay_of(const AveragedResponse& averaged) {
  std::vector<DecayPoint> points;
  for (std::size_t i = 0; i < averaged.size(); ++i) {
    DecayPoint point;
    point.time = averaged.time[i];
    point.amplitude = averaged.amplitude[i];
    point.frequency_hz = averaged.omega[i] / (2 * kPi);
    point.damping = averaged.zeta[i];
    points.push_back(point);
  }
  return points;
}

void append(const TimeResponse& more, TimeResponse& response) {
  const auto join = [](std::vector<double>& a, const std::vector<double>& b) {
    a.insert(a.end(), b.begin(), b.end());
  };
  join(response.displacement, more.displacement);
  join(response.velocity, more.velocity);
  join(response.acceleration, more.acceleration);
}

void warn(const SimulationCase& simulated, const NewmarkOptions& options, double omega,
          Simulation& result) {
  constexpr double kLoosest = 1e-8;  // of F_S: errata of the paper, its figure 5
  if (simulated.residual_tolerance > kLoosest)
    result.warnings.push_back("a residual tolerance of " + to_text(options.tolerance) +
                              " F_S distorts the damping of small vibrations: at most 1e-8, better "
                              "1e-12, is needed");
  if (result.decay.empty() || !(simulated.oscillator.viscous > 0)) return;
  double smallest = std::numeric_limits<double>::infinity();
  for (const DecayPoint& point : result.decay) smallest = std::min(smallest, point.amplitude);
  const double distorted = distorted_below(simulated.oscillator, omega, options);
  if (smallest < distorted)
    result.warnings.push_back("below an amplitude of " + to_text(distorted, kDigits) +
                              " m the residual tolerance may change the damping by more than one "
                              "percent: lower residual_tolerance");
}

/// Averaging takes every cycle of a decay for a closed loop. Is that what the law makes of it?
void warn_of_no_masing(const BoundLaw& law, double amplitude, Simulation& result) {
  constexpr double kEqual = 1e-3;  // of the loop: more than it is traced to
  double masing = 0;
  const double normal = 0;
  law.virgin(
      {.points = 1, .displacement = &amplitude, .normal_traction = &normal, .loop_area = &masing});
  const double closed = steady_cycle(law, amplitude).dissipation;
  if (std::abs(closed - masing) <= kEqual * std::abs(closed)) return;
  result.warnings.push_back(
      "the joint does not follow Masing's rules (its closed loop of " +
      to_text(amplitude, kDigits) + " m dissipates " + to_text(closed, kDigits) +
      " J, those make it " + to_text(masing, kDigits) +
      " J): averaging may have its damping wrong by a tenth and more; method newmark has not");
}

}  // namespace

IntegrationMethod integration_method(const std::string& text) {
  std::vector<std::string> names;
  for (const auto& [name, method] : kMethods) {
    if (name == text) return method;
    names.push_back(name);
  }
  throw Failure(Problem{"method", "", "'" + text + "'", "is none", suggestion(text, names)});
}

std::string to_text(IntegrationMethod method) {
  for (const auto& [name, known] : kMethods)
    if (known == method) return name;
  return "";
}

SimulationCase parse_simulation_case(std::string_view json, const std::string& source,
                                     const Registry& models) {
  SpecFile file(json, source);
  SpecGroup root = file.root();
  SimulationCase simulated;
  simulated.source = source;
  const NumberRange positive = {.low = 0, .open = true};
  constexpr double kCritical = 1;
  std::optional<double> ratio;
  root.number("mass", simulated.oscillator.mass, positive);
  root.number("stiffness", simulated.oscillator.stiffness, {.low = 0}, Presence::required);
  root.number("damping_ratio", ratio, {.low = 0, .high = kCritical});
  root.number("viscous_damping", simulated.oscillator.viscous, {.low = 0});
  if (ratio && root.has("viscous_damping"))
    file.add("/damping_ratio", to_text(*ratio), "must not stand beside viscous_damping",
             "state one of them");
  root.number("slip_force", simulated.slip_force, positive);
  read_motion(root, file, simulated);
  constexpr int kFewestSteps = 20, kMostPerPeriod = 100000;
  root.whole("steps_per_period", simulated.steps_per_period, kFewestSteps, kMostPerPeriod);
  const NumberRange share = {.low = 0, .high = 1, .open = true};
  root.number("residual_tolerance", simulated.residual_tolerance, share);
  constexpr double kTightest = 1e-13;  // rounding: below, no step is short enough
  root.number("averaging_tolerance", simulated.averaging_tolerance, {.low = kTightest, .high = 1});
  read_joint(root.group("joint"), file, models, simulated);
  if (simulated.slip_force == 0)
    file.add("/slip_force", "nothing",
             "is needed where the model has no slip_traction: the residual tolerance is a share "
             "of it",
             "state the force at which the joint slips [N]");
  file.finish();
  check_oscillation(*bind(simulated, models), ratio, file, simulated);
  file.finish();
  return simulated;
}

Simulation simulate_case(const SimulationCase& simulated, const Registry& models,
                         IntegrationMethod method, bool sample) {
  const auto law = bind(simulated, models);
  const Oscillator& o = simulated.oscillator;
  const double omega = std::sqrt((stuck_stiffness(*law) + o.stiffness) / o.mass);
  NewmarkOptions newmark;
  newmark.step = 2 * kPi / omega / simulated.steps_per_period;
  newmark.force_scale = simulated.slip_force;
  newmark.tolerance = simulated.residual_tolerance;
  AveragingOptions averaging;
  averaging.tolerance = simulated.averaging_tolerance;
  averaging.duration = simulated.duration;
  const auto steps_to = [&](double time) {
    return static_cast<std::size_t>(std::ceil(time / newmark.step));
  };
  Simulation result;
  result.method = method;
  result.stuck_hz = omega / (2 * kPi);
  const auto begin = std::chrono::steady_clock::now();
  const auto finished = [&] {
    result.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  const double pulse_end = simulated.pulse.width;
  const bool by_newmark = method != IntegrationMethod::averaging;
  if (by_newmark) {
    const auto joint = make_joint(simulated, *law);
    joint->accept(simulated.start);
    const double until = method == IntegrationMethod::newmark ? simulated.duration
                                                              : std::max(pulse_end, newmark.step);
    result.response =
        integrate_newmark(o, *joint, simulated.pulse, simulated.start, 0, steps_to(until), newmark);
    result.steps = result.response.size() - 1;
  }
  if (method == IntegrationMethod::newmark) {
    finished();
    result.decay = decay_points(result.response, pulse_end);
    if (result.decay.empty())
      result.warnings.push_back("less than four cycles after the pulse: no decay to speak of");
    warn(simulated, newmark, omega, result);
    return result;
  }
  AveragedState state{0, simulated.start, 0};
  if (by_newmark) {
    // The pulse is over at the last sample.
    const std::size_t last = result.response.size() - 1;
    state = averaged_state(o, *law, result.response.time(last), result.response.displacement[last],
                           result.response.velocity[last]);
  } else if (pulse_end > 0) {
    state = pulse_by_averaging(o, *law, simulated.pulse, sample ? newmark.step : 0, averaging,
                               result.response);
  }
  const AveragedResponse averaged = integrate_averaging(o, *law, state, averaging);
  finished();
  result.steps += averaged.size() - 1;
  warn_of_no_masing(*law, state.amplitude, result);
  result.decay = decay_of(averaged);
  if (sample) {
    result.response.step = newmark.step;
    const std::size_t have = result.response.size(), all = steps_to(simulated.duration) + 1;
    if (all > have)
      append(averaged.sampled(newmark.step * static_cast<double>(have), newmark.step, all - have),
             result.response);
  }
  return result;
}

}  // namespace slipfront
