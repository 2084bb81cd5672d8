#include "studies/study_models.hpp"

#include <nlohmann/json.hpp>

#include "io/atomic_file.hpp"
#include "models/plugin/plugin_loader.hpp"
#include "studies/include.hpp"
#include "studies/study.hpp"
#include "studies/study_setting.hpp"

namespace slipfront {

StudyModels load_study_models(const std::string& file, const std::vector<std::string>& settings) {
  StudyJson document = with_includes(parse_json_text(read_file(file), file), file);
  std::vector<Problem> later;  // found again, and reported, when the study is read
  for (const std::string& setting : settings) apply_setting(document, setting, later);
  return study_models(document, file);
}

StudyModels study_models(const StudyJson& document, const std::string& file) {
  Study study;
  study.file = file;
  std::vector<std::string> files;
  if (document.contains("plugins") && document.at("plugins").is_array())
    for (const StudyJson& each : document.at("plugins"))
      if (each.is_string() && !each.get<std::string>().empty())
        files.push_back(study.path_of(each.get<std::string>()));
  IsolationOptions options;
  if (document.contains("plugin_time_limit") && document.at("plugin_time_limit").is_number() &&
      document.at("plugin_time_limit").get<double>() > 0)
    options.time_limit = document.at("plugin_time_limit").get<double>();

  StudyModels models{Registry::with_built_in(), {}};
  models.problems = load_plugins(files, models.registry, options).problems;
  return models;
}

}  // namespace slipfront
