// study.resolved.json: what a run was asked for, complete and the same on every machine.
//
//   {"study": {every key with its value, files as written},
//    "inputs": {"roms": {name: fingerprint}, "experiment": {mode: fingerprint},
//               "plugins": {file: fingerprint}}}      "plugins" only where there are any
//
// Fingerprints are those of the numbers (studies/inputs.hpp); of a plugin, of its bytes.
#pragma once

#include <string>
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
};

/// Throws a Failure if the file is missing or damaged.
ResolvedStudy read_resolved_study(const RunFolder& folder);

}  // namespace slipfront
