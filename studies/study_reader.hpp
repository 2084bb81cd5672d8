// Reads the JSON of a study against the table of declared keys (study_keys.hpp):
// syntax, --set, unknown keys, types and ranges, defaults. Knows nothing of what the
// keys mean; the rules between keys stand in load_study.cpp.
//
// Problems are collected, never thrown one by one, so that an author sees all of them.
// Only a text that is no JSON at all ends the reading at once, with line and column.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/failure.hpp"

namespace slipfront {

using StudyJson = nlohmann::ordered_json;

/// Throws a Failure with line and column for wrong syntax, and for a key that stands
/// twice in one object (of which JSON readers silently keep one).
StudyJson parse_json(std::string_view text, const std::string& where);

/// Applies one "path=value" to the document: "amplitudes=10",
/// "defaults.optimizer.seed=3", "combinations[jenkins].viscous=false" (id or position),
/// "combinations[].post_slip=true" (every entry). A setting with a problem changes nothing.
void apply_setting(StudyJson& document, const std::string& setting, std::vector<Problem>& problems);

/// Unknown keys, wrong types, values outside their range.
void check_keys(const StudyJson& document, const std::string& where,
                std::vector<Problem>& problems);

/// The document with `defaults` merged into every combination and every default filled
/// in, in the order of the table; names the keys that are required and missing.
StudyJson resolve_keys(const StudyJson& document, const std::string& where,
                       std::vector<Problem>& problems);

/// A value as text for a sentence, at most a line's worth.
std::string excerpt(const StudyJson& value);

}  // namespace slipfront
