#include "modal/simulate_decay.hpp"

#include <cmath>

namespace slipfront {

namespace {

constexpr double kPi = 3.14159265358979323846;

struct TurningPoint {
  double time, displacement;
};

/// The turning point between two samples whose velocities differ in sign.
TurningPoint turning_point(const TimeResponse& r, std::size_t i) {
  const double h = r.step, v0 = r.velocity[i], v1 = r.velocity[i + 1];
  const double a0 = h * r.acceleration[i], a1 = h * r.acceleration[i + 1];
  // Velocity as the cubic with its slopes; displacement as the integral of it.
  const double c3 = 2 * (v0 - v1) + a0 + a1, c2 = 3 * (v1 - v0) - 2 * a0 - a1;
  double low = 0, high = 1;
  constexpr int kBisections = 60;  // down to rounding
  for (int k = 0; k < kBisections; ++k) {
    const double s = 0.5 * (low + high), v = ((c3 * s + c2) * s + a0) * s + v0;
    ((v > 0) == (v0 > 0) ? low : high) = s;
  }
  const double s = 0.5 * (low + high);
  return {r.time(i) + s * h,
          r.displacement[i] + h * s * (v0 + s * (a0 / 2 + s * (c2 / 3 + s * c3 / 4)))};
}

}  // namespace

std::vector<DecayPoint> decay_points(const TimeResponse& response, double from, int points) {
  constexpr std::size_t kFewest = 8;  // half cycles
  constexpr std::size_t kLeast = 4;   // half cycles of a point
  std::vector<TurningPoint> turns;
  for (std::size_t i = 0; i + 1 < response.size(); ++i)
    if (response.time(i) >= from && (response.velocity[i] > 0) != (response.velocity[i + 1] > 0))
      turns.push_back(turning_point(response, i));
  if (turns.size() < kFewest) return {};
  struct HalfCycle {
    double time, log_amplitude;
  };
  std::vector<HalfCycle> half;
  for (std::size_t k = 0; k + 1 < turns.size(); ++k) {
    const double height = 0.5 * std::abs(turns[k].displacement - turns[k + 1].displacement);
    if (!(height > 0)) break;
    half.push_back({0.5 * (turns[k].time + turns[k + 1].time), std::log(height)});
  }
  if (half.size() < kFewest) return {};
  const double drop = (half.front().log_amplitude - half.back().log_amplitude) / points;
  std::vector<DecayPoint> decay;
  std::size_t begin = 0;
  for (std::size_t end = kLeast; end < half.size(); ++end) {
    const std::size_t n = end - begin;
    const double fall = half[begin].log_amplitude - half[end].log_amplitude;
    if (n < kLeast || fall < drop) continue;
    const double delta = fall / static_cast<double>(n);
    DecayPoint point;
    point.time = 0.5 * (half[begin].time + half[end].time);
    point.amplitude = std::exp(0.5 * (half[begin].log_amplitude + half[end].log_amplitude));
    point.damping = delta / std::hypot(kPi, delta);
    point.frequency_hz = static_cast<double>(n) / (2 * (half[end].time - half[begin].time)) /
                         std::sqrt(1 - point.damping * point.damping);
    decay.push_back(point);
    begin = end;
  }
  return decay;
}

}  // namespace slipfront
