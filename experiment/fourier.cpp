#include "experiment/fourier.hpp"

#include <algorithm>
#include <cmath>
#include <unsupported/Eigen/FFT>

namespace slipfront {

namespace {

using Complex = std::complex<double>;
// Lines between those of the signal itself: more show nothing, and a sampling rate that is wrong by
// a million would ask for more memory than there is.
constexpr double kMostPadding = 256;

/// The next power of two: the transform is fast there.
std::size_t convenient(std::size_t n) {
  std::size_t length = 2;
  while (length < n) length *= 2;
  return length;
}

}  // namespace

std::size_t Spectrum::line(double frequency_hz) const {
  if (amplitude.empty() || !(frequency_hz > 0)) return 0;
  const double nearest = std::round(frequency_hz / step);
  return std::min(amplitude.size() - 1, static_cast<std::size_t>(nearest));
}

Spectrum amplitude_spectrum(const std::vector<double>& signal, double sampling_hz,
                            double least_seconds) {
  const double wanted = std::min(std::ceil(least_seconds * sampling_hz),
                                 kMostPadding * static_cast<double>(signal.size()));
  std::vector<double> padded(convenient(std::max(signal.size(), static_cast<std::size_t>(wanted))),
                             0.0);
  std::copy(signal.begin(), signal.end(), padded.begin());
  Eigen::FFT<double> fft;
  fft.SetFlag(Eigen::FFT<double>::HalfSpectrum);
  std::vector<Complex> lines;
  fft.fwd(lines, padded);
  Spectrum spectrum;
  spectrum.step = sampling_hz / static_cast<double>(padded.size());
  const double scale = 2 / static_cast<double>(std::max<std::size_t>(1, signal.size()));
  for (const Complex& value : lines) spectrum.amplitude.push_back(scale * std::abs(value));
  return spectrum;
}

Spectrum smoothed(const Spectrum& spectrum, double width_hz) {
  Spectrum result = spectrum;
  const std::size_t n = spectrum.amplitude.size();
  const auto half = static_cast<std::size_t>(std::round(0.5 * width_hz / spectrum.step));
  std::vector<double> sum(n + 1, 0.0);  // of squares before each line
  for (std::size_t i = 0; i < n; ++i)
    sum[i + 1] = sum[i] + spectrum.amplitude[i] * spectrum.amplitude[i];
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t from = i > half ? i - half : 0, to = std::min(n, i + half + 1);
    result.amplitude[i] =
        std::sqrt(std::max(0.0, sum[to] - sum[from]) / static_cast<double>(to - from));
  }
  return result;
}

std::vector<Complex> analytic_signal(const std::vector<double>& signal) {
  std::vector<Complex> padded(convenient(signal.size()), 0.0), lines, result;
  std::copy(signal.begin(), signal.end(), padded.begin());
  Eigen::FFT<double> fft;
  fft.fwd(lines, padded);
  const std::size_t n = lines.size();
  for (std::size_t i = 1; i < n / 2; ++i) lines[i] *= 2;
  for (std::size_t i = n / 2 + 1; i < n; ++i) lines[i] = 0;
  fft.inv(result, lines);
  result.resize(signal.size());
  return result;
}

}  // namespace slipfront
