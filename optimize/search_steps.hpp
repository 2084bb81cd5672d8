// Steps of a search that can stop and go on exactly because it is a pure function of what
// the store answers: to resume is to walk the same steps again, with every evaluation found
// in the store, up to the step after which the run was stopped.
//
// The checkpoint holds how many steps were done and to which search they belong; the state
// itself is the evaluation log. So a kill at any moment costs no evaluation that was stored.
#pragma once

#include <string>
#include <vector>

#include "optimize/evaluation_ledger.hpp"
#include "optimize/optimizer_result.hpp"

namespace slipfront {

class SearchSteps {
 public:
  /// `settings`: a fingerprint of all that the course of the search depends on. A checkpoint
  /// that is damaged or belongs to another search is noted in `notes`.
  SearchSteps(std::string settings, EvaluationStore& store, const EvaluationLedger& ledger,
              const ProgressCallback& progress, std::vector<std::string>& notes);

  /// What progress tells besides the books: errors of eq 41 and the limit, of steps or of what they
  /// cost in backbones, where there is one.
  void see(const Evaluation& evaluation);
  void expect(int steps) { expected_ = steps; }
  void expect_cost(long backbones) { cost_limit_ = backbones; }

  /// After each step. False if the search has to stop here: a checkpoint is on the disk.
  bool done();

  int count() const { return count_; }
  bool stopped() const { return stopped_; }

 private:
  std::string settings_;
  EvaluationStore* store_;
  const EvaluationLedger* ledger_;
  ProgressCallback progress_;
  int replayed_ = 0;  // steps of earlier runs
  int count_ = 0;
  int expected_ = 0;  // 0: as many as it takes
  long cost_limit_ = 0;
  bool stopped_ = false;
  ErrorPair best_;
};

}  // namespace slipfront
