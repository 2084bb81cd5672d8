#include "core/measured_backbone.hpp"

#include <algorithm>
#include <cmath>

namespace slipfront {

std::vector<double> log_spaced(double low, double high, std::size_t count) {
  std::vector<double> values(count, low);
  for (std::size_t i = 1; i + 1 < count; ++i)
    values[i] = low * std::pow(high / low, static_cast<double>(i) / static_cast<double>(count - 1));
  if (count > 1) values.back() = high;
  return values;
}

namespace {

/// Piecewise linear y(x) at one place; x ascending, the place inside its range.
double interpolate(const std::vector<double>& x, const std::vector<double>& y, double place) {
  const auto above = std::upper_bound(x.begin() + 1, x.end() - 1, place);
  const auto j = static_cast<std::size_t>(above - x.begin());
  const double share = (place - x[j - 1]) / (x[j] - x[j - 1]);
  return y[j - 1] + share * (y[j] - y[j - 1]);
}

std::vector<double> logarithms(std::vector<double> values) {
  for (double& value : values) value = std::log(value);
  return values;
}

}  // namespace

MeasuredBackbone resample(const MeasuredBackbone& measured, std::size_t count) {
  MeasuredBackbone result;
  result.response_amplitude = measured.response_amplitude;
  result.source = measured.source;
  result.amplitude = log_spaced(measured.amplitude.front(), measured.amplitude.back(), count);
  const std::vector<double> places = logarithms(result.amplitude);
  const std::vector<double> x = logarithms(measured.amplitude);
  const auto along = [&](const std::vector<double>& y) {
    std::vector<double> values;
    for (const double place : places) values.push_back(interpolate(x, y, place));
    return values;
  };
  result.frequency_hz = along(measured.frequency_hz);
  result.frequency_lower = along(measured.frequency_lower);
  result.frequency_upper = along(measured.frequency_upper);
  result.damping = along(logarithms(measured.damping));
  for (double& value : result.damping) value = std::exp(value);
  result.damping_lower = along(measured.damping_lower);
  result.damping_upper = along(measured.damping_upper);
  return result;
}

}  // namespace slipfront
