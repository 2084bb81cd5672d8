// Whether a point can be Pareto-optimal as far as first derivatives tell: no direction
// inside the bounds improves both objectives.
//
//   stationarity = min over 0 <= a <= 1 of | P(a g1 + (1 - a) g2) |_2
//
// with g1, g2 the gradients of eq 42 on the search scale (per decade or unit) and P the
// projection that leaves out what a bound holds: a component that would only decrease the
// sum by crossing the bound its variable sits on. Zero at every smooth Pareto point (Fritz
// John); where the objectives have kinks a Pareto point may have any value.
// The norm is convex in a; its minimum is found by golden sections.
#pragma once

#include <span>
#include <vector>

#include "core/evaluation_store.hpp"
#include "optimize/guard.hpp"
#include "optimize/search_space.hpp"

namespace slipfront {

struct Stationarity {
  double norm = 0;
  double weight = 0;  // a, of the frequency objective
};

/// x within lower .. upper; all of the same length.
Stationarity stationarity(std::span<const double> frequency_gradient,
                          std::span<const double> damping_gradient, std::span<const double> x,
                          std::span<const double> lower, std::span<const double> upper);

/// Of an evaluation that has gradients, in its search space; with a guard in the chart of
/// optimize/search_chart.hpp, whose edge is then a bound like the others.
Stationarity stationarity(const Evaluation& evaluation, const SearchSpace& space,
                          const std::optional<Guard>& guard = {});

/// Over the points of a front.
struct StationarityShare {
  int points = 0;      // that have gradients; the others are not counted. None: what follows means
  int stationary = 0;  // nothing. Of them, below kStationary
  double median = 0;
  double largest = 0;
};

/// A front point below this is reported as stationary: 0.001 of eq 42 (0.1 % of an error) per
/// decade of a parameter.
inline constexpr double kStationary = 1e-3;

StationarityShare stationarity_share(std::span<const Evaluation> front, const SearchSpace& space,
                                     const std::optional<Guard>& guard = {});

}  // namespace slipfront
