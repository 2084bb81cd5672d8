#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/table.hpp"
#include "core/failure.hpp"
#include "core/number.hpp"
#include "experiment/svg_chart.hpp"
#include "io/atomic_file.hpp"
#include "rom/frictional_support.hpp"

namespace slipfront {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kDigits = 6;         // for people
constexpr int kMostSteps = 10000;  // of the force on a branch: more is a slip of the keyboard
constexpr int kModes = 2;          // stick modes that are told

struct Answer {
  const FrictionalSupport& support;
  const SupportLoop& loop;
  NormalForce normal;
  double force;
};

std::string name_of(NormalForce normal) {
  return normal == NormalForce::constant ? "constant" : "following";
}

std::string text_of(const Answer& a) {
  const SlipOnset onset = a.support.onset(a.normal);
  const auto shown = [](double value) { return to_text(value, kDigits); };
  std::string modes;
  for (const double hz : a.support.stick_frequencies(kModes))
    modes += (modes.empty() ? "" : ", ") + shown(hz);
  return aligned_table(
      {{"beam", a.support.spec().name},
       {"stick modes [Hz]", modes},
       {"stiffness at the force, stuck [N/m]", shown(a.support.stiffness())},
       {"pressure of the bolt [N/m]",
        shown(a.support.pressure().minCoeff()) + " to " + shown(a.support.pressure().maxCoeff())},
       {"normal force", name_of(a.normal)},
       {"first slip", "at " + shown(onset.force) + " N, at x = " + shown(onset.place) + " m"},
       {"force [N]", shown(a.force)},
       {"displacement at the force [m]", shown(a.loop.first.displacement.back())},
       {"slipping length [m]", shown(a.loop.slipping)},
       {"length in tension [m]", shown(a.loop.in_tension)},
       {"energy per cycle, direct [J]", shown(a.loop.area)},
       {"energy per cycle, Masing [J]", shown(a.loop.masing_area)},
       {"cycles until closed", std::to_string(a.loop.cycles)}});
}

std::string csv_of(const Answer& a) {
  std::string csv = "curve,force,displacement\n";
  const auto add = [&](const char* name, const SupportCurve& curve) {
    for (std::size_t i = 0; i < curve.force.size(); ++i)
      csv += std::string(name) + "," + to_text(curve.force[i]) + "," +
             to_text(curve.displacement[i]) + "\n";
  };
  add("first_loading", a.loop.first);
  add("loop", a.loop.loop);
  add("masing", a.loop.masing);
  return csv;
}

Json json_of(const SupportCurve& curve) {
  return {{"force", curve.force}, {"displacement", curve.displacement}};
}

std::string json_of(const Answer& a) {
  const SlipOnset onset = a.support.onset(a.normal);
  const Eigen::VectorXd& pressure = a.support.pressure();
  const Json json = {{"name", a.support.spec().name},
                     {"stick_frequencies_hz", a.support.stick_frequencies(kModes)},
                     {"stiffness", a.support.stiffness()},
                     {"places", a.support.places()},
                     {"pressure", std::vector<double>(pressure.begin(), pressure.end())},
                     {"normal_force", name_of(a.normal)},
                     {"onset", {{"force", onset.force}, {"place", onset.place}}},
                     {"force", a.force},
                     {"slipping_length", a.loop.slipping},
                     {"length_in_tension", a.loop.in_tension},
                     {"loop_area", a.loop.area},
                     {"masing_area", a.loop.masing_area},
                     {"cycles", a.loop.cycles},
                     {"first_loading", json_of(a.loop.first)},
                     {"loop", json_of(a.loop.loop)},
                     {"masing", json_of(a.loop.masing)}};
  return json.dump(2) + "\n";
}

/// Displacement beyond that of the stuck beam: a loop that is thin beside its length is seen.
ChartSeries beyond_elastic(const std::string& name, const std::string& colour,
                           const SupportCurve& curve, double stiffness) {
  ChartSeries series{.name = name, .colour = colour, .x = {}, .y = curve.force, .y2 = {}};
  for (std::size_t i = 0; i < curve.force.size(); ++i)
    series.x.push_back(curve.displacement[i] - curve.force[i] / stiffness);
  return series;
}

std::string svg_of(const Answer& a) {
  const char *blue = "#0072b2", *orange = "#d55e00", *grey = "#777777";
  const double stiffness = a.support.stiffness(), mu = a.support.spec().layer.friction_coefficient;
  ChartPanel along{.x_title = "x [m]", .y_title = "per metre of beam [N/m]", .series = {}};
  ChartSeries limit{.name = "friction limit by the bolt",
                    .colour = grey,
                    .x = a.support.places(),
                    .y = {},
                    .y2 = {}};
  ChartSeries stuck{.name = "shear, all stuck, at " + to_text(a.force, kDigits) + " N",
                    .colour = blue,
                    .x = a.support.places(),
                    .y = {},
                    .y2 = {}};
  const Eigen::VectorXd& pressure = a.support.pressure();
  for (const double p : pressure) limit.y.push_back(mu * p);
  for (const double t : a.support.traction()) stuck.y.push_back(std::abs(t * a.force));
  along.series = {limit, stuck};
  ChartPanel whole{
      .x_title = "displacement at the force [m]", .y_title = "force [N]", .series = {}};
  whole.series = {{.name = "loop",
                   .colour = blue,
                   .x = a.loop.loop.displacement,
                   .y = a.loop.loop.force,
                   .y2 = {}}};
  ChartPanel beyond{.x_title = "displacement beyond that of the stuck beam [m]",
                    .y_title = "force [N]",
                    .series = {}};
  beyond.series = {beyond_elastic("first loading", grey, a.loop.first, stiffness)};
  if (a.normal == NormalForce::constant)
    beyond.series.push_back(beyond_elastic("Masing", orange, a.loop.masing, stiffness));
  ChartSeries direct = beyond_elastic("direct reversal", blue, a.loop.loop, stiffness);
  if (a.normal == NormalForce::constant) direct.kind = ChartSeries::Kind::dots;
  beyond.series.push_back(direct);
  return chart_svg(a.support.spec().name + ": " + name_of(a.normal) + " normal force",
                   {along, whole, beyond});
}

void warn(const Answer& a) {
  if (a.loop.in_tension > 0)
    std::cerr << "slipfront: warning: over " << to_text(a.loop.in_tension, 3)
              << " m of the support the force lifts the beam by more than the bolt has pressed "
                 "it: the springs pull there, as in the paper\n";
  if (a.normal == NormalForce::following)
    std::cerr << "slipfront: warning: with following normal force Masing's rule does not hold; "
                 "the loop is the one by direct reversal\n";
}

int run(const Arguments& arguments) {
  const FrictionalBeamSpec spec = read_frictional_beam(arguments.operand(0));
  const double force =
      number_option("--force", arguments.value("--force"), "must be a force above 0 in N",
                    [](double f) { return f > 0; });
  SupportLoopOptions options;
  if (arguments.value("--normal-force") == "following") options.normal = NormalForce::following;
  if (arguments.has("--steps"))
    options.steps = whole_number_option("--steps", arguments.value("--steps"), 2, kMostSteps);
  const FrictionalSupport support(spec);
  const SupportLoop loop = support.loop(force, options);
  const Answer answer{support, loop, options.normal, force};
  warn(answer);
  const std::string format = arguments.value("--format", "text");
  const std::string text = format == "csv"    ? csv_of(answer)
                           : format == "json" ? json_of(answer)
                           : format == "svg"  ? svg_of(answer)
                                              : text_of(answer);
  if (arguments.has("-o"))
    write_atomically(arguments.value("-o"), text);
  else
    std::cout << text;
  return ExitCode::done;
}

}  // namespace

Command joint_support_command() {
  return {{.command = "joint support",
           .about = "Slip and hysteresis of a beam on a frictional support under a slow force.",
           .operands = {{"SPEC.json", "The beam: see docs/frictional-beam.md."}},
           .options = {{.name = "--force",
                        .value = "F",
                        .about = "Largest force, to and fro [N].",
                        .required = true},
                       {.name = "--normal-force",
                        .value = "constant|following",
                        .about = "Friction by the bolt's pressure alone, or by that which the "
                                 "vibration changes; constant.",
                        .allowed = {"constant", "following"}},
                       {.name = "--steps", .value = "N", .about = "Of the force per branch; 100."},
                       {.name = "--format",
                        .value = "text|csv|json|svg",
                        .about = "Figures, curves, data for programs, or a drawing; text.",
                        .allowed = {"text", "csv", "json", "svg"}},
                       {.name = "-o", .value = "FILE", .about = "A file in place of the screen."}},
           .examples = "  slipfront joint support rom/specs/frictional-beam.json --force 200\n"},
          run};
}

}  // namespace slipfront
