// Reads the JSON of a study against the table of declared keys (study_keys.hpp): unknown
// keys, types and ranges, defaults. Knows nothing of what the keys mean; the rules between
// keys stand in load_study.cpp.
//
// Problems are collected, never thrown one by one, so that an author sees all of them.
#pragma once

#include <string>
#include <vector>

#include "core/failure.hpp"
#include "studies/study_json.hpp"
#include "studies/study_keys.hpp"

namespace slipfront {

/// Unknown keys, wrong types, values outside their range.
void check_keys(const StudyJson& document, const std::string& where,
                std::vector<Problem>& problems);

/// The same of the value of one key, which stands at `pointer`.
void check_value(const StudyJson& value, const StudyKey& key, const std::string& where,
                 const std::string& pointer, std::vector<Problem>& problems);

/// The document with `defaults` merged into every combination and every default filled
/// in, in the order of the table; names the keys that are required and missing.
StudyJson resolve_keys(const StudyJson& document, const std::string& where,
                       std::vector<Problem>& problems);

}  // namespace slipfront
