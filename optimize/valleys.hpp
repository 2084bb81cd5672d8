// Valleys: where several variables together are without effect though none is so alone, as theta
// and the slip traction of the 5-parameter Iwan law where its slowest sliders never slip: only one
// combination of the two counts there. Along a valley errors stay as they are until a kink, behind
// which they may be lower, and no slope tells.
//
//   A         rows J / |e| of both objectives, by the variables of optimize/search_chart.hpp
//   N         right singular vectors of A along which eq 42 cannot change by a thousandth per
//             decade: 2/ln 10 sigma < 0.001
//   P = N N'  where variable k moves by 1 and errors are to stay, the others follow by P e_k /
//   P_kk,
//             the shortest way
//   valley    of each k with P_kk > 0.3 that counts when it moves alone (else it is dead,
//             optimize/dead_variables.hpp), a direction that two such k share being one: of two
//             variables one has at least a half of a direction, of three a third
//
// Limits: a valley is followed along a straight line on the search scale. A direction that four
// variables share evenly is not seen, and none is where an objective has no errors at all.
#pragma once

#include <span>
#include <vector>

#include "optimize/goal.hpp"
#include "optimize/search_session.hpp"

namespace slipfront {

struct Valley {
  std::size_t variable = 0;       // the one that the others follow
  std::vector<double> direction;  // of the chart's variables, 1 in that one
};

/// Through an evaluation with gradient.
std::vector<Valley> valleys(const SearchSession& session, const Evaluation& evaluation);

/// Search variables where the valley's variable has come to `target`, or nearer where another one
/// comes to its bound first.
std::vector<double> moved_in_valley(const SearchSession& session, const std::vector<double>& x,
                                    const Valley& valley, double target);

struct ValleyResult {
  Evaluation evaluation;
  Goal goal;
};
struct ValleyStart {
  std::size_t result;  // position in what was given
  std::vector<double> x;
};

/// Starts for descents from the valleys through results, at most one for each way along each: the
/// middles of the eighths of the variable's range that lie there and the end of the range are
/// tried; of those where the variable counts with the others following, the one that reaches
/// furthest. At most `most` evaluations with gradient, one step of the session; `stopped` tells
/// whether it was asked to stop.
std::vector<ValleyStart> starts_along(SearchSession& session, std::span<const ValleyResult> results,
                                      std::size_t most, bool& stopped);

}  // namespace slipfront
