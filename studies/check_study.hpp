// `slipfront check`: everything that can be known to be wrong with a study before it
// runs, at once: its file, every reduced model, every measured backbone, and each
// combination by one cheap solution per mode in the middle of its bounds. Measured curves that
// no friction model can meet (studies/reachable_frequency.hpp) are problems too.
#pragma once

#include <string>
#include <vector>

#include "core/failure.hpp"
#include "models/registry.hpp"

namespace slipfront {

struct CheckedCombination {
  std::string id;
  std::string title;
  std::vector<std::string> notes;  // of the trial at the middle of the bounds
  int free_parameters = 0;
};

struct StudyCheck {
  std::string title;
  std::vector<CheckedCombination> combinations;
  std::vector<Problem> problems;
};

/// Throws a Failure only if the file cannot be read or is no JSON.
StudyCheck check_study(const std::string& file, const Registry& models,
                       const std::vector<std::string>& settings = {});

}  // namespace slipfront
