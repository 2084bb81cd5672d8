// Fourier transforms of real signals: amplitude spectrum and analytic signal.
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

namespace slipfront {

/// Spectrum of a decay: amplitude |X| = 2/n |sum x exp(-i 2 pi f t)| at 0 .. fs/2.
struct Spectrum {
  double step = 0;  // between lines [Hz]
  std::vector<double> amplitude;

  double frequency(std::size_t line) const { return step * static_cast<double>(line); }
  std::size_t line(double frequency_hz) const;  // nearest, inside
};

/// Lines at most 1/`least_seconds` Hz apart (the signal is continued with zeros), or a 256th of
/// what its own length gives.
Spectrum amplitude_spectrum(const std::vector<double>& signal, double sampling_hz,
                            double least_seconds);

/// Root mean square over lines within +-width/2 of each: noise evens out, modes remain.
Spectrum smoothed(const Spectrum& spectrum, double width_hz);

/// x + i Hilbert(x); the signal is continued with zeros to a convenient length.
std::vector<std::complex<double>> analytic_signal(const std::vector<double>& signal);

}  // namespace slipfront
