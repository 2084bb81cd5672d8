// A measured backbone: frequency and damping with their bounds against amplitude, as
// read from the contract's CSV (one mode per file).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace slipfront {

struct MeasuredBackbone {
  std::vector<double> amplitude;  // ascending; modal [m sqrt(kg)], or response [m] if so marked
  std::vector<double> frequency_hz, frequency_lower, frequency_upper;
  std::vector<double> damping, damping_lower, damping_upper;
  bool response_amplitude = false;
  std::string source;

  std::size_t size() const { return amplitude.size(); }
};

/// `count` amplitudes, logarithmically spaced from low to high, ends exact.
std::vector<double> log_spaced(double low, double high, std::size_t count);

/// The backbone at `count` log-spaced amplitudes over its own range: linear
/// interpolation against log amplitude of the frequencies, of log damping, and of the
/// damping bounds (which may be negative) on a linear scale.
MeasuredBackbone resample(const MeasuredBackbone& measured, std::size_t count);

}  // namespace slipfront
