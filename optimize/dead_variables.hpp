// Variables that a descent cannot move because no error depends on them where it stands, as
// beta of an Iwan model once it is far below what slips: an optimum there is one of a smaller
// model.
//
//   |de/dx_k| (2 / ln 10) < 0.001 |e|    for both objectives, f = log10 |e|^2
//
// that is: along x_k eq 42 cannot change by a thousandth per decade. Whether the rest of x_k's
// range has a better optimum only starts elsewhere in it can tell.
#pragma once

#include <vector>

#include "optimize/search_session.hpp"

namespace slipfront {

/// Places in the search space of the variables that are dead at an evaluation with gradient.
std::vector<std::size_t> dead_variables(const SearchSession& session, const Evaluation& evaluation);

/// Starts for descents to `goal` in other parts of the ranges of the variables that are dead at
/// `found`: each range is cut into slices; in each the better of the best point seen there and
/// `found` with that variable moved to its middle, if the variable is not dead there as well. At
/// most `most` evaluations with gradient, one step of the session; `stopped` tells whether it was
/// asked to stop.
std::vector<std::vector<double>> starts_beside(SearchSession& session, const Goal& goal,
                                               const Evaluation& found, std::size_t most,
                                               bool& stopped);

}  // namespace slipfront
