// The complex amplitude A of an oscillation, piece by piece, and how sure it is:
//
//   x(t) = Re(A(t) exp(i w_c t))
//
// In a piece of a few cycles A is a polynomial of degree 2 in t - t_k, by least squares; the piece
// gives its value in the middle t_k. No phase is counted, so that A is
// known where it goes through zero too.
//
// Limits: frequencies within about 1/(8 piece) of the centre.
#pragma once

#include <complex>
#include <vector>

namespace slipfront {

struct AmplitudeOptions {
  double sampling_hz = 0;
  double from = 0, to = 0;  // part of the signal to use [s]; it ends where noise begins
  double noise = 0;         // standard deviation of either part of A
  double centre_hz = 0;     // w_c / 2 pi
};

struct ComplexAmplitude {
  std::vector<double> time;  // since the first piece [s], evenly
  std::vector<std::complex<double>> value;
  std::vector<double> weight;  // root of 1/variance: of noise, and of what no fit follows
};

ComplexAmplitude complex_amplitude(const std::vector<double>& signal,
                                   const AmplitudeOptions& options);

}  // namespace slipfront
