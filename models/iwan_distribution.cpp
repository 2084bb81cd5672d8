#include "models/iwan_distribution.hpp"

#include <algorithm>

#include "models/batch_pow.hpp"

namespace slipfront {

void iwan_powers_minus_one(const IwanConstants<double>& c, std::size_t count, const double* x,
                           double* out) {
  static const double kLargest = std::expm1(kIwanLargestExponent);
  batch_power_minus_one(count, x, c.chi1, out);
  for (std::size_t i = 0; i < count; ++i) out[i] = std::min(out[i], kLargest);
}

void iwan_virgin_tangents(const IwanConstants<double>& c, std::size_t count, const double* u,
                          double* traction, double* tangent) {
  const double at_rest = c.chi1 == 0 ? c.beta * c.power_stiffness : c.kt;
  const double carried = c.theta / c.chi2, lost_slope = 1 - c.theta;
  for (std::size_t i = 0; i < count; ++i) traction[i] = u[i] / c.phi_max;
  iwan_powers_minus_one(c, count, traction, tangent);
  for (std::size_t i = 0; i < count; ++i) {
    const double e = tangent[i], lost = c.chi1 * (1 + e);
    const double secant = c.power_stiffness * (c.beta - e + carried * lost);
    const double slope = c.power_stiffness * (c.beta - e - lost_slope * lost);
    const bool rests = iwan_at_rest(c, u[i]), slides = u[i] >= c.phi_max;
    traction[i] = slides ? c.slide : (rests ? at_rest : secant) * u[i];
    tangent[i] = slides ? 0 : (rests ? at_rest : slope);
  }
}

}  // namespace slipfront
