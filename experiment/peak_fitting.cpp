#include "experiment/peak_fitting.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiment/local_decay.hpp"

namespace slipfront {

namespace {

constexpr double kPi = std::numbers::pi;
constexpr std::size_t kFewestWaves = 12;
// Places on either side whose windows are compared with one's own.
constexpr std::size_t kWindowNeighbours = 10;

/// Linear interpolation of values at ascending places, constant beyond the ends.
double interpolate(const std::vector<double>& x, const std::vector<double>& y, double at) {
  const auto upper = std::upper_bound(x.begin(), x.end(), at);
  if (upper == x.begin()) return y.front();
  if (upper == x.end()) return y.back();
  const auto i = static_cast<std::size_t>(upper - x.begin());
  const double share = (at - x[i - 1]) / (x[i] - x[i - 1]);
  return (1 - share) * y[i - 1] + share * y[i];
}

/// Times that lie evenly in ln A of a decaying sequence: noise may turn it back, so the
/// lowest height so far counts.
std::vector<double> places(const std::vector<HalfWave>& waves, int count) {
  std::vector<double> fall = {0};  // ln A_0 / A, never falling
  for (std::size_t k = 1; k < waves.size(); ++k)
    fall.push_back(std::max(fall.back(), std::log(waves.front().height / waves[k].height)));
  std::vector<double> times;
  const std::size_t last = waves.size() - 2;
  std::size_t k = 1;
  for (int i = 0; i < count; ++i) {
    const double share = count > 1 ? static_cast<double>(i) / (count - 1) : 0;
    const double wanted = fall[1] + share * (fall[last] - fall[1]);
    while (k < last && fall[k] < wanted) ++k;
    if (times.empty() || waves[k].time > times.back()) times.push_back(waves[k].time);
  }
  return times;
}

double median_near(const std::vector<LocalWindows>& windows, std::size_t i,
                   double LocalWindows::*width) {
  std::vector<double> values;
  const std::size_t from = i > kWindowNeighbours ? i - kWindowNeighbours : 0;
  const std::size_t to = std::min(windows.size(), i + kWindowNeighbours + 1);
  for (std::size_t j = from; j < to; ++j) values.push_back(windows[j].*width);
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// At each place, with the median of the windows chosen around it: a choice that noise has
/// cut short does not stand alone.
std::pair<std::vector<LocalEstimate>, std::vector<LocalWindows>> estimates(
    const LocalDecay& decay, const std::vector<double>& places) {
  std::vector<LocalWindows> chosen, even;
  std::vector<LocalEstimate> list;
  for (const double time : places) chosen.push_back(decay.windows_at(time));
  for (std::size_t i = 0; i < places.size(); ++i) {
    even.push_back({median_near(chosen, i, &LocalWindows::rate),
                    median_near(chosen, i, &LocalWindows::omega)});
    list.push_back(decay.at(places[i], even.back()));
  }
  return {list, even};
}

}  // namespace

std::vector<DecayPoint> fit_points(const std::vector<HalfWave>& waves, double noise,
                                   const Band& band, const BandPass& filter,
                                   const PeakFitOptions& options) {
  if (waves.size() < kFewestWaves) return {};
  std::vector<double> times, logs;
  for (const HalfWave& wave : waves) {
    times.push_back(wave.time);
    logs.push_back(std::log(wave.height));
  }
  const std::vector<double> at = places(waves, options.points);

  // First the frequency, from the acceleration itself.
  const std::vector<LocalEstimate> raw =
      estimates(LocalDecay(times, logs, noise, band.width()), at).first;
  std::vector<double> log_to_displacement;  // ln q - ln a at the places
  for (const LocalEstimate& a : raw) {
    const double omega2 = a.omega * a.omega + a.rate * a.rate;
    const double gain = filter.zero_phase_gain(a.omega / (2 * kPi));
    log_to_displacement.push_back(-std::log(omega2 * gain * options.mode_shape));
  }
  // Then the decay of the displacement. The noise is told for the heights of `logs`: as a
  // share of the amplitude it is the same for the displacement, which `reference` keeps.
  const double reference = log_to_displacement.front();
  for (std::size_t k = 0; k < logs.size(); ++k)
    logs[k] += interpolate(at, log_to_displacement, times[k]) - reference;
  const auto [displacement, windows] = estimates(LocalDecay(times, logs, noise, band.width()), at);
  std::vector<DecayPoint> points;
  for (std::size_t i = 0; i < at.size(); ++i) {
    const double omega_n = std::hypot(raw[i].omega, raw[i].rate);
    const auto near = std::count_if(
        at.begin(), at.end(), [&](double t) { return std::abs(t - at[i]) <= windows[i].rate; });
    points.push_back({at[i], std::exp(displacement[i].log_amplitude + reference),
                      omega_n / (2 * kPi), displacement[i].rate / omega_n,
                      1 / static_cast<double>(std::max<std::ptrdiff_t>(1, near)),
                      raw[i].omega_deviation / (2 * kPi),
                      displacement[i].rate_deviation / std::abs(displacement[i].rate)});
  }
  return points;
}

}  // namespace slipfront
