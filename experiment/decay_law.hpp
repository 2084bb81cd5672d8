// A free decay of one mode as what follows from two smooth curves, damping and frequency against
// amplitude.
//
//   x = ln q,  ln zeta = sum c_j B_j(x),  ln omega = sum d_j B_j(x)      (cubic splines)
//   dx/dt = -zeta omega,   d phase/dt = omega_d = omega sqrt(1 - zeta^2)
//
// q is the amplitude of the displacement, q cos(phase); its acceleration is taken as it is,
//
//   a = Re((s^2 + s') exp(x + i phase)),   s = -zeta omega + i omega_d
//
// (s' matters: where damping changes with amplitude the acceleration's frequency is higher than
// the displacement's, relatively by 2 zeta^2 d ln zeta/dx).
//
// The path is computed with x as the independent variable,
//
//   t = int dx / (zeta omega),   phase = phase_0 + int sqrt(1 - zeta^2)/zeta dx   (Simpson)
//
// Units: response or modal displacement, rad/s, s. Limits: an amplitude that falls throughout.
#pragma once

#include <complex>
#include <vector>

#include "experiment/cubic_splines.hpp"

namespace slipfront {

struct DecayLaw {
  CubicSplines splines;
  Eigen::VectorXd log_damping, log_omega;  // c, d
  double start = 0, phase = 0;             // x and phase at t = 0
};

/// A place along the decay.
struct LawPoint {
  double x = 0, time = 0, phase = 0;
  double omega = 0, zeta = 0;
  double omega_slope = 0, zeta_slope = 0;  // d ln omega / dx, d ln zeta / dx
  CubicSplines::Local splines;

  double rate() const { return zeta * omega; }  // -dx/dt
  double omega_d() const { return omega * std::sqrt(1 - zeta * zeta); }
  /// s and its rate of change.
  std::complex<double> exponent() const { return {-rate(), omega_d()}; }
  std::complex<double> exponent_rate() const;
  /// ln of the acceleration's complex amplitude (with the sign of -a), and its rate of change.
  std::complex<double> log_acceleration() const;
  std::complex<double> log_acceleration_rate() const;
};

class DecayPath {
 public:
  /// From t = 0 until `end` [s], or until x has sunk to `lowest`.
  DecayPath(const DecayLaw& law, double end, double lowest);

  const std::vector<LawPoint>& points() const { return points_; }
  /// The place at a time; before and after the path its ends go on with constant rates.
  LawPoint at(const DecayLaw& law, double time) const;
  std::complex<double> log_acceleration(double time) const;
  /// Complex acceleration at samples 0 .. count - 1.
  std::vector<std::complex<double>> acceleration(std::size_t count, double sampling_hz) const;

 private:
  std::vector<LawPoint> points_;
};

LawPoint law_point(const DecayLaw& law, double x);

}  // namespace slipfront
