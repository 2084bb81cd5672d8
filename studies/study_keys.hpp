// Every key of a study file, declared once: where it stands, what it may hold, what it
// is if left out, and one sentence. The reader (study_reader.hpp), its error sentences
// and docs/study_keys.md are made from this table and from nothing else.
//
// A path names a key from the top of the file: "amplitudes", "box_upper.frequency",
// "roms.*.file" (any name in place of *), "combinations[].model" (every entry of a list).
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace slipfront {

/// JSON numbers are exact up to 2^53 in every reader.
constexpr double kLargestExactWhole = 9007199254740992.0;

enum class KeyKind {
  text,
  path,  // a file, relative to the study file
  whole_number,
  number,
  yes_no,         // true or false
  whole_numbers,  // a list of them
  paths,          // a list of files, relative to the study file
  group,          // an object with declared keys
  table,          // an object whose keys are names chosen by the author
  list,           // a list of groups
};

struct StudyKey {
  std::string path;
  KeyKind kind = KeyKind::text;
  bool required = false;
  std::string fallback = "";              // JSON text of the default; empty: none
  std::vector<std::string> allowed = {};  // texts, if only some are
  std::optional<double> at_least = {}, above = {}, at_most = {};  // of a number
  std::string about = "";                                         // one sentence
};

/// The table, in the order in which a resolved study is written.
const std::vector<StudyKey>& study_keys();

/// What a value of this key must be: "a whole number from 2 to 1000".
std::string rule_of(const StudyKey& key);

/// The table as the page docs/study_keys.md.
std::string study_keys_page();

}  // namespace slipfront
