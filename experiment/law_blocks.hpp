// What a record says about a law of its decay, cycle by cycle.
//
// A block is a cycle or a little more of a DecayPath; its value is the ln of the acceleration's
// complex amplitude there less the law's own. From samples, by least squares with the value v
// constant in the block,
//
//   left = Re(model v),   left = record - Re(model)
//
// and its weight is 1/variance: of the filter's noise, or of what v leaves over.
#pragma once

#include <complex>
#include <vector>

#include "experiment/butterworth.hpp"
#include "experiment/decay_law.hpp"

namespace slipfront {

struct LawBlock {
  std::size_t from = 0, middle = 0, to = 0;  // points of the path
  std::complex<double> value;                // of ln a, less the model's
  double weight = 0;
  double share = 0;      // of the amplitude that the value is uncertain by, at least
  bool sampled = false;  // from samples that passed no filter: `share` is all
};

/// The noise of values that passed the filter.
struct BlockNoise {
  const BandPass& filter;
  double bandwidth_hz = 0;
  double height = 0;   // of half waves [m/s^2]
  double end = 0;      // of the record [s]
  double tainted = 0;  // share by which values are wrong at the record's ends
};

std::vector<LawBlock> law_blocks(const DecayPath& path);

/// The sample at a point of the path, at most `count`.
std::size_t sample_at(const DecayPath& path, std::size_t point, double sampling_hz,
                      std::size_t count);

/// The block with its value from `left`, and as its share what the value leaves over.
LawBlock projected(LawBlock block, const DecayPath& path,
                   const std::vector<std::complex<double>>& model, const std::vector<double>& left,
                   double sampling_hz);

/// The filter's gain where the law is.
double gain(const BandPass& filter, const LawPoint& point);

void weigh(std::vector<LawBlock>& blocks, const DecayPath& path, const BlockNoise& noise);

}  // namespace slipfront
