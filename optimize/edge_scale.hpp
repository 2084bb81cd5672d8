// The variables that a population moves in along the edge of a model's domain: those of
// optimize/search_chart.hpp, but for the one that tells how far the edge is, which stands for u =
// 10^z (the margin of the guard over its largest value, 1e-10 to 1) with half of its range for
// decades and half for u itself:
//
//   w = 1/2 + (u - r) / (2 (1 - r))                  u >= r
//   w = 1/2 - ln(r / u) / (2 ln(r / 1e-10))          u <  r,    0 <= w <= 1
//   r = 1 / (1 + ln(r / 1e-10)), 0.048               both have the same slope there
//
// On the front of the 4-parameter Iwan law u goes from 0.5 down to 1e-4 and less: in chi a
// population of a hundred loses the one end, in decades alone the other (docs/notes/optimizers.md).
//
// Limits: where the bounded parameter's own lower bound lies above the edge, z counts tenths of the
// decades that are left and u is no longer the margin's share; the scale stays monotone.
#pragma once

#include <optional>
#include <vector>

#include "optimize/search_chart.hpp"

namespace slipfront {

class EdgeScale {
 public:
  /// Without a guard the search variables themselves. The space must outlive the scale.
  explicit EdgeScale(const SearchSpace& space, const std::optional<Guard>& guard = {});

  const std::vector<double>& lower() const { return lower_; }
  const std::vector<double>& upper() const { return upper_; }

  std::vector<double> from_search(const std::vector<double>& x) const;
  /// Within the bounds of the search space.
  std::vector<double> to_search(const std::vector<double>& w) const;

 private:
  SearchChart chart_;
  std::vector<double> lower_, upper_;
};

}  // namespace slipfront
