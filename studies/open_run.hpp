// The first steps of a run, up to the point where it computes: inputs loaded, combinations
// prepared, the folder opened, and what it holds compared with what is asked for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/registry.hpp"
#include "results/run_folder.hpp"
#include "studies/inputs.hpp"
#include "studies/run_study.hpp"
#include "studies/run_units.hpp"
#include "studies/study.hpp"

namespace slipfront {

struct OpenedRun {
  StudyInputs inputs;
  std::vector<UnitOfWork> units;      // that the run is asked for; finished ones are marked
  std::vector<std::string> troubles;  // what was left out, as sentences
  std::optional<RunFolder> folder;    // nothing: it was only looked at
};

/// Throws a Failure for wrong input, a folder in use, or combinations in the folder that were
/// computed from something else. The folder then holds study.resolved.json and
/// experiment.json.
OpenedRun open_run(const Study& study, const Registry& models, const RunOptions& options);

/// The same without a lock and without writing or removing anything.
OpenedRun look_at_run(const Study& study, const Registry& models, const RunOptions& options);

/// What is left to compute, as ids: those of one wave start from no front that is not finished
/// or in a wave before.
std::vector<std::vector<std::string>> waves_of(const std::vector<UnitOfWork>& units);

}  // namespace slipfront
