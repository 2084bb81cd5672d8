// Points of a decay by the Hilbert transform with polynomial smoothing.
//
//   V = a + i Hilbert(a);  ln|V| and arg V fitted by polynomials in time (weights |V|^2);
//   s_a = d ln V / dt,  s = s_a - 2 s_a'/s_a          of acceleration, of displacement
//   omega_n = |s|,  zeta = -Re s / omega_n,  q = |V| / |s^2 + s'|
//
// Time is normalised to [-1, 1] and the basis are Chebyshev polynomials, so that any degree is
// well conditioned. A degree that is not stated is that of least
//
//   n ln(sum of squares) + (degree + 1) ln n,     n = 2 bandwidth seconds
//
// for ln|V| and arg V each (Schwarz's criterion; n independent values of band-limited noise).
//
// Source: Deaner et al. 2015, section 3, eq 17-28, after Sumali and Kellogg 2011 (there on
// the amplitude itself; here on its logarithm, which needs a lower degree).
// Limits: one polynomial for the whole decay: a joint that changes quickly at first and
// slowly later asks for a high degree, which noise then follows.
#pragma once

#include <complex>
#include <optional>
#include <vector>

#include "experiment/decay.hpp"

namespace slipfront {

struct HilbertOptions {
  double mode_shape = 1;      // |phi| [1/sqrt(kg)]
  std::optional<int> degree;  // of both polynomials; else chosen
  int points = 300;           // evenly in ln|V|
};

/// `signal`: band-passed acceleration from the start to the end of the part used; a tenth
/// of a second or five percent (what is less) is cut off either end after the transform.
std::vector<DecayPoint> hilbert_points(const std::vector<double>& signal, double sampling_hz,
                                       const Band& band, const BandPass& filter,
                                       const HilbertOptions& options = {});

/// `analytic`: V itself, as at the accelerometer; nothing is cut off.
std::vector<DecayPoint> hilbert_points(const std::vector<std::complex<double>>& analytic,
                                       double sampling_hz, const Band& band,
                                       const HilbertOptions& options = {});

}  // namespace slipfront
