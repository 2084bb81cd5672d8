// A member of a genetic algorithm's population: where it is, and what was found there.
//
// fitness = two objectives to minimise, then any number of inequality constraints
// (satisfied when <= 0). Constraint domination (Deb et al. 2002): a feasible member beats
// an infeasible one, of two infeasible ones the smaller violation wins. An objective that
// is not finite makes its member infeasible beyond all others.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

namespace slipfront {

/// Both objectives are minimised; the constraints follow them.
inline constexpr std::size_t kObjectives = 2;

struct Individual {
  std::vector<double> x;  // search variables
  std::vector<double> fitness;
  int rank = 0;         // 0: no other dominates it
  double crowding = 0;  // room around it in its own rank

  /// Sum of the violated constraints; infinite if anything is not finite.
  double violation() const {
    double sum = 0;
    for (std::size_t i = 0; i < fitness.size(); ++i) {
      if (!std::isfinite(fitness[i])) return std::numeric_limits<double>::infinity();
      if (i >= kObjectives && fitness[i] > 0) sum += fitness[i];
    }
    return sum;
  }
  bool feasible() const { return violation() == 0; }
};

}  // namespace slipfront
