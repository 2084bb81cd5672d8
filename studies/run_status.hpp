// How far a run is, read from its folder while another process computes in it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "results/run_folder.hpp"

namespace slipfront {

enum class CombinationState { waiting, begun, finished };

struct CombinationStatus {
  std::string id;
  CombinationState state = CombinationState::waiting;
  long evaluations = 0, failed = 0;   // in the log so far
  int front_points = 0;               // of a finished one
  std::optional<std::string> holder;  // the process that computes it now
};

struct RunStatus {
  std::string title;
  std::optional<std::string> holder;  // the process that has the folder for itself now
  std::vector<CombinationStatus> combinations;
};

std::string to_text(CombinationState state);

/// Throws a Failure if the folder is none of a run. Changes nothing in it.
RunStatus run_status(const RunFolder& folder);

}  // namespace slipfront
