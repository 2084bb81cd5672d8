// Frequency and decay rate of an oscillation at one time, from the half waves around it.
//
// In a window about t_c the envelope is taken to decay by a power law, which holds exactly
// for viscous (kappa = 0), quadratic (kappa = 1) and Iwan microslip damping,
//
//   A(t) = A_c (1 + kappa alpha tau)^(-1/kappa),   tau = t - t_c,   alpha = -d ln A / dt
//
// and the frequency to follow ln A linearly: omega = omega_c + s ln(A / A_c). Both are
// weighted least-squares fits; weights follow from the noise, sigma^2 / A^2 for ln A and for
// the phase alike. A window of each of alpha and omega is as wide as the noise asks for: it
// grows until the estimates of two windows differ by more than their noise explains
// (intersection of confidence intervals).
//
// Source: Jin, Brake and Song, Comparison of nonlinear system identification methods for
// free decay measurements (2019), for peak finding and fitting; Katkovnik (1999) for the
// choice of the window; the power law is our own choice of local curve.
#pragma once

#include <cstddef>
#include <vector>

namespace slipfront {

struct LocalEstimate {
  double time = 0;                                 // t_c [s]
  double log_amplitude = 0;                        // ln A_c
  double rate = 0;                                 // alpha [1/s]
  double omega = 0;                                // of the damped oscillation [rad/s]
  double rate_deviation = 0, omega_deviation = 0;  // standard deviations by noise
  double curvature = 0;                            // kappa alpha [1/s]
  double softening = 0;                            // s = d omega / d ln A [rad/s]
};

/// Half widths of the windows that alpha and omega are fitted in [s].
struct LocalWindows {
  double rate = 0, omega = 0;
};

/// ln(A/A_c) and the phase beyond omega_c tau of the local curve, tau seconds from t_c. Beyond
/// the reach of the power law (it has a pole) it goes on as an exponential.
struct LocalCurve {
  double log_ratio = 0, phase = 0;
};
LocalCurve local_curve(const LocalEstimate& estimate, double tau);

class LocalDecay {
 public:
  /// The k-th half wave has phase k pi; `noise` is that of the heights, `bandwidth_hz` that
  /// of the filter the noise went through.
  LocalDecay(std::vector<double> times, std::vector<double> log_heights, double noise,
             double bandwidth_hz);

  /// The widest windows whose estimates agree with those of all narrower ones.
  LocalWindows windows_at(double time) const;
  /// The estimate with given windows.
  LocalEstimate at(double time, const LocalWindows& windows) const;
  LocalEstimate at(double time) const { return at(time, windows_at(time)); }

 private:
  struct Block {
    double tau, y, r, weight;  // time, ln A, phase residual, 1/variance
  };
  struct RateFit {
    double y = 0, rate = 0, c = 0;  // c = kappa alpha
    double deviation = 0;
  };
  std::vector<Block> blocks(double time, double half_width) const;
  struct OmegaFit {
    double omega = 0, softening = 0, deviation = 0;
  };
  static RateFit fit_rate(const std::vector<Block>& blocks, double half_width);
  OmegaFit fit_omega(const std::vector<Block>& blocks, const RateFit& rate) const;

  std::vector<double> times_, logs_;
  std::vector<double> w_, wt_, wy_, wr_;  // sums before each half wave
  double mean_omega_ = 0, correlation_ = 1, least_window_ = 0;
};

}  // namespace slipfront
