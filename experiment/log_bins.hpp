// Many points of amplitude and value as few bins of log amplitude: mean, variance inside the
// bin, and how many independent observations the bin is worth.
//
// A regression on the raw points of seven decays would need a kernel matrix of many
// gigabytes; on a few hundred bins it is the same regression (mean, variance and count are
// sufficient) up to the width of a bin.
#pragma once

#include <vector>

namespace slipfront {

struct Observation {
  double x = 0;  // ln amplitude
  double y = 0;
  double worth = 1;  // independent observations, 0 .. 1
};

struct Bin {
  double x = 0, y = 0;  // means
  double variance = 0;  // of y inside the bin (unbiased; 0 with one point)
  double count = 1;     // independent observations
};

/// Equal bins over the range of x, ascending, empty ones left out.
std::vector<Bin> bin_observations(const std::vector<Observation>& observations, int bins);

}  // namespace slipfront
