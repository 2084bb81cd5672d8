// The friction models that a study may name: the built-in ones, and those of its plugins.
#pragma once

#include <string>
#include <vector>

#include "core/failure.hpp"
#include "models/registry.hpp"
#include "studies/study_json.hpp"

namespace slipfront {

struct StudyModels {
  Registry registry;
  std::vector<Problem> problems;  // of plugins that could not be taken in
};

/// Loads what the study's key `plugins` names; `settings` are "path=value"
/// (study_reader.hpp). A wrong value of the key is left to the reader of the study. Throws a
/// Failure only if the file cannot be read or is no JSON.
StudyModels load_study_models(const std::string& file,
                              const std::vector<std::string>& settings = {});
/// The same of a study that has been read; its paths are relative to `file`.
StudyModels study_models(const StudyJson& document, const std::string& file);

}  // namespace slipfront
