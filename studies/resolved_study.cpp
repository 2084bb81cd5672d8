#include "studies/resolved_study.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "results/json_file.hpp"
#include "studies/json_text.hpp"

namespace slipfront {

namespace {

/// The modes of one key over all combinations, ascending.
std::set<int> modes_of(const StudyJson& combinations, const char* key) {
  std::set<int> modes;
  for (const StudyJson& entry : combinations)
    for (const StudyJson& mode : entry.at(key)) modes.insert(mode.get<int>());
  return modes;
}

}  // namespace

std::string resolved_study_json(const Study& study, const StudyInputs& inputs) {
  StudyJson document;
  document["study"] = StudyJson::parse(study.resolved);
  StudyJson& fingerprints = document["inputs"];
  fingerprints["roms"] = StudyJson::object();
  for (const auto& [id, rom] : inputs.roms) fingerprints["roms"][id] = rom.fingerprint;
  for (const auto& [mode, experiment] : inputs.experiment)
    fingerprints["experiment"][std::to_string(mode)] = experiment.fingerprint;
  for (const auto& [file, experiment] : inputs.own_experiment)
    fingerprints["own_experiment"][file] = experiment.fingerprint;
  for (const auto& [file, fingerprint] : inputs.plugins)
    fingerprints["plugins"][file] = fingerprint;
  return document.dump(2) + "\n";
}

ResolvedStudy read_resolved_study(const RunFolder& folder) {
  const std::string where = folder.file("study.resolved.json");
  const StudyJson document = parse_json(folder.read_resolved_study(), where);
  const Failure damaged(Problem{where, "", "a damaged file", "must be a study as written by a run",
                                "run the study again into this folder"});
  try {
    const StudyJson& study = document.at("study");
    const StudyJson& combinations = study.at("combinations");
    ResolvedStudy resolved;
    resolved.title = study.at("title").get<std::string>();
    resolved.box_upper = {study.at("box_upper").at("frequency").get<double>(),
                          study.at("box_upper").at("damping").get<double>()};
    if (study.at("area_rule") == "staircase") resolved.area_rule = AreaRule::staircase;
    const std::set<int> fitted = modes_of(combinations, "fit_modes");
    resolved.fitted_modes.assign(fitted.begin(), fitted.end());
    for (const int mode : modes_of(combinations, "predict_modes"))
      if (!fitted.count(mode)) resolved.predicted_modes.push_back(mode);
    for (const StudyJson& entry : combinations) {
      const std::string id = entry.at("id").get<std::string>();
      resolved.combinations.emplace_back(id, entry.at("title").get<std::string>());
      if (entry.contains("experiment"))
        for (const auto& [mode, file] : entry.at("experiment").items())
          if (int number = 0; mode_number(mode, number))
            resolved.own_experiment[id][number] = file.get<std::string>();
          else
            throw damaged;
    }
    return resolved;
  } catch (const StudyJson::exception&) {
    throw damaged;
  }
}

}  // namespace slipfront
