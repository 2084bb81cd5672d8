// `--set path=value`: a key of a study replaced from the command line, before it is read.
#pragma once

#include <string>
#include <vector>

#include "core/failure.hpp"
#include "studies/study_json.hpp"

namespace slipfront {

/// Applies one "path=value" to the document: "amplitudes=10",
/// "defaults.optimizer.seed=3", "combinations[jenkins].viscous=false" (id or position),
/// "combinations[].post_slip=true" (every entry). The value is JSON; what is no JSON is
/// taken as text. A setting with a problem changes nothing.
void apply_setting(StudyJson& document, const std::string& setting, std::vector<Problem>& problems);

}  // namespace slipfront
