// study.resolved.json: what a run was asked for, complete and the same on every machine.
//
//   {"study": {every key with its value, files as written},
//    "inputs": {"roms": {name: fingerprint}, "experiment": {mode: fingerprint},
//               "own_experiment": {file: fingerprint}, "plugins": {file: fingerprint}}}
//   The last two only where there are any.
//
// Fingerprints are those of the numbers (studies/inputs.hpp); of a plugin, of its bytes.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "results/run_folder.hpp"
#include "studies/inputs.hpp"
#include "studies/study.hpp"

namespace slipfront {

std::string resolved_study_json(const Study& study, const StudyInputs& inputs);

/// What a table needs to know of the study that a folder belongs to: no model and no
/// reduced model has to be at hand to rank what has been computed.
struct ResolvedStudy {
  std::string title;
  ErrorPair box_upper;
  AreaRule area_rule = AreaRule::trapezoid;
  std::vector<int> fitted_modes, predicted_modes;
  std::vector<std::pair<std::string, std::string>> combinations;  // id, title
  // By id, for combinations with measured curves of their own: by mode, the file as written. A
  // curve that is the study's own, under whatever name, is not among them.
  std::map<std::string, std::map<int, std::string>> own_experiment;
  // By id, of the same: equal texts, equal curves in every mode.
  std::map<std::string, std::string> own_curves;
};

/// Throws a Failure if the file is missing or damaged.
ResolvedStudy read_resolved_study(const RunFolder& folder);

}  // namespace slipfront
