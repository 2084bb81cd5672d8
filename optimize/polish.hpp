// A front from what a session has seen: descents to its ends, through its gaps and from what they
// miss, and a search around it where descents stop at kinks.
//
//   1  descents to both scalar optima from the best points seen; where a variable is without effect
//      at the best of them, from other parts of its range too (optimize/dead_variables.hpp)
//   2  rays over the whole front, each from the point seen that reaches furthest along it
//      then from each non-dominated result along the valleys through it (optimize/valleys.hpp)
//   3  rounds until nothing is left to do: a descent on from the best of each objective while
//      it gets better; a ray through every gap between neighbours that is too wide (from the
//      corner that their best values make, started at the middle of their parameters or at
//      the point seen that reaches furthest), and one through every point seen that no result
//      comes near; where descents stop at kinks, from beside both ends, one variable moved and the
//      others following, or one without effect there moved to another part of its range; results
//      that stopped at a kink go on over it (optimize/descent.hpp). Where nothing is left to
//      descend from, valleys again, up to three times, through 16 results all along the front
//   4  where that ends, a batch of children around the front (optimize/front_search.hpp), and
//      rounds again for what it finds: two batches in vain end a smooth problem, or one with a
//      single best point, the cost limit one where more than a twentieth of the descents stopped at
//      kinks. There rounds and batches take turns, each with a share of the cost as it has lately
//      brought new points of the front for it (optimize/move_shares.hpp, gain of
//      optimize/front_distance.hpp); a round of fewer than four descents waits for more, three
//      batches at most. Where nothing that could be tried is new any more (a tiny box) the search
//      ends, too
//
// The whole search costs at most HybridOptions::cost_limit().
//
// A descent that has not gained for five evaluations ends: at a kink it would spend all it may and
// stay where it is.
//
// The front is that of optimize/polish_results.hpp; where a law has kinks descents end early, and
// points seen stay in it. What a round may try: optimize/descent_candidates.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "optimize/boundary_options.hpp"
#include "optimize/search_session.hpp"

namespace slipfront {

struct Polished {
  std::vector<Evaluation> front;
  int descents = 0;
  std::string why_ended;
};

/// Of a session that was asked to stop, the front of what it has seen. The same for any number of
/// threads.
Polished polish(SearchSession& session, const HybridOptions& options, DescentEngine engine,
                std::uint64_t seed);

}  // namespace slipfront
