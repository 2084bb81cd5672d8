// NSGA-II for coverage, boundary intersection to polish it, to extend its ends and to close
// its gaps (beyond the paper).
//
//   1  a short NSGA-II run
//   2  descents to both scalar optima from its best points; where a variable is without effect at
//      the best of them, from other parts of its range too (optimize/dead_variables.hpp)
//   3  rays over the whole front, each from the point seen that reaches furthest along it
//   4  rounds until nothing is left to do: a descent on from the best of each objective while
//      it gets better; a ray through every gap between neighbours that is too wide (from the
//      corner that their best values make, started at the middle of their parameters or at
//      the point seen that reaches furthest), and one through every point seen that no result
//      comes near; where descents stop at kinks, from beside both ends, one variable moved and the
//      others following, or one without effect there moved to another part of its range; results
//      that stopped at a kink go on over it (optimize/descent.hpp)
//   5  where that ends, a batch of children around the front (optimize/front_search.hpp), and
//      rounds again for what it finds: two batches in vain end a smooth problem, or one with a
//      single best point, the cost limit one where more than a twentieth of the descents stopped at
//      kinks. There rounds and batches take turns, each with a share of the cost as it has lately
//      brought new points of the front for it (optimize/move_shares.hpp, gain of
//      optimize/front_distance.hpp); a round of fewer than four descents waits for more,
//      three batches at most
//
// No stage passes the limit of cost. A descent that has not gained for five evaluations ends: at a
// kink it would spend all it may and stay where it is.
//
// The front: non-dominated results of descents, and points seen that these miss by more than
// 0.0005 in eq 42. Where a law has kinks descents end early; NSGA-II's points stay then.
#pragma once

#include <vector>

#include "optimize/boundary_options.hpp"
#include "optimize/nsga2.hpp"
#include "optimize/objective.hpp"
#include "optimize/optimizer_result.hpp"

namespace slipfront {

/// `nsga2`: operators of the first phase; its population, generations and seeds are not used.
/// Throws a Failure for wrong options or seeds, or an objective without gradients.
OptimizerResult run_hybrid(const Objective& objective, const HybridOptions& options,
                           const Nsga2Options& nsga2, DescentEngine engine,
                           const std::vector<std::vector<double>>& seeds, EvaluationStore& store,
                           int threads, const ProgressCallback& progress = {});

std::vector<Problem> hybrid_problems(const HybridOptions& options);

}  // namespace slipfront
