// Butterworth band-pass filters as second-order sections.
//
//   |H(f)|^2 = 1 / (1 + ((w^2 - w1 w2) / (w (w2 - w1)))^(2n)),  w = 2 fs tan(pi f / fs)
//
// w1, w2 are the band edges warped the same way, so that the digital filter has its
// -3 dB points exactly there. n is the order of the low-pass prototype ("4th order" is
// n = 4, as butter(4, [f1 f2]) in MATLAB): n sections. Applied forwards and backwards, the
// phase is zero and the gain is |H|^2 (-6 dB at the edges).
//
// Limits: the bilinear transform; edges strictly between 0 and half the sampling rate.
#pragma once

#include <complex>
#include <vector>

namespace slipfront {

struct Band {
  double low = 0, high = 0;  // [Hz], at -3 dB of one pass
  double centre() const { return 0.5 * (low + high); }
  double width() const { return high - low; }
};

class BandPass {
 public:
  /// A Failure if the band does not fit the sampling rate.
  BandPass(const Band& band, double sampling_hz, int order = 4);

  std::complex<double> response(double frequency_hz) const;
  /// |H|^2: of both passes together.
  double zero_phase_gain(double frequency_hz) const { return std::norm(response(frequency_hz)); }
  /// Time [s] in which the slowest pole decays by 1/e.
  double settling_time() const { return settling_time_; }

  /// One pass, in place, from rest.
  void filter(std::vector<double>& signal) const;
  /// Forwards and backwards, in place, from rest at both ends.
  void zero_phase(std::vector<double>& signal) const;

 private:
  struct Section {
    double b0;      // numerator b0 (1 - z^-2)
    double a1, a2;  // denominator 1 + a1 z^-1 + a2 z^-2
  };
  void pass(std::vector<double>& signal, bool backwards) const;

  std::vector<Section> sections_;
  double sampling_hz_, settling_time_ = 0;
};

}  // namespace slipfront
