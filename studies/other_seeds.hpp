// How far ranks move with the random sequence of the search alone: runs of one study that
// differ in their seed only (`run --set seed=2 --out DIR2`), each ranked in the boxes of the
// first, so that areas compare between them.
//
// What the draws of results/rank_stability.hpp leave out: how near the search came to the
// front that it looked for.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "results/rank_stability.hpp"
#include "results/run_folder.hpp"

namespace slipfront {

struct SeedSpread {
  RankInterval average;                   // ranks of the average area, over all runs
  double area_lower = 0, area_upper = 0;  // of the average
};

/// By combination of `table`, which is the ranking of `first`. Throws a Failure that names every
/// combination which another folder lacks, or computed from anything else but another seed.
std::map<std::string, SeedSpread> other_seeds(const RunFolder& first, const Ranking& table,
                                              const std::vector<std::string>& folders);

}  // namespace slipfront
