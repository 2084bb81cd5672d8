#include "core/time_steps.hpp"

#include <cmath>

namespace slipfront {

TimeSteps time_steps(std::span<const double> times) {
  constexpr double kUneven = 0.25, kDrift = 0.5;  // of the mean step
  TimeSteps steps;
  const double h = (times.back() - times.front()) / static_cast<double>(times.size() - 1);
  steps.mean = h;
  steps.equal = h > 0;
  double farthest = 0;
  for (std::size_t i = 1; i < times.size(); ++i) {
    const double off = std::abs(times[i] - times[i - 1] - h);
    const double drift = std::abs(times[i] - times.front() - h * static_cast<double>(i));
    steps.equal = steps.equal && off <= kUneven * h && drift <= kDrift * h;
    if (off > farthest) {
      farthest = off;
      steps.worst = i;
    }
  }
  return steps;
}

}  // namespace slipfront
