// Finds the declared keys of a study (study_keys.hpp) by where they stand.
#pragma once

#include <string>
#include <vector>

#include "studies/study_keys.hpp"

namespace slipfront {

/// By its whole path, "combinations[].model"; null if there is none.
const StudyKey* find_key(const std::string& path);

/// Declared keys of the group at `path` ("" for the file itself, "combinations[]" for an
/// entry of the list); "defaults" has those of a combination except id and title.
std::vector<const StudyKey*> members_of(const std::string& path);

/// One of them by its own name; null if there is none.
const StudyKey* member(const std::string& path, const std::string& name);

/// "model" of "combinations[].model".
std::string last_of(const std::string& path);

/// The own names of several keys.
std::vector<std::string> names_of(const std::vector<const StudyKey*>& keys);

}  // namespace slipfront
