// A 5 s record of three channels at 25.6 kHz with three modes: seconds of work for the
// points of all modes of all channels, and for the regression of each mode.
#include <cmath>
#include <cstdio>
#include <ctime>
#include <vector>

#include "experiment/hammer_test.hpp"
#include "experiment/ringdown.hpp"
#include "experiment/smooth_backbone.hpp"

using namespace slipfront;

namespace {

ModeCurve joint(double frequency, double drop, double top, double start) {
  ModeCurve mode;
  constexpr int kPoints = 50;
  for (int i = 0; i < kPoints; ++i) {
    const double share = std::pow(10.0, -4.0 * (kPoints - 1 - i) / (kPoints - 1));
    mode.amplitude.push_back(start * share);
    mode.frequency_hz.push_back(frequency - drop * std::pow(share, 0.8));
    mode.damping.push_back(1e-3 + top * std::pow(share, 0.9));
  }
  mode.start = start;
  return mode;
}

/// Processor time: other work on the machine does not count.
double since(std::clock_t start) {
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

}  // namespace

int main() {
  Record record;
  record.source = "bench";
  record.sampling_hz = 25600;
  for (std::uint64_t channel = 1; channel <= 3; ++channel)
    record.channels.push_back(
        {"channel " + std::to_string(channel),
         hammer_test({joint(180, 11, 0.02, 5e-5), joint(595, 8, 0.008, 1.5e-5),
                      joint(1200, 13, 0.007, 7e-6)},
                     {.seed = channel})});
  const Band bands[] = {{137, 216}, {455, 715}, {915, 1445}};
  double points = 0, regression = 0;
  for (const Band& band : bands) {
    const std::clock_t start = std::clock();
    const std::vector<Decay> decays = analyse_ringdown(record, {.band = band});
    points += since(start);
    const std::clock_t then = std::clock();
    const SmoothBackbone smooth(decays);
    regression += since(then);
    std::printf("%6.0f Hz: %zu points, bounds hold %.3f %.3f\n", band.centre(),
                decays[0].points.size(), smooth.held_frequency(), smooth.held_damping());
  }
  std::printf("points %.2f s (at most 1), regression %.2f s (at most 5)\n", points, regression);
  return points <= 1 && regression <= 5 ? 0 : 1;
}
