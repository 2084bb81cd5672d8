#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/parameter_values.hpp"
#include "app/plugin_option.hpp"
#include "core/failure.hpp"
#include "core/number.hpp"
#include "io/atomic_file.hpp"
#include "results/loop_plot.hpp"
#include "studies/hysteresis_loop.hpp"
#include "studies/study_json.hpp"

namespace slipfront {

namespace {

bool positive(double value) { return value > 0; }

/// Values of all parameters; the normal stiffness, on which no loop depends, may be left out.
ParameterValues values_of(const std::string& json, const ContactModel& contact) {
  const Parameter& normal = normal_stiffness_parameter();
  StudyJson given = parse_json_text(json, "--params");
  if (!given.contains(normal.name)) given[normal.name] = normal.lower;
  return parameter_values(given.dump(), contact);
}

double normal_traction(const Arguments& arguments, const ContactModel& contact) {
  const std::string option = "--normal-traction", name = contact.law().description().name;
  const bool needed = contact.law().description().pressure_dependent;
  if (needed && !arguments.has(option))
    throw Failure(Problem{"joint loop", option, "nothing",
                          "is needed: the friction of " + name + " depends on it",
                          "as --normal-traction 1e6"});
  if (!needed && arguments.has(option))
    throw Failure(Problem{"joint loop", option, "'" + arguments.value(option) + "'",
                          "the model " + name + " does not depend on it", "leave it out"});
  if (!needed) return 0;
  return number_option(option, arguments.value(option), "must be a pressure above 0 in N/m^2",
                       positive);
}

std::string csv_text(const HysteresisLoop& loop) {
  std::string csv = "curve,displacement,traction\n";
  const auto add = [&](const char* curve, const std::vector<double>& u,
                       const std::vector<double>& t) {
    for (std::size_t i = 0; i < u.size(); ++i)
      csv += std::string(curve) + "," + to_text(u[i]) + "," + to_text(t[i]) + "\n";
  };
  add("first_loading", loop.first_displacement, loop.first_traction);
  add("loop", loop.displacement, loop.traction);
  return csv;
}

std::string json_text(const HysteresisLoop& loop, const ContactModel& contact) {
  const nlohmann::ordered_json json = {
      {"model", contact.law().description().name},
      {"framework", to_text(contact.framework())},
      {"loop_area", loop.area},
      {"first_loading",
       {{"displacement", loop.first_displacement}, {"traction", loop.first_traction}}},
      {"loop", {{"displacement", loop.displacement}, {"traction", loop.traction}}}};
  return json.dump(2) + "\n";
}

std::string svg_text(const HysteresisLoop& loop, const ContactModel& contact) {
  const LawDescription& about = contact.law().description();
  return loop_plot_svg({about.title + (contact.adds_post_slip() ? " with post-slip stiffness" : ""),
                        loop.first_displacement, loop.first_traction, loop.displacement,
                        loop.traction});
}

/// Studies may search an Iwan law with chi at or below -1 as a curve, but it is no joint.
void refuse_no_joint(const ContactModel& contact, const std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (contact.parameters()[i].name == "chi" && values[i] <= -1)
      throw Failure(Problem{"--params", "chi", to_text(values[i]),
                            "must be above -1: no sliders have such a distribution, so that the "
                            "law is only a curve that studies may search, not a joint",
                            "`slipfront backbone` computes with such a curve"});
}

void refuse_not_finite(const HysteresisLoop& loop, const ContactModel& contact) {
  const auto finite = [](double value) { return std::isfinite(value); };
  const bool good = std::all_of(loop.first_traction.begin(), loop.first_traction.end(), finite) &&
                    std::all_of(loop.traction.begin(), loop.traction.end(), finite) &&
                    finite(loop.area);
  if (!good)
    throw Failure(Problem{"model '" + contact.law().description().name + "'", "",
                          "a traction that is not finite", "a loop needs numbers",
                          "change the parameters or the amplitude, or mend the model"});
}

int run(const Arguments& arguments) {
  const double amplitude = number_option("--amplitude", arguments.value("--amplitude"),
                                         "must be a displacement above 0 in m", positive);
  const Registry models = models_with_plugins(arguments);
  const Framework framework =
      arguments.value("--framework") == "non_masing" ? Framework::non_masing : Framework::masing;
  const ContactModel contact(models.find(arguments.value("--model")), framework,
                             {.post_slip = arguments.has("--post-slip")});
  const double normal = normal_traction(arguments, contact);
  const ParameterValues given = values_of(arguments.value("--params"), contact);
  for (const std::string& warning : given.warnings)
    std::cerr << "slipfront: warning: " << warning << "\n";
  refuse_no_joint(contact, given.values);

  const HysteresisLoop loop = hysteresis_loop(contact, given.values, amplitude, normal);
  refuse_not_finite(loop, contact);
  if (!loop.closed())
    std::cerr
        << "slipfront: warning: after forty rounds the loop is not closed: the traction at its "
           "tip still changes by "
        << to_text(loop.open, 2) << " of itself in a round\n";
  const std::string format = arguments.value("--format", "csv");
  const std::string text = format == "svg"    ? svg_text(loop, contact)
                           : format == "json" ? json_text(loop, contact)
                                              : csv_text(loop);
  if (arguments.has("-o"))
    write_atomically(arguments.value("-o"), text);
  else
    std::cout << text;
  return ExitCode::done;
}

}  // namespace

Command joint_loop_command() {
  std::vector<Option> options = {
      {.name = "--model", .value = "NAME", .about = "A friction model.", .required = true},
      {.name = "--params",
       .value = "JSON",
       .about = "Parameters by name, per area; the normal stiffness may be left out.",
       .required = true},
      {.name = "--amplitude", .value = "U", .about = "Of the displacement [m].", .required = true},
      {.name = "--framework",
       .value = "masing|non_masing",
       .about = "By Masing's rule from the first loading, or traced until closed; masing.",
       .allowed = {"masing", "non_masing"}},
      {.name = "--post-slip", .value = "", .about = "Add a post-slip stiffness."},
      {.name = "--normal-traction",
       .value = "P",
       .about = "Pressure [N/m^2]; needed by models with a friction coefficient."}};
  for (const Option& option : plugin_options()) options.push_back(option);
  options.push_back({.name = "--format",
                     .value = "csv|svg|json",
                     .about = "A table, a drawing, or data for programs; csv.",
                     .allowed = {"csv", "svg", "json"}});
  options.push_back({.name = "-o", .value = "FILE", .about = "A file in place of the screen."});
  return {{.command = "joint loop",
           .about = "First loading and hysteresis loop of one friction model.",
           .operands = {},
           .options = options,
           .examples = "  slipfront joint loop --model jenkins --amplitude 1e-6 --format svg "
                       "-o loop.svg \\\n"
                       "    --params '{\"slip_traction\":1.8e5,\"tangential_stiffness\":1e12}'\n"},
          run};
}

}  // namespace slipfront
