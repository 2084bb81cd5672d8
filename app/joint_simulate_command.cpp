#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/plugin_option.hpp"
#include "app/table.hpp"
#include "core/failure.hpp"
#include "core/number.hpp"
#include "experiment/svg_chart.hpp"
#include "io/atomic_file.hpp"
#include "modal/simulate.hpp"

namespace slipfront {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kDigits = 6;  // for people

std::string text_of(const Simulation& s) {
  const auto shown = [](double value) { return to_text(value, kDigits); };
  std::vector<std::vector<std::string>> rows = {{"method", to_text(s.method)},
                                                {"frequency, stuck [Hz]", shown(s.stuck_hz)},
                                                {"steps", std::to_string(s.steps)},
                                                {"seconds", to_text(s.seconds, 3)}};
  std::string text = aligned_table(rows) + "\n";
  constexpr std::size_t kLines = 12;  // of the decay: --format csv has all of it
  std::vector<std::vector<std::string>> decay = {
      {"time [s]", "amplitude [m]", "frequency [Hz]", "damping"}};
  const std::size_t n = s.decay.size(), lines = std::min(n, kLines);
  for (std::size_t i = 0; i < lines; ++i) {
    const DecayPoint& p = s.decay[lines > 1 ? i * (n - 1) / (lines - 1) : 0];
    decay.push_back({shown(p.time), shown(p.amplitude), to_text(p.frequency_hz, kDigits + 2),
                     shown(p.damping)});
  }
  return n > 0 ? text + aligned_table(decay) : text;
}

std::string csv_of(const Simulation& s) {
  std::string csv = "time,amplitude,frequency_hz,damping\n";
  for (const DecayPoint& p : s.decay)
    csv += to_text(p.time) + "," + to_text(p.amplitude) + "," + to_text(p.frequency_hz) + "," +
           to_text(p.damping) + "\n";
  return csv;
}

std::string response_csv(const TimeResponse& r) {
  std::string csv = "time,displacement,velocity,acceleration\n";
  for (std::size_t i = 0; i < r.size(); ++i)
    csv += to_text(r.time(i)) + "," + to_text(r.displacement[i]) + "," + to_text(r.velocity[i]) +
           "," + to_text(r.acceleration[i]) + "\n";
  return csv;
}

Json column(const std::vector<DecayPoint>& decay, double DecayPoint::*member) {
  Json list = Json::array();
  for (const DecayPoint& p : decay) list.push_back(p.*member);
  return list;
}

std::string json_of(const Simulation& s) {
  const Json json = {{"method", to_text(s.method)},
                     {"stuck_frequency_hz", s.stuck_hz},
                     {"steps", s.steps},
                     {"seconds", s.seconds},
                     {"warnings", s.warnings},
                     {"time", column(s.decay, &DecayPoint::time)},
                     {"amplitude", column(s.decay, &DecayPoint::amplitude)},
                     {"frequency_hz", column(s.decay, &DecayPoint::frequency_hz)},
                     {"damping", column(s.decay, &DecayPoint::damping)}};
  return json.dump(2) + "\n";
}

/// The decay's members against one another.
ChartPanel panel_of(const std::vector<DecayPoint>& decay, double DecayPoint::*x,
                    double DecayPoint::*y) {
  ChartSeries line;
  for (const DecayPoint& p : decay) {
    line.x.push_back(p.*x);
    line.y.push_back(p.*y);
  }
  ChartPanel panel;
  panel.series = {line};
  return panel;
}

std::string svg_of(const Simulation& s) {
  // Of the response: more cycles would be a black block.
  constexpr double kCycles = 40;
  ChartPanel response;
  response.x_title = "time [s]";
  response.y_title = "displacement [m]";
  ChartSeries line;
  for (std::size_t i = 0; i < s.response.size() && s.response.time(i) * s.stuck_hz <= kCycles;
       ++i) {
    line.x.push_back(s.response.time(i));
    line.y.push_back(s.response.displacement[i]);
  }
  response.series = {line};
  ChartPanel decay = panel_of(s.decay, &DecayPoint::time, &DecayPoint::amplitude);
  decay.x_title = "time [s]";
  decay.y_title = "amplitude [m]";
  decay.log_y = true;
  ChartPanel frequency = panel_of(s.decay, &DecayPoint::amplitude, &DecayPoint::frequency_hz);
  frequency.x_title = "amplitude [m]";
  frequency.y_title = "frequency [Hz]";
  frequency.log_x = true;
  ChartPanel damping = panel_of(s.decay, &DecayPoint::amplitude, &DecayPoint::damping);
  damping.x_title = "amplitude [m]";
  damping.y_title = "damping";
  damping.log_x = damping.log_y = true;
  return chart_svg("Response and decay by " + to_text(s.method),
                   {response, decay, frequency, damping});
}

int run(const Arguments& arguments) {
  const Registry models = models_with_plugins(arguments);
  const std::string file = arguments.operand(0);
  const SimulationCase simulated = parse_simulation_case(read_file(file), file, models);
  const std::string format = arguments.value("--format", "text");
  const bool sample = arguments.has("--response") || format == "svg";
  const Simulation simulation = simulate_case(
      simulated, models, integration_method(arguments.value("--method", "newmark")), sample);
  for (const std::string& warning : simulation.warnings)
    std::cerr << "slipfront: warning: " << warning << "\n";
  const std::string text = format == "csv"    ? csv_of(simulation)
                           : format == "json" ? json_of(simulation)
                           : format == "svg"  ? svg_of(simulation)
                                              : text_of(simulation);
  if (arguments.has("--response"))
    write_atomically(arguments.value("--response"), response_csv(simulation.response));
  if (arguments.has("-o"))
    write_atomically(arguments.value("-o"), text);
  else
    std::cout << text;
  return ExitCode::done;
}

}  // namespace

Command joint_simulate_command() {
  std::vector<Option> options = {
      {.name = "--method",
       .value = "newmark|averaging|newmark+averaging",
       .about = "Every sample; amplitude and phase; or the pulse by the first and the decay by "
                "the second; newmark.",
       .allowed = {"newmark", "averaging", "newmark+averaging"}},
      {.name = "--response",
       .value = "FILE.csv",
       .about = "Also displacement, velocity and acceleration against time."}};
  for (const Option& option : plugin_options()) options.push_back(option);
  options.push_back({.name = "--format",
                     .value = "text|csv|json|svg",
                     .about = "Of the decay: a summary, all points, data for programs, or a "
                              "drawing; text.",
                     .allowed = {"text", "csv", "json", "svg"}});
  options.push_back({.name = "-o", .value = "FILE", .about = "A file in place of the screen."});
  return {
      {.command = "joint simulate",
       .about = "Response and decay of a single jointed oscillator after a blow.",
       .operands = {{"SPEC.json", "Oscillator, joint and pulse: see docs/averaging.md."}},
       .options = options,
       .examples = "  slipfront joint simulate modal/specs/half-sine.json --method averaging\n"},
      run};
}

}  // namespace slipfront
