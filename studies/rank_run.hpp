// The ranking of what a run folder holds: the finished combinations of its study.
#pragma once

#include <map>
#include <optional>

#include "results/ranking.hpp"
#include "results/run_folder.hpp"

namespace slipfront {

struct RunRanking {
  Ranking ranking;
  std::string title;                    // of the study
  std::vector<std::string> unfinished;  // combinations that the table lacks
};

/// `boxes` of an earlier table are kept if given. Throws a Failure if nothing is finished.
RunRanking rank_run(const RunFolder& folder, std::optional<std::map<int, Box>> boxes = {});

}  // namespace slipfront
