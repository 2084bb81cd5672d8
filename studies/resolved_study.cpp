#include "studies/resolved_study.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "results/json_file.hpp"
#include "studies/study_json.hpp"

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
  const StudyJson document = parse_json_text(folder.read_resolved_study(), where);
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
    const auto fingerprint_of = [&](const char* kind, const std::string& name) {
      const StudyJson& inputs = document.contains("inputs") ? document.at("inputs") : document;
      const bool there = inputs.contains(kind) && inputs.at(kind).contains(name);
      return there ? inputs.at(kind).at(name).get<std::string>() : std::string();
    };
    const std::set<int> fitted = modes_of(combinations, "fit_modes");
    resolved.fitted_modes.assign(fitted.begin(), fitted.end());
    for (const int mode : modes_of(combinations, "predict_modes"))
      if (!fitted.count(mode)) resolved.predicted_modes.push_back(mode);
    for (const StudyJson& entry : combinations) {
      const std::string id = entry.at("id").get<std::string>();
      resolved.combinations.emplace_back(id, entry.at("title").get<std::string>());
      if (entry.contains("experiment")) {
        for (const auto& [mode, file] : entry.at("experiment").items())
          if (int number = 0; mode_number(mode, number)) {
            const std::string name = file.get<std::string>();
            const std::string curve = fingerprint_of("own_experiment", name);
            if (!curve.empty() && curve == fingerprint_of("experiment", mode)) continue;
            resolved.own_experiment[id][number] = name;
            resolved.own_curves[id] += mode + " " + (curve.empty() ? name : curve) + "\n";
          } else {
            throw damaged;
          }
      }
    }
    return resolved;
  } catch (const StudyJson::exception&) {
    throw damaged;
  }
}

}  // namespace slipfront
