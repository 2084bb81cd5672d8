#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/table.hpp"
#include "core/failure.hpp"
#include "core/number.hpp"
#include "io/atomic_file.hpp"
#include "modal/identify.hpp"
#include "modal/identify_report.hpp"
#include "modal/joint_plots.hpp"
#include "modal/variability.hpp"

namespace slipfront {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kDigits = 5;  // of numbers for people

bool positive(double value) { return value > 0; }

struct Input {
  double slip_force = 0;
  std::optional<double> stiffness;
  std::vector<ForceDissipation> data;
};

struct Result {
  std::vector<ReportIdentification> reported;
  std::vector<Identification> identified;
  std::optional<JointVariability> variability;
};

Input read(const Arguments& arguments) {
  Input input;
  input.slip_force = number_option("--slip-force", arguments.value("--slip-force"),
                                   "must be a force above 0", positive);
  if (arguments.has("--stiffness"))
    input.stiffness = number_option("--stiffness", arguments.value("--stiffness"),
                                    "must be a stiffness above 0", positive);
  std::vector<Problem> problems;
  for (const std::string& file : arguments.values("--data")) {
    try {
      input.data.push_back(read_force_dissipation(file, input.slip_force));
    } catch (const Failure& failure) {
      problems.insert(problems.end(), failure.problems().begin(), failure.problems().end());
    }
  }
  throw_if_any(std::move(problems));
  return input;
}

Result solve(const Input& input) {
  Result result;
  std::vector<IwanJoint> joints;
  for (const ForceDissipation& data : input.data) {
    // First, as it refuses data that no joint explains.
    result.identified.push_back(identify(data, input.slip_force, input.stiffness));
    result.reported.push_back(identify_as_reported(data, input.slip_force, input.stiffness));
    joints.push_back(result.identified.back().joint());
  }
  if (joints.size() > 1) result.variability = variability_of_sets(input.data, joints);
  return result;
}

double reported_value(const ReportIdentification& r, const std::string& name) {
  return name == "chi" ? r.chi : name == "beta" ? r.beta : name == "K_T" ? r.stiffness : r.phi_max;
}

std::string interval_text(const IdentifiedParameter& p) {
  if (p.profile.x.empty()) return "-";
  const Interval& i = p.profile.interval;
  const auto end = [](double value, bool open) {
    return open ? "(bound " + to_text(value, kDigits) + ")" : to_text(value, kDigits);
  };
  return end(i.lower, i.lower_open) + " .. " + end(i.upper, i.upper_open);
}

std::string verdict_text(const Identification& identified, const IdentifiedParameter& p) {
  std::string text = to_text(p.profile.interval.verdict);
  if (identified.stiffness && p.name == "phi_max") return "follows from K_T, chi and beta";
  if (p.held) return "held at its bound: as many parameters as forces";
  if (p.name == "beta" && identified.beta_quoted_at_bound) return text + "; quoted at its bound";
  // An interval with two ends may still be wide.
  constexpr double kWide = 3;
  const Interval& i = p.profile.interval;
  if (i.verdict == Verdict::determined && i.lower > 0 && i.upper > kWide * i.lower)
    text = "only within a factor of " + to_text(i.upper / i.lower, 2);
  if (p.at_lower_bound || p.at_upper_bound) text += "; on its bound";
  return text;
}

/// "chi+1: 0.06, beta: 0.74, phi_max: 0.67" of the direction that changes D least.
std::string weakest(const Identification& identified) {
  const std::vector<std::string> names = {"chi+1", "beta", "phi_max"};
  std::string text;
  const std::vector<double>& v = identified.sensitivity.combinations.back();
  constexpr int kFew = 2;
  for (std::size_t j = 0; j < v.size(); ++j)
    text += (j ? ", " : "") + names[j] + "^" + to_text(v[j], kFew);
  return text;
}

std::string text_of(const ForceDissipation& data, const ReportIdentification& report,
                    const Identification& identified) {
  const auto shown = [](double value) { return to_text(value, kDigits); };
  std::string text = data.source + ": " + std::to_string(data.size()) + " points, forces " +
                     shown(data.force.front() / identified.slip_force) + " to " +
                     shown(data.force.back() / identified.slip_force) +
                     " of F_S = " + shown(identified.slip_force) + "\n\n";
  std::vector<std::vector<std::string>> rows = {
      {"", "report", "least squares", "95 % interval", "the data say"}};
  for (const IdentifiedParameter& p : identified.parameters)
    rows.push_back({p.name, shown(reported_value(report, p.name)), shown(p.value), interval_text(p),
                    verdict_text(identified, p)});
  const IwanJoint ours = identified.joint();
  const IwanJoint theirs = IwanJoint::from_phi_max(identified.slip_force, report.phi_max,
                                                   report.chi, report.beta, "report's objective");
  if (identified.stiffness)
    rows.push_back({"K_T", shown(report.stiffness), shown(ours.stiffness()), "-", "given"});
  rows.push_back(
      {"R", shown(theirs.power_coefficient()), shown(ours.power_coefficient()), "-", "follows"});
  rows.push_back(
      {"S", shown(theirs.delta_coefficient()), shown(ours.delta_coefficient()), "-", "follows"});
  text += aligned_table(rows);
  text += "\nreport's objective " + to_text(report.objective, kDigits + 1) + " after " +
          std::to_string(report.evaluations) + " evaluations (" +
          std::to_string(report.starts_agreeing) + " of " + std::to_string(report.starts) +
          " starts end there; its own start reaches " + shown(report.first_objective) +
          " in 600)\n";
  text += "least squares: the model misses D by " + shown(identified.scatter) + " (relative, " +
          std::to_string(identified.data) + " values)\n";
  constexpr double kLoose = 0.05;  // of the largest: such a combination is hardly seen
  const std::vector<double>& singular = identified.sensitivity.singular_values;
  text += "weakest combination: " + weakest(identified) + ", seen " +
          shown(singular.back() / singular.front()) + " times as well as the strongest" +
          (singular.back() < kLoose * singular.front() ? ": the data hardly determine it" : "") +
          "\n";
  return text;
}

std::string text_of(const JointVariability& v) {
  std::vector<std::vector<std::string>> rows = {
      {"data set", "V_E between sets", "V_M mean model", "V_C leave-one-out"}};
  const auto add = [&](const std::string& name, double e, double m, double c) {
    rows.push_back({name, to_text(e, kDigits), to_text(m, kDigits), to_text(c, kDigits)});
  };
  for (const SetVariability& set : v.sets)
    add(set.source, set.experiment, set.model, set.leave_one_out);
  add("mean", v.experiment, v.model, v.leave_one_out);
  return "Variability (eq 41-44, of ln D; 0.0025 is 5 %)\n\n" + aligned_table(rows) +
         "\nmean parameters: chi " + to_text(v.mean_joint.chi(), kDigits) + ", beta " +
         to_text(v.mean_joint.beta(), kDigits) + ", phi_max " +
         to_text(v.mean_joint.phi_max(), kDigits) + "\n";
}

Json json_of(const ForceDissipation& data, const ReportIdentification& report,
             const Identification& identified) {
  Json parameters = Json::object();
  for (const IdentifiedParameter& p : identified.parameters) {
    const Interval& i = p.profile.interval;
    const bool judged = !p.profile.x.empty();
    parameters[p.name] = {{"value", p.value},
                          {"lower", judged && !i.lower_open ? Json(i.lower) : Json(nullptr)},
                          {"upper", judged && !i.upper_open ? Json(i.upper) : Json(nullptr)},
                          {"verdict", to_text(i.verdict)},
                          {"at_bound", p.at_lower_bound || p.at_upper_bound},
                          {"held", p.held}};
  }
  const IwanJoint joint = identified.joint();
  return {{"file", data.source},
          {"report",
           {{"chi", report.chi},
            {"beta", report.beta},
            {"phi_max", report.phi_max},
            {"stiffness", report.stiffness},
            {"objective", report.objective},
            {"evaluations", report.evaluations},
            {"starts", report.starts},
            {"starts_agreeing", report.starts_agreeing},
            {"converged", report.converged}}},
          {"least_squares",
           {{"chi", identified.chi},
            {"beta", identified.beta},
            {"phi_max", identified.phi_max},
            {"stiffness", joint.stiffness()},
            {"R", joint.power_coefficient()},
            {"S", joint.delta_coefficient()},
            {"sum_of_squares", identified.sum_of_squares},
            {"scatter", identified.scatter},
            {"beta_quoted_at_bound", identified.beta_quoted_at_bound},
            {"parameters", parameters},
            {"singular_values", identified.sensitivity.singular_values},
            {"combinations", identified.sensitivity.combinations}}}};
}

Json json_of(const JointVariability& v) {
  Json sets = Json::array();
  for (const SetVariability& set : v.sets)
    sets.push_back({{"file", set.source},
                    {"experiment", set.experiment},
                    {"model", set.model},
                    {"leave_one_out", set.leave_one_out}});
  return {{"sets", sets},
          {"experiment", v.experiment},
          {"model", v.model},
          {"leave_one_out", v.leave_one_out},
          {"mean_parameters",
           {{"chi", v.mean_joint.chi()},
            {"beta", v.mean_joint.beta()},
            {"phi_max", v.mean_joint.phi_max()}}}};
}

int run(const Arguments& arguments) {
  const Input input = read(arguments);
  const Result result = solve(input);
  if (arguments.has("--plots")) {
    const std::string folder = arguments.value("--plots");
    make_folder(folder);
    for (std::size_t i = 0; i < input.data.size(); ++i) {
      const std::string number = std::to_string(i + 1) + ".svg";
      write_atomically(
          folder + "/identified-" + number,
          identification_plot_svg(input.data[i], result.reported[i], result.identified[i]));
      write_atomically(folder + "/profiles-" + number, profile_plot_svg(result.identified[i]));
    }
  }
  if (wants_json(arguments)) {
    Json json = {{"slip_force", input.slip_force}};
    if (input.stiffness) json["stiffness"] = *input.stiffness;
    json["sets"] = Json::array();
    for (std::size_t i = 0; i < input.data.size(); ++i)
      json["sets"].push_back(json_of(input.data[i], result.reported[i], result.identified[i]));
    if (result.variability) json["variability"] = json_of(*result.variability);
    std::cout << json.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
    return ExitCode::done;
  }
  for (std::size_t i = 0; i < input.data.size(); ++i)
    std::cout << (i ? "\n" : "")
              << text_of(input.data[i], result.reported[i], result.identified[i]);
  if (result.variability) std::cout << "\n" << text_of(*result.variability);
  return ExitCode::done;
}

}  // namespace

Command joint_identify_command() {
  return {
      {.command = "joint identify",
       .about = "A four-parameter Iwan joint from dissipation against force (Segalman).",
       .operands = {},
       .options = {{.name = "--data",
                    .value = "FILE.csv",
                    .about = "Columns force, dissipation (per cycle); again: another test.",
                    .required = true,
                    .repeated = true},
                   {.name = "--slip-force",
                    .value = "F",
                    .about = "At which the whole joint slides, in the unit of the data.",
                    .required = true},
                   {.name = "--stiffness",
                    .value = "K",
                    .about = "Of the joint at small force, if it is known."},
                   {.name = "--plots", .value = "DIR", .about = "Write pictures (SVG) here."},
                   format_option()},
       .examples = "  slipfront joint identify --data studies/data/aff1-1.csv --slip-force 504\n"
                   "  slipfront joint identify --data test1.csv --data test2.csv "
                   "--slip-force 2242 --plots pictures\n"},
      run};
}

}  // namespace slipfront
