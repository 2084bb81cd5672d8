// Are the numbers of a finished run still those that this program computes? Every front
// point is solved again in every mode and its errors are compared with front.csv:
//
//   drift = max |new - stored| / stored   over points, modes and both errors
//
// The study is taken from study.resolved.json; its files from where the study file stood.
// A reduced model or a measurement that has changed since is a Failure; a plugin that cannot be
// loaded is the trouble of its own combinations.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "results/run_folder.hpp"

namespace slipfront {

struct VerifiedCombination {
  std::string id;
  int points = 0;
  double drift = 0;
  int changed = 0;      // errors that are there now and were not, or the other way round
  std::string trouble;  // why it could not be computed, if so; else empty
  // One backbone of the first fitted mode at the middle of the front (Porter et al., Table 10),
  // on one thread of the library; 0 for an empty front.
  double backbone_seconds = 0;
};

/// `study_file` is the study's own, if it has been moved since; else empty. `done` is called
/// after each combination.
std::vector<VerifiedCombination> verify_run(
    const RunFolder& folder, const std::string& study_file, int threads,
    const std::function<void(const VerifiedCombination&)>& done = {});

}  // namespace slipfront
