// A short piece of a signal as a sum of damped oscillations, found by the matrix pencil,
// to say what the signal would have been before its first sample.
//
//   x(t) = sum_k Re(c_k(t) exp(s_k t))
//
// with constant c_k, or polynomials in t: those of a joint lose damping and gain frequency as
// they decay.
//
// A filter that starts at the first sample of a decay rings; a signal continued backwards
// by its own oscillations does not let it.
//
// The piece is averaged over blocks of samples before the pencil: the poles s_k are found at
// the lower rate, the amplitudes c_k by least squares at the full one. Oscillations beyond
// the lower rate's reach stay in the remainder.
//
// Source: Hua and Sarkar, Matrix pencil method for estimating parameters of exponentially
// damped/undamped sinusoids in noise, IEEE Trans. ASSP 38 (1990).
#pragma once

#include <complex>
#include <vector>

namespace slipfront {

class DampedExponentials {
 public:
  /// Fits `count` samples of `signal` from its start; oscillations up to `highest_hz`; c_k of
  /// this degree, where there are cycles enough.
  DampedExponentials(const std::vector<double>& signal, std::size_t count, double sampling_hz,
                     double highest_hz, int degree = 0);

  /// At the time of a sample; negative: before the first one (growth is limited there).
  double at(double sample) const;
  /// Forgets the oscillations between two frequencies.
  void leave_out(double low_hz, double high_hz);
  std::size_t size() const { return rates_.size(); }
  /// s_k [1/s] and the c_k of each oscillation (those with Im s >= 0), by rising powers of t as
  /// a share of the piece.
  const std::vector<std::complex<double>>& rates() const { return rates_; }
  const std::vector<std::complex<double>>& amplitudes() const { return amplitudes_; }

 private:
  std::vector<std::complex<double>> rates_, amplitudes_;
  double sampling_hz_, piece_ = 1;  // [Hz], [s]
  std::size_t powers_;              // of t
};

}  // namespace slipfront
