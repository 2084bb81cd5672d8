#include "results/experiment_record.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "io/atomic_file.hpp"
#include "results/json_file.hpp"

namespace slipfront {

namespace {

using Column = std::pair<const char*, std::vector<double> MeasuredBackbone::*>;

constexpr char kCombinations[] = "combinations";

constexpr std::array<Column, 7> kColumns = {
    {{"amplitude", &MeasuredBackbone::amplitude},
     {"frequency_hz", &MeasuredBackbone::frequency_hz},
     {"frequency_lower", &MeasuredBackbone::frequency_lower},
     {"frequency_upper", &MeasuredBackbone::frequency_upper},
     {"damping", &MeasuredBackbone::damping},
     {"damping_lower", &MeasuredBackbone::damping_lower},
     {"damping_upper", &MeasuredBackbone::damping_upper}}};

void check_rows(const MeasuredBackbone& measured, const std::string& path,
                const std::string& pointer, std::vector<Problem>& problems) {
  for (const auto& [name, column] : kColumns)
    if ((measured.*column).size() != measured.size())
      problems.push_back({path, pointer + "/" + name,
                          std::to_string((measured.*column).size()) + " numbers",
                          "must be as many as there are amplitudes", ""});
  if (measured.size() < 2)
    problems.push_back({path, pointer + "/amplitude", std::to_string(measured.size()) + " numbers",
                        "must be at least two amplitudes", ""});
  for (std::size_t i = 0; i < measured.size(); ++i)
    if (!(measured.amplitude[i] > (i == 0 ? 0 : measured.amplitude[i - 1]))) {
      problems.push_back({path, pointer + "/amplitude", "number " + std::to_string(i + 1),
                          "amplitudes must be above 0 and ascending", ""});
      break;
    }
}

Json modes_json(const MeasuredModes& modes) {
  Json entries = Json::object();
  for (const auto& [mode, measured] : modes) {
    Json& entry = entries[std::to_string(mode)];
    entry["source"] = measured.source;
    entry["response_amplitude"] = measured.response_amplitude;
    for (const auto& [name, column] : kColumns) entry[name] = measured.*column;
  }
  return entries;
}

/// The backbones under `name` of the object at `pointer`.
MeasuredModes read_modes(JsonObject& parent, const char* name, const std::string& path,
                         const std::string& pointer, std::vector<Problem>& problems) {
  MeasuredModes modes;
  constexpr char kModes[] = "must be an object with one backbone per mode number";
  const Json* entries = parent.find(name, kModes);
  if (entries != nullptr && !entries->is_object()) parent.wrong(name, *entries, kModes);
  if (entries == nullptr || !entries->is_object()) return modes;
  for (const auto& [key, entry] : entries->items()) {
    const std::string here = pointer + "/" + name + "/" + key;
    int mode = 0;
    if (!mode_number(key, mode))
      problems.push_back({path, here, "'" + key + "'", "must be a mode number", ""});
    MeasuredBackbone& measured = modes[mode];
    const std::size_t before = problems.size();
    JsonObject object(entry, path, here, problems);
    object.read("source", measured.source, "must be a text");
    object.read("response_amplitude", measured.response_amplitude, "must be true or false");
    for (const auto& [column_name, column] : kColumns)
      object.read(column_name, measured.*column, "must be a list of finite numbers");
    if (problems.size() == before) check_rows(measured, path, here, problems);
  }
  return modes;
}

}  // namespace

void write_experiment(const std::string& path, const MeasuredModes& modes,
                      const OwnExperiments& own) {
  Json root = Json::object();
  root["modes"] = modes_json(modes);
  for (const auto& [id, curves] : own) root["combinations"][id] = modes_json(curves);
  write_atomically(path, to_pretty_text(root));
}

MeasuredModes read_experiment(const std::string& path) {
  const Json json = parse_json(read_file(path), path);
  std::vector<Problem> problems;
  JsonObject root(json, path, "", problems);
  MeasuredModes modes = read_modes(root, "modes", path, "", problems);
  throw_if_any(std::move(problems));
  return modes;
}

OwnExperiments read_own_experiments(const std::string& path) {
  const Json json = parse_json(read_file(path), path);
  OwnExperiments own;
  if (!json.is_object() || !json.contains(kCombinations)) return own;
  std::vector<Problem> problems;
  JsonObject combinations(json.at(kCombinations), path, std::string("/") + kCombinations, problems);
  if (json.at(kCombinations).is_object())
    for (const auto& [id, unused] : json.at(kCombinations).items())
      own[id] =
          read_modes(combinations, id.c_str(), path, std::string("/") + kCombinations, problems);
  throw_if_any(std::move(problems));
  return own;
}

}  // namespace slipfront
