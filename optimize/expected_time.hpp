// How long evaluations will take, by what others near them have taken: with those that will be
// dear first in a batch no thread is left with a long one when the others have run out of work.
//
//   t(x) = t of the nearest of the last 256 that were timed, distances on the search scale with
//          each range as 1; nothing timed yet: 0
//
// Limits: decides in which order work is done, never what comes of it. Times are of this run and
// are not stored: a run that is taken up again begins with an order that knows nothing.
#pragma once

#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

#include "core/parameter.hpp"

namespace slipfront {

class ExpectedTime {
 public:
  explicit ExpectedTime(std::span<const Parameter> bounds);

  /// What one evaluation took [s]. May be called by several threads at once, as all here.
  void add(std::span<const double> physical, double seconds);

  /// [s].
  double of(std::span<const double> physical) const;

 private:
  struct Timed {
    std::vector<double> place;
    double seconds;
  };
  std::vector<double> place_of(std::span<const double> physical) const;

  std::vector<Parameter> bounds_;
  mutable std::mutex mutex_;
  std::vector<Timed> timed_;
  std::size_t next_ = 0;  // the oldest, once there are as many as are kept
};

/// Positions of `values`, the largest first, of equals the first one first.
std::vector<std::size_t> largest_first(std::span<const double> values);

}  // namespace slipfront
