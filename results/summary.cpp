#include "results/summary.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "io/atomic_file.hpp"
#include "results/json_file.hpp"

namespace slipfront {

namespace {

// Closer to a bound than this share of the search range counts as on it: an optimizer
// that pushes against a bound stops this near to it rather than exactly on it.
constexpr double kOnBound = 1e-3;

constexpr char kText[] = "must be a text";
constexpr char kCount[] = "must be a whole number";
constexpr char kNumber[] = "must be a finite number";
constexpr char kNumberOrNull[] = "must be a finite number or null";
constexpr char kModes[] = "must be a list of mode numbers";
constexpr char kByMode[] = "must be an object with one value per mode number";
constexpr char kMeasures[] = "must be an object with one number per measure";
constexpr char kTexts[] = "must be a list of texts";
constexpr char kFingerprints[] = "must be an object with one fingerprint per file";

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json parameters_json(const std::vector<ParameterRange>& parameters) {
  Json array = Json::array();
  for (const ParameterRange& p : parameters) {
    Json entry = Json::object();
    entry["name"] = p.name;
    entry["unit"] = p.unit;
    entry["scale"] = to_text(p.scale);
    entry["lower"] = p.lower;
    entry["upper"] = p.upper;
    entry["front_lower"] = or_null(p.front_lower);
    entry["front_upper"] = or_null(p.front_upper);
    entry["points_on_lower"] = p.points_on_lower;
    entry["points_on_upper"] = p.points_on_upper;
    array.push_back(entry);
  }
  return array;
}

std::vector<ParameterRange> read_parameters(const Json& array, const std::string& path,
                                            std::vector<Problem>& problems) {
  std::vector<ParameterRange> parameters;
  for (const Json& entry : array) {
    const std::string pointer = "/parameters/" + std::to_string(parameters.size());
    ParameterRange& p = parameters.emplace_back();
    JsonObject object(entry, path, pointer, problems);
    std::string scale;
    object.read("name", p.name, kText);
    object.read("unit", p.unit, kText);
    object.read("scale", scale, kText);
    if (scale == to_text(Scale::log10))
      p.scale = Scale::log10;
    else if (!scale.empty() && scale != to_text(Scale::linear))
      problems.push_back({path, pointer + "/scale", scale, "must be log10 or linear", ""});
    object.read("lower", p.lower, kNumber);
    object.read("upper", p.upper, kNumber);
    object.read("front_lower", p.front_lower, kNumberOrNull);
    object.read("front_upper", p.front_upper, kNumberOrNull);
    object.read("points_on_lower", p.points_on_lower, kCount);
    object.read("points_on_upper", p.points_on_upper, kCount);
  }
  return parameters;
}

}  // namespace

std::vector<ParameterRange> parameter_ranges(const Front& front,
                                             std::span<const Parameter> bounds) {
  std::vector<ParameterRange> ranges;
  bool same = bounds.size() == front.parameter_names.size();
  for (std::size_t i = 0; same && i < bounds.size(); ++i)
    same = bounds[i].name == front.parameter_names[i];
  if (!same)
    throw Failure({"front", "parameters", std::to_string(front.parameter_names.size()) + " names",
                   "must be the searched parameters, in their order", ""});
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const Parameter& bound = bounds[i];
    ParameterRange range;
    range.name = bound.name;
    range.unit = bound.unit;
    range.scale = bound.scale;
    range.lower = bound.lower;
    range.upper = bound.upper;
    const double low = to_search(bound, bound.lower), high = to_search(bound, bound.upper);
    for (const FrontPoint& point : front.points) {
      const double value = point.parameters.at(i);
      range.front_lower = std::min(range.front_lower.value_or(value), value);
      range.front_upper = std::max(range.front_upper.value_or(value), value);
      const double search = to_search(bound, value);
      range.points_on_lower += search - low <= kOnBound * (high - low) ? 1 : 0;
      range.points_on_upper += high - search <= kOnBound * (high - low) ? 1 : 0;
    }
    ranges.push_back(range);
  }
  return ranges;
}

std::map<int, int> points_left_out(const Front& front) {
  std::map<int, int> left_out;
  for (const int mode : front.modes)
    left_out[mode] = static_cast<int>(front.points.size() - front.errors(mode).size());
  return left_out;
}

void write_summary(const std::string& path, const CombinationSummary& s) {
  Json json = Json::object();
  json["id"] = s.id;
  json["title"] = s.title;
  json["model"] = s.model;
  json["framework"] = s.framework;
  json["rom"] = s.rom;
  json["interface"] = s.interface;
  json["normal"] = s.normal;
  json["prestress"] = s.prestress;
  json["dissipation"] = s.dissipation;
  json["optimizer"] = s.optimizer;
  json["seed"] = s.seed;
  json["identity"] = s.identity;
  json["fitted_modes"] = s.fitted_modes;
  json["predicted_modes"] = s.predicted_modes;
  json["zeta0"] = by_mode(s.zeta0);
  json["mode_index"] = by_mode(s.mode_index);
  json["amplitude_factor"] = by_mode(s.amplitude_factor);
  json["experimental_variability"] = by_mode(s.variability);
  json["parameters"] = parameters_json(s.parameters);
  json["front_points"] = s.front_points;
  json["evaluations"] = s.evaluations;
  json["failed_evaluations"] = s.failed_evaluations;
  json["gradients"] = s.gradients;
  json["front_quality"] = s.front_quality;
  json["generations"] = s.generations;
  json["stop_reason"] = s.stop_reason;
  json["points_left_out"] = by_mode(s.left_out);
  json["notes"] = s.notes;
  json["files"] = s.files;
  write_atomically(path, to_pretty_text(json));
}

CombinationSummary read_summary(const std::string& path) {
  const Json json = parse_json(read_file(path), path);
  std::vector<Problem> problems;
  CombinationSummary s;
  JsonObject object(json, path, "", problems);
  object.read("id", s.id, kText);
  object.read("title", s.title, kText);
  object.read("model", s.model, kText);
  object.read("framework", s.framework, kText);
  object.read("rom", s.rom, kText);
  object.read("interface", s.interface, kText);
  object.read("normal", s.normal, kText);
  object.read("prestress", s.prestress, kText);
  object.read("dissipation", s.dissipation, kText);
  object.read("optimizer", s.optimizer, kText);
  object.read("seed", s.seed, kCount);
  object.read("identity", s.identity, kText);
  object.read("fitted_modes", s.fitted_modes, kModes);
  object.read("predicted_modes", s.predicted_modes, kModes);
  object.read("zeta0", s.zeta0, kByMode);
  object.read("mode_index", s.mode_index, kByMode);
  object.read("amplitude_factor", s.amplitude_factor, kByMode);
  object.read("experimental_variability", s.variability, kByMode);
  constexpr char kList[] = "must be a list of parameters";
  const Json* parameters = object.find("parameters", kList);
  if (parameters != nullptr && parameters->is_array())
    s.parameters = read_parameters(*parameters, path, problems);
  else if (parameters != nullptr)
    object.wrong("parameters", *parameters, kList);
  object.read("front_points", s.front_points, kCount);
  object.read("evaluations", s.evaluations, kCount);
  object.read("failed_evaluations", s.failed_evaluations, kCount);
  object.read("gradients", s.gradients, kCount);
  object.read("front_quality", s.front_quality, kMeasures);
  object.read("generations", s.generations, kCount);
  object.read("stop_reason", s.stop_reason, kText);
  object.read("points_left_out", s.left_out, kByMode);
  object.read("notes", s.notes, kTexts);
  // Summaries of before do not tell.
  if (json.is_object() && json.contains("files")) object.read("files", s.files, kFingerprints);
  throw_if_any(std::move(problems));
  const auto beside = std::filesystem::path(path).parent_path() / "identity.json";
  s.parts = read_identity_parts(beside.string()).value_or(IdentityParts());
  return s;
}

}  // namespace slipfront
