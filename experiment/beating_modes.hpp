// One mode of common kind, and two that beat, as models of the complex amplitude of a decay:
//
//   A(t) = a(t) (1 + c exp((d + i dw) t)),   a = exp(u + i phi)
//   u' = -(alpha_0 + alpha_1 exp(m u)),   phi' = w_0 + w_1 exp(n u),   u = 0 at first, but for ln
//   a_0
//
// alpha_1 = 0 is viscous damping, m = 1 quadratic, m = 1 + chi Iwan microslip; w_1 a stiffness
// that changes with a power of the amplitude. c is complex; dw [rad/s] is the distance of both
// modes, d [1/s] the difference of their decay rates; c = 0 is one mode alone. u is known in closed
// form (Bernoulli's equation), int exp(n u) by Simpson's rule.
//
// Limits: m and n between 1/4 and 4; both modes follow the law of the first.
#pragma once

#include <Eigen/Core>
#include <complex>
#include <vector>

#include "experiment/complex_amplitude.hpp"

namespace slipfront {

struct BeatingModes {
  // Of the unknowns, in this order; the last four are the beat. kM and kN are about ln m, ln n.
  enum Unknown {
    kSize,
    kAngle,
    kOmega,
    kOmegaMore,
    kAlpha,
    kAlphaMore,
    kM,
    kN,
    kRe,
    kIm,
    kD,
    kBeat
  };
  static constexpr int kAlone = kRe, kTogether = kBeat + 1;
  using Unknowns = Eigen::Matrix<double, kTogether, 1>;
};

/// a without a_0 at given times, and int exp(n u).
struct OneMode {
  std::vector<std::complex<double>> value;
  std::vector<double> more;
  /// d value by kAlpha, kAlphaMore, kM and kN: a column each, where asked for.
  Eigen::Matrix<std::complex<double>, Eigen::Dynamic, 4> slope;
  OneMode(const std::vector<double>& time, const BeatingModes::Unknowns& unknowns,
          bool with_slope = false);
};

/// Least squares from a start on, which is moved there; the sum of squares, of which each is 1 by
/// noise. One mode alone leaves the beat as it is.
double fit_one_mode(const ComplexAmplitude& amplitude, BeatingModes::Unknowns& unknowns);
double fit_two_modes(const ComplexAmplitude& amplitude, BeatingModes::Unknowns& unknowns);
/// That of two modes as they are.
double sum_of_squares(const ComplexAmplitude& amplitude, const BeatingModes::Unknowns& unknowns);

}  // namespace slipfront
