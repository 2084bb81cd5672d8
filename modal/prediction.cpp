#include "modal/prediction.hpp"

#include <algorithm>
#include <cmath>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "core/time_steps.hpp"
#include "io/csv.hpp"
#include "modal/newmark.hpp"

namespace slipfront {

namespace {

constexpr int kDigits = 5;  // of numbers in sentences

/// Steps of the integration in one of the force's samples.
double parts_of(const DrivenMode& mode, const Signal& force, const PredictionOptions& options) {
  return std::ceil(force.step * static_cast<double>(options.steps_per_period) *
                   mode.model.frequency_0());
}

void check(const std::vector<DrivenMode>& modes, const Signal& force,
           const PredictionOptions& options) {
  constexpr double kSamplesPerPeriod = 8;  // as everywhere: below, peaks are missed
  std::vector<Problem> problems;
  const double length = force.step * static_cast<double>(force.values.size() - 1);
  if (!(options.duration >= length * (1 - 1e-9)))
    problems.push_back({force.source, "time", "a force of " + to_text(length, kDigits) + " s",
                        "is longer than the response of " + to_text(options.duration, kDigits) +
                            " s that is wanted",
                        "ask for a longer response, or cut the force"});
  for (const DrivenMode& mode : modes)
    if (force.step * mode.model.frequency_0() * kSamplesPerPeriod > 1)
      problems.push_back({force.source, "time", "steps of " + to_text(force.step, kDigits) + " s",
                          "eight samples per period are needed at least, of a mode at " +
                              to_text(mode.model.frequency_0(), kDigits) + " Hz",
                          "sample faster, or leave the mode out"});
  // Steps that a computer holds, three numbers each: beyond, a slip of the pen.
  constexpr double kMostSteps = 3e7;
  double most_parts = 1;
  for (const DrivenMode& mode : modes)
    most_parts = std::max(most_parts, parts_of(mode, force, options));
  const double samples = options.duration / force.step, steps = samples * most_parts;
  if (steps > kMostSteps)
    problems.push_back(
        {force.source, "time", "a response of " + to_text(options.duration, kDigits) + " s",
         "makes " + to_text(steps, 2) + " steps, more than " + to_text(kMostSteps, 2),
         "ask for a shorter response"});
  throw_if_any(std::move(problems));
}

}  // namespace

double Signal::at(double time) const {
  const double place = (time - start) / step, last = static_cast<double>(values.size() - 1);
  constexpr double kRounding = 1e-9;  // of a step: times that are meant to be the ends
  if (place < -kRounding || place > last + kRounding) return 0;
  const double low = std::clamp(std::floor(place), 0.0, std::max(last - 1, 0.0));
  const auto i = static_cast<std::size_t>(low);
  return values[i] + (place - low) * (values[i + 1] - values[i]);
}

Signal Signal::between(double from, double to) const {
  const auto last = static_cast<double>(values.size() - 1);
  const auto nearest = [&](double t) {
    return static_cast<std::ptrdiff_t>(std::clamp(std::round((t - start) / step), 0.0, last));
  };
  const std::ptrdiff_t first = nearest(from), end = std::max(first, nearest(to)) + 1;
  return {source,
          time(static_cast<std::size_t>(first)),
          step,
          {values.begin() + first, values.begin() + end}};
}

Signal read_signal(const std::string& path, const std::string& quantity) {
  const CsvTable table = read_csv(path);
  const std::vector<double>&time = table.column("time"), &values = table.column(quantity);
  std::vector<Problem> problems;
  const auto add = [&](const std::string& key, const std::string& found, const std::string& rule,
                       const std::string& remedy) {
    problems.push_back({path, key, found, rule, remedy});
  };
  if (time.size() < 2) {
    add("time", std::to_string(time.size()) + " samples", "a signal needs two at least", "");
    throw Failure(std::move(problems));
  }
  for (std::size_t i = 0; i < time.size() && problems.empty(); ++i)
    if (!std::isfinite(time[i]) || !std::isfinite(values[i]))
      add("line " + std::to_string(table.lines[i]), "a value that is missing or not finite",
          "every sample needs both", "");
  throw_if_any(std::move(problems));
  const TimeSteps steps = time_steps(time);
  if (!steps.equal) {
    const double worst = time[steps.worst] - time[steps.worst - 1];
    add("line " + std::to_string(table.lines[steps.worst]),
        "a step of " + to_text(worst, kDigits) + ", " + to_text(steps.mean, kDigits) +
            " in the mean",
        "time must rise in equal steps", "resample the signal");
  }
  throw_if_any(std::move(problems));
  if (std::all_of(values.begin(), values.end(), [](double v) { return v == 0; }))
    throw Failure(Problem{path, quantity, "zero at every time", "a signal must have a value",
                          "check the sensor, or leave the file out"});
  return {path, time.front(), steps.mean, values};
}

Signal predict_acceleration(const std::vector<DrivenMode>& modes, const Signal& force,
                            const PredictionOptions& options) {
  check(modes, force, options);
  const auto count = static_cast<std::size_t>(std::lround(options.duration / force.step)) + 1;
  Signal response{"prediction", force.start, force.step, std::vector<double>(count, 0.0)};
  for (const DrivenMode& mode : modes) {
    const auto parts = static_cast<std::size_t>(parts_of(mode, force, options));
    ElementsJoint joint(discretise(mode.model.joint, {.accuracy = options.accuracy}).elements);
    NewmarkOptions newmark;
    newmark.step = force.step / static_cast<double>(parts);
    newmark.force_scale = mode.model.joint.slip_force();
    const TimeResponse q = integrate_newmark(
        {1, mode.model.k_inf, mode.model.viscous}, joint,
        [&](double t) { return mode.drive_shape * force.at(force.start + t); }, 0, 0,
        (count - 1) * parts, newmark);
    for (std::size_t i = 0; i < count; ++i)
      response.values[i] += mode.response_shape * q.acceleration[i * parts];
  }
  return response;
}

}  // namespace slipfront
