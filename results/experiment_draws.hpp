// Whole experimental curves drawn from the bounds of a measured backbone.
//
//   omega_i = omega_exp,i + z_i s_i      s_i = (upper_i - lower_i) / (2 * 1.96)
//   ln zeta_i = ln zeta_exp,i + w_i t_i  t_i = ln(upper_i / zeta_exp,i) / 1.96
//   z, w ~ N(0, C), independent of each other and between modes
//   C_ij = exp(-(x_i - x_j)^2 / (2 l^2)),  x = ln amplitude over its range, 0 .. 1
//
// The bounds of a backbone hold 95 % of single tests, so each draw is a curve that one more
// test might have given. l is a share of the range of ln amplitude (default 0.35, the length
// that the smoothing of experiment/ starts from): a backbone file does not hold the fitted
// one. The bound of damping is the upper one, as in the paper's Table 2: the lower one may be
// negative.
//
// The same seed gives the same curves on every machine (mt19937_64, Box and Muller).
#pragma once

#include <cstdint>
#include <vector>

#include "core/measured_backbone.hpp"

namespace slipfront {

/// Of the range of ln amplitude; neighbours of twenty amplitudes are then correlated by 0.99.
inline constexpr double kDrawnCorrelation = 0.35;

struct DrawnCurve {
  std::vector<double> frequency_hz, damping;
};

/// `count` curves at the amplitudes of `measured`.
std::vector<DrawnCurve> draw_curves(const MeasuredBackbone& measured, int count, std::uint64_t seed,
                                    double correlation = kDrawnCorrelation);

}  // namespace slipfront
