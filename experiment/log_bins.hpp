// Many points of amplitude and value as few bins of log amplitude: mean, variance inside the
// bin, and how many independent observations the bin is worth.
//
// A regression on the raw points of seven decays would need a kernel matrix of many
// gigabytes; on a few hundred bins it is the same regression (mean, variance and count are
// sufficient) up to the width of a bin.
#pragma once

#include <algorithm>
#include <vector>

namespace slipfront {

struct Observation {
  double x = 0;  // ln amplitude
  double y = 0;
  double worth = 1;     // independent observations, 0 .. 1
  double variance = 0;  // of y, as far as it is known beforehand
  int decay = 0;        // points of one decay deviate together
  double slope = 0;     // dy/dx along the decay: inside a bin its trend is no scatter
};

struct Bin {
  double x = 0, y = 0;  // means
  double variance = 0;  // of y inside the bin (unbiased; 0 with one point)
  double count = 1;     // independent observations
  double known = 0;     // mean of the variances known beforehand
  int decays = 1;       // that have points here

  /// Independent values that `variance` is worth: one less than the observations; of curves
  /// that are worth less than one observation here, that part of what as many whole ones are.
  double freedom() const { return std::max(count - 1, count * (1 - 1.0 / decays)); }
};

/// Equal bins over the range of x, ascending, empty ones left out.
std::vector<Bin> bin_observations(const std::vector<Observation>& observations, int bins);

}  // namespace slipfront
