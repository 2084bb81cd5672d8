// From a study file to a Study: syntax, keys, defaults, --set, and the rules between
// keys. Everything that is wrong with a file is found in one pass.
#pragma once

#include <string>
#include <vector>

#include "core/failure.hpp"
#include "models/registry.hpp"
#include "studies/study.hpp"

namespace slipfront {

/// What a file says, and all that is wrong with it. Entries with a problem may be
/// missing from the study or hold their defaults.
struct StudyReading {
  Study study;
  std::vector<Problem> problems;
};

/// A model that is not known: a problem, or (where a plugin could not be loaded) a
/// combination that is marked as left out, so that the others go on.
enum class UnknownModel { problem, left_out };

/// `settings` are "path=value" (study_reader.hpp). Throws a Failure only if the file
/// cannot be read or is no JSON.
StudyReading read_study(const std::string& file, const Registry& models,
                        const std::vector<std::string>& settings = {},
                        UnknownModel unknown = UnknownModel::problem);

/// The same from text; `file` names it in messages and is what paths are relative to.
StudyReading parse_study(const std::string& text, const std::string& file, const Registry& models,
                         const std::vector<std::string>& settings = {},
                         UnknownModel unknown = UnknownModel::problem);

/// The study, or one Failure with all problems.
Study load_study(const std::string& file, const Registry& models,
                 const std::vector<std::string>& settings = {},
                 UnknownModel unknown = UnknownModel::problem);

}  // namespace slipfront
