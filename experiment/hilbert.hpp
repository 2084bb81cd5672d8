// Points of a decay by the Hilbert transform with polynomial smoothing.
//
//   V = a + i Hilbert(a);  ln|V| and arg V fitted by polynomials in time (weights |V|^2);
//   omega_d = d arg V / dt,  alpha = -d ln|V| / dt,  omega_n^2 = omega_d^2 + alpha^2
//
// and amplitude and damping of the displacement as in peak_fitting.hpp. Time is normalised
// to [-1, 1] and the basis are Chebyshev polynomials, so that any degree is well conditioned.
//
// Source: Deaner et al. 2015, section 3, eq 17-28, after Sumali and Kellogg 2011 (there on
// the amplitude itself; here on its logarithm, which needs a lower degree).
// Limits: one polynomial for the whole decay: a joint that changes quickly at first and
// slowly later asks for a high degree, which noise then follows.
#pragma once

#include <vector>

#include "experiment/decay.hpp"

namespace slipfront {

struct HilbertOptions {
  double mode_shape = 1;  // |phi| [1/sqrt(kg)]
  int degree = 7;         // of both polynomials
  int points = 300;       // evenly in time
};

/// `signal`: band-passed acceleration from the start to the end of the part used; a tenth
/// of a second or five percent (what is less) is cut off either end after the transform.
std::vector<DecayPoint> hilbert_points(const std::vector<double>& signal, double sampling_hz,
                                       const BandPass& filter, const HilbertOptions& options = {});

}  // namespace slipfront
