#include "studies/study.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

namespace slipfront {

std::string Study::path_of(const std::string& written) const {
  const std::filesystem::path path(written);
  if (path.is_absolute()) return written;
  return (std::filesystem::path(file).parent_path() / path).string();
}

std::string Study::experiment_file(const Combination& combination, int mode) const {
  for (const auto* files : {&combination.experiment, &experiment})
    if (const auto found = files->find(mode); found != files->end()) return found->second;
  return "";
}

std::vector<int> fitted_modes(const Study& study) {
  std::set<int> modes;
  for (const Combination& combination : study.combinations)
    modes.insert(combination.fit_modes.begin(), combination.fit_modes.end());
  return {modes.begin(), modes.end()};
}

std::vector<int> predicted_modes(const Study& study) {
  const std::vector<int> fitted = fitted_modes(study);
  std::set<int> modes;
  for (const Combination& combination : study.combinations)
    for (const int mode : combination.predict_modes)
      if (!std::binary_search(fitted.begin(), fitted.end(), mode)) modes.insert(mode);
  return {modes.begin(), modes.end()};
}

}  // namespace slipfront
