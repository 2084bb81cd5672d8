// The declared keys of a study (study_keys.hpp) as a JSON schema (draft-07), with which editors
// complete and check a study file while it is typed. Rules between keys are left to `check`.
#pragma once

#include <string>

namespace slipfront {

std::string study_schema();

}  // namespace slipfront
