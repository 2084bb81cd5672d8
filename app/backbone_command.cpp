#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "app/command.hpp"
#include "app/parameter_values.hpp"
#include "app/plugin_option.hpp"
#include "app/rom_argument.hpp"
#include "app/table.hpp"
#include "core/failure.hpp"
#include "core/measured_backbone.hpp"
#include "core/modal_solver.hpp"
#include "core/number.hpp"
#include "models/registry.hpp"
#include "studies/choice_words.hpp"

namespace slipfront {

namespace {

using Json = nlohmann::ordered_json;
constexpr int kDigits = 6;        // for people
constexpr int kMostModes = 9999;  // no structure has as many that anybody looks at
// Guards against a slip of the keyboard.
constexpr int kMostAmplitudes = 1000000;
constexpr int kMostPoints = 10000;
constexpr int kMostLoops = 1000000;

const std::string kAscending = "must be numbers above 0, ascending, as 1e-6,1e-5,1e-4";

std::vector<double> amplitude_range(const std::string& text) {
  const std::string option = "--amplitude-range";
  const std::string rule = "must be LO:HI:N with 0 < LO < HI and N of at least 2, as 1e-6:4e-5:20";
  const std::size_t first = text.find(':'), second = text.find(':', first + 1);
  if (first == text.npos || second == text.npos)
    throw Failure(Problem{option, "", "'" + text + "'", rule, ""});
  const auto above_0 = [](double value) { return value > 0; };
  const double low = number_option(option, text.substr(0, first), rule, above_0);
  const double high =
      number_option(option, text.substr(first + 1, second - first - 1), rule, above_0);
  const int count = whole_number_option(option, text.substr(second + 1), 2, kMostAmplitudes);
  if (!(low < high)) throw Failure(Problem{option, "", "'" + text + "'", rule, ""});
  std::vector<double> amplitudes = log_spaced(low, high, static_cast<std::size_t>(count));
  for (std::size_t i = 1; i < amplitudes.size(); ++i)
    if (!(amplitudes[i] > amplitudes[i - 1]))
      throw Failure(Problem{option, "", "'" + text + "'",
                            "lies too close together for so many amplitudes", ""});
  return amplitudes;
}

std::vector<double> amplitudes_of(const Arguments& arguments) {
  const bool list = arguments.has("--amplitudes"), range = arguments.has("--amplitude-range");
  if (list == range)
    throw Failure(Problem{"backbone", "--amplitudes", list ? "both" : "nothing",
                          "one of --amplitudes and --amplitude-range is needed",
                          "as --amplitudes 1e-6,1e-5 or --amplitude-range 1e-6:4e-5:20"});
  if (range) return amplitude_range(arguments.value("--amplitude-range"));
  const std::string text = arguments.value("--amplitudes");
  if (text.empty()) throw Failure(Problem{"--amplitudes", "", "an empty list", kAscending, ""});
  const std::vector<double> values = number_list_option("--amplitudes", text, kAscending);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!(values[i] > (i == 0 ? 0 : values[i - 1])))
      throw Failure(Problem{"--amplitudes", "value " + std::to_string(i + 1), to_text(values[i]),
                            kAscending, i == 0 ? "" : "sort them"});
  return values;
}

ModeChoice mode_choice(const Arguments& arguments) {
  ModeChoice mode;
  if (arguments.has("--mode"))
    mode.bending = whole_number_option("--mode", arguments.value("--mode"), 1, kMostModes);
  if (arguments.has("--mode-index"))
    mode.index =
        whole_number_option("--mode-index", arguments.value("--mode-index"), 0, kMostModes);
  if (!arguments.has("--mode") && !mode.index)
    throw Failure(Problem{"backbone", "--mode", "nothing",
                          "a mode is needed: a bending mode by --mode 1, 2 or 3, or any by "
                          "--mode-index",
                          "see 'slipfront backbone --help'"});
  return mode;
}

BackboneOptions options_of(const Arguments& arguments) {
  BackboneOptions options;
  options.mode = mode_choice(arguments);
  options.prestress = prestress_kind(arguments.value("--prestress", "full"));
  if (arguments.has("--preload"))
    options.preload = number_option("--preload", arguments.value("--preload"),
                                    "must be a bolt force above 0 in N per bolt",
                                    [](double value) { return value > 0; });
  if (arguments.has("--zeta0"))
    options.zeta0 = number_option("--zeta0", arguments.value("--zeta0"),
                                  "must be a damping ratio of at least 0",
                                  [](double value) { return value >= 0; });
  if (arguments.value("--dissipation") == "modal") options.dissipation = Dissipation::modal;
  if (arguments.has("--quadrature"))
    options.quadrature =
        whole_number_option("--quadrature", arguments.value("--quadrature"), 2, kMostPoints);
  if (arguments.has("--loops"))
    options.loops = whole_number_option("--loops", arguments.value("--loops"), 1, kMostLoops);
  if (arguments.has("--loop-tolerance"))
    options.loop_tolerance = number_option("--loop-tolerance", arguments.value("--loop-tolerance"),
                                           "must be a change of damping of at least 0",
                                           [](double value) { return value >= 0; });
  if (arguments.value("--loop-rule") == "closed") options.loop_rule = LoopRule::closed;
  options.gradient = arguments.has("--gradient");
  return options;
}

void refuse_missing_mode(const Backbone& backbone, const BackboneOptions& options,
                         const Structure& structure) {
  if (backbone.status.front() != PointStatus::mode_not_found) return;
  if (options.mode.index) {
    const std::string last = std::to_string(structure.dof() - 1);
    throw Failure(Problem{
        "--mode-index", "", std::to_string(*options.mode.index), "the structure has no such mode",
        *options.mode.index < structure.dof()
            ? "contact as stiff as this leaves fewer modes than up to " + last + ": try a lower one"
            : "count from 0 to " + last});
  }
  throw Failure(Problem{
      "--mode", "", std::to_string(options.mode.bending),
      structure.response_in_triples
          ? "no such bending mode is found by shape among the lowest twelve"
          : "bending modes are found by shape, for which this model has no x, y, z response rows",
      "choose the mode by its place: --mode-index I"});
}

/// Warnings go to stderr.
bool is_warning(const std::string& note) { return note.starts_with("warning: "); }

/// A number, or null where it is not finite.
Json numbers(const std::vector<double>& values) { return Json(values); }

Json gradient_json(const Eigen::MatrixXd& slopes, const std::vector<Parameter>& parameters) {
  Json json = Json::object();
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    const auto column = slopes.col(static_cast<Eigen::Index>(p));
    json[parameters[p].name] = std::vector<double>(column.begin(), column.end());
  }
  return json;
}

void print_json(const Backbone& b, const ContactModel& contact, bool gradient) {
  Json status = Json::array();
  for (const PointStatus each : b.status) status.push_back(to_text(each));
  Json ends = Json::array();
  for (const LoopEnd each : b.loop_end) ends.push_back(to_text(each));
  Json rungs = Json::array();
  for (const SolveRung each : b.rung) rungs.push_back(to_text(each));
  Json json = {{"amplitude", numbers(b.amplitude)},
               {"frequency_hz", numbers(b.frequency_hz)},
               {"damping", numbers(b.damping)},
               {"dissipation", numbers(b.dissipation)},
               {"residual", numbers(b.residual)},
               {"status", status},
               {"loops", b.loops},
               {"loop_end", ends},
               {"rung", rungs},
               {"notes", b.notes},
               {"mode_index", b.mode_index},
               {"linear_frequencies_hz", numbers(b.linear_frequencies_hz)},
               {"seconds", b.seconds}};
  if (gradient) {
    json["d_frequency"] = gradient_json(b.d_frequency, contact.parameters());
    json["d_damping"] = gradient_json(b.d_damping, contact.parameters());
  }
  std::cout << json.dump(2) << "\n";
}

std::string cell(double value, int digits) {
  return std::isfinite(value) ? to_text(value, digits) : std::string("-");
}

std::vector<std::vector<std::string>> gradient_rows(const Eigen::MatrixXd& slopes,
                                                    const ContactModel& contact,
                                                    const std::string& what) {
  std::vector<std::vector<std::string>> rows = {{what}};
  for (const Parameter& parameter : contact.parameters()) rows[0].push_back(parameter.name);
  for (Eigen::Index i = 0; i < slopes.rows(); ++i) {
    rows.push_back({"amplitude " + std::to_string(i + 1)});
    for (Eigen::Index p = 0; p < slopes.cols(); ++p)
      rows.back().push_back(cell(slopes(i, p), kDigits));
  }
  return rows;
}

void print_text(const Backbone& b, const ContactModel& contact, bool gradient) {
  std::vector<std::vector<std::string>> rows = {
      {"amplitude", "frequency [Hz]", "damping", "dissipation [J]", "residual", "status"}};
  for (std::size_t i = 0; i < b.size(); ++i)
    rows.push_back({to_text(b.amplitude[i], kDigits), cell(b.frequency_hz[i], kDigits + 2),
                    cell(b.damping[i], kDigits), cell(b.dissipation[i], kDigits),
                    cell(b.residual[i], 2), to_text(b.status[i])});
  std::cout << aligned_table(rows) << "\n";
  if (b.mode_index >= 0) {
    std::cout << "mode index " << b.mode_index
              << " of the stuck structure; its linear frequencies [Hz]:";
    for (const double frequency : b.linear_frequencies_hz)
      std::cout << " " << to_text(frequency, kDigits);
    std::cout << "\n";
  }
  for (const std::string& note : b.notes)
    if (!is_warning(note)) std::cout << note << "\n";
  if (!gradient) return;
  std::cout << "\n"
            << aligned_table(gradient_rows(b.d_frequency, contact, "d frequency [Hz]")) << "\n"
            << aligned_table(gradient_rows(b.d_damping, contact, "d damping"));
}

/// What a user may try where amplitudes end without a number.
std::string remedy(PointStatus status) {
  switch (status) {
    case PointStatus::not_converged:
    case PointStatus::wrong_branch:
      return "try amplitudes closer together up to there, or another mode";
    case PointStatus::not_reached:
      return "ask for these amplitudes alone, or closer together from the last one that is solved";
    case PointStatus::no_equilibrium:
      return "try spring contact, or a law whose slip limit follows the pressure";
    case PointStatus::prestress_failed:
      return "check bolt load and stiffnesses, or try --prestress conservative or none";
    case PointStatus::not_finite:
    case PointStatus::outside_domain:
      return "check the parameters";
    default:
      return {};
  }
}

/// Each reason with its first amplitude and what to try, on stderr.
void tell_failures(const Backbone& b) {
  std::cerr << "slipfront: " << b.failed() << " of " << b.size()
            << " amplitudes failed, and have no numbers\n";
  std::set<PointStatus> told = {PointStatus::converged};
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (!told.insert(b.status[i]).second) continue;
    const std::string advice = remedy(b.status[i]);
    std::cerr << "slipfront: from amplitude " << to_text(b.amplitude[i], kDigits) << ": "
              << to_text(b.status[i]) << (advice.empty() ? "" : "; ") << advice << "\n";
  }
}

int run(const Arguments& arguments) {
  const std::vector<double> amplitudes = amplitudes_of(arguments);
  const BackboneOptions options = options_of(arguments);
  const Framework framework =
      arguments.value("--framework") == "non_masing" ? Framework::non_masing : Framework::masing;
  ContactOptions contact_options;
  contact_options.post_slip = arguments.has("--post-slip");
  if (arguments.value("--normal") == "penalty") contact_options.normal = NormalContact::penalty;
  const Registry models = models_with_plugins(arguments);
  const ContactModel contact(models.find(arguments.value("--model")), framework, contact_options);
  if (arguments.value("--normal") == "spring" && contact.normal() == NormalContact::penalty)
    std::cerr << "slipfront: warning: --normal spring has no effect: the slip limit of "
              << arguments.value("--model")
              << " follows the pressure, which takes penalty contact\n";
  const auto without_effect = [&](const char* option, const std::string& reason) {
    if (arguments.has(option))
      std::cerr << "slipfront: warning: " << option << " has no effect: " << reason << "\n";
  };
  if (framework == Framework::masing)
    for (const char* option : {"--loops", "--loop-tolerance", "--loop-rule"})
      without_effect(option, "the Masing framework traces no loops");
  else if (options.loop_rule == LoopRule::closed)
    without_effect("--loop-tolerance", "closed loops are those after --loops repetitions");
  if (options.prestress == PrestressKind::none)
    without_effect("--preload", "--prestress none leaves the bolt load out");
  if (contact.law().description().has_post_slip)
    without_effect("--post-slip", "the model has its own post-slip stiffness");
  const ParameterValues given = parameter_values(arguments.value("--params"), contact);
  for (const std::string& warning : given.warnings)
    std::cerr << "slipfront: warning: " << warning << "\n";

  const ModalSolver solver(rom_argument(arguments.value("--rom")));
  const Backbone backbone = solver.backbone(contact, given.values, amplitudes, options);
  refuse_missing_mode(backbone, options, solver.structure());
  for (const std::string& note : backbone.notes)
    if (is_warning(note))
      std::cerr << "slipfront: " << note << "\n";
    else if (note.starts_with("dissipation: ") && note.find(" points ") == note.npos)
      without_effect("--quadrature", "the work of the loops is known without it");
  if (wants_json(arguments))
    print_json(backbone, contact, options.gradient);
  else
    print_text(backbone, contact, options.gradient);
  if (backbone.failed() == 0) return ExitCode::done;
  tell_failures(backbone);
  if (backbone.status.front() == PointStatus::law_failed)
    for (const std::string& note : backbone.notes) std::cerr << "slipfront: " << note << "\n";
  return ExitCode::failed;
}

}  // namespace

Command backbone_command() {
  return {
      {.command = "backbone",
       .about = "Frequency and damping against amplitude for one set of parameters.",
       .operands = {},
       .options =
           {{.name = "--rom",
             .value = "FILE",
             .about = "A reduced model (MATLAB file), or built-in:lap-joint.",
             .required = true},
            {.name = "--model", .value = "NAME", .about = "A friction model.", .required = true},
            {.name = "--framework",
             .value = "masing|non_masing",
             .about = "Damping from the initial loading curve, or from traced loops.",
             .required = true,
             .allowed = {"masing", "non_masing"}},
            {.name = "--mode",
             .value = "K",
             .about = "The K-th mode that bends along the bolt axis, found by shape."},
            {.name = "--mode-index",
             .value = "I",
             .about = "A mode by its place in the stuck spectrum, from 0; overrides --mode."},
            {.name = "--params",
             .value = "JSON",
             .about = "All parameters by name, physical values: {\"slip_traction\":1.8e5,...}.",
             .required = true},
            {.name = "--amplitudes",
             .value = "A,B,C",
             .about = "Modal amplitudes [m sqrt(kg)], ascending."},
            {.name = "--amplitude-range",
             .value = "LO:HI:N",
             .about = "N log-spaced modal amplitudes."},
            {.name = "--post-slip", .value = "", .about = "Add a post-slip stiffness."},
            {.name = "--normal",
             .value = "spring|penalty",
             .about = "Normal contact; spring if left out.",
             .allowed = {"spring", "penalty"}},
            {.name = "--zeta0", .value = "Z", .about = "Viscous damping ratio to add; 0."},
            {.name = "--prestress",
             .value = "full|conservative|none",
             .about = "What acts in the bolt-up solution; full.",
             .allowed = {"full", "conservative", "none"}},
            {.name = "--preload",
             .value = "N",
             .about = "Bolt force [N per bolt]; the model's own if left out."},
            {.name = "--dissipation",
             .value = "local|modal",
             .about = "Where the loop area is taken; local.",
             .allowed = {"local", "modal"}},
            {.name = "--quadrature",
             .value = "N",
             .about = "Points on each half of a loop (42 on patches, 4 on elements), or between "
                      "amplitudes in Masing (51), where dissipation is integrated."},
            {.name = "--loops", .value = "N", .about = "Trace each loop at most so often; 40."},
            {.name = "--loop-tolerance",
             .value = "X",
             .about = "Stop when the damping changes by less than this share; 1e-4."},
            {.name = "--loop-rule",
             .value = "repeated|closed",
             .about = "Trace the loop again and again, or solve for where that leads to; repeated.",
             .allowed = {"repeated", "closed"}},
            {.name = "--gradient",
             .value = "",
             .about = "Also the derivatives by every parameter."},
            plugin_options().front(),
            plugin_options().back(),
            format_option()},
       .examples =
           "  slipfront backbone --rom built-in:lap-joint --model jenkins --framework masing "
           "--mode 1 \\\n"
           "    --params '{\"slip_traction\":1.8e5,\"tangential_stiffness\":1e12,"
           "\"normal_stiffness\":1e13}' \\\n"
           "    --amplitude-range 1e-6:1e-5:5\n"},
      run};
}

}  // namespace slipfront
