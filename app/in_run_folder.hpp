// Work on a run folder whose damaged files are named together with what to do about them.
#pragma once

#include "results/run_folder.hpp"

namespace slipfront {

template <class Work>
auto in_run_folder(const RunFolder& folder, const Work& work) {
  try {
    return work();
  } catch (const Failure& failure) {
    throw with_remedies(failure, folder);
  }
}

}  // namespace slipfront
