// What a study will cost, measured before it runs: a few parameter sets of every combination
// are solved for every fitted and predicted mode, and their times multiplied by what the
// search may ask for at most. Times are processor times (of a plugin, which computes in a process
// of its own, times by the clock).
//
//   search      evaluations x seconds of the fitted modes
//   prediction  points of the front (about one population) x seconds of all modes
//
// Limits: a search that ends early costs less; one whose parameter sets are hard, more. Boundary
// intersection may start again where angles got stuck, which is not counted; most of its descents
// end long before their limit: of 11 such searches one cost more than this (by a sixth), nine less
// than half (docs/brb26/paper).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/registry.hpp"
#include "studies/inputs.hpp"
#include "studies/study.hpp"

namespace slipfront {

struct CombinationPlan {
  std::string id;
  std::string engine;
  long evaluations = 0;    // at most; one with gradient counts as two
  double seconds_fit = 0;  // of one evaluation: all fitted modes, median of the samples
  double seconds_all = 0;  // of one front point: predicted modes
  double core_seconds = 0;
  std::string trouble;  // of a law whose own code failed at a sample: its times tell nothing
};

struct PlanOptions {
  int samples = 3;  // parameter sets per combination, spread over the bounds
};

/// So many evaluations a search asks for at most, boundary intersection as a rule.
long most_evaluations(const OptimizerOptions& options);

/// Throws one Failure with all problems of the combinations.
std::vector<CombinationPlan> plan_study(
    const Study& study, const StudyInputs& inputs, const Registry& models,
    const PlanOptions& options = {},
    const std::function<void(const std::string& id)>& progress = {});

}  // namespace slipfront
