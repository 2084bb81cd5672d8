#include "modal/averaging_cycle.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "core/failure.hpp"
#include "core/number.hpp"

namespace slipfront {

namespace {

constexpr double kPi = 3.14159265358979323846;

/// A loop traced from rest until it closes.
struct ClosedLoop {
  double top = 0, bottom = 0;  // force at A and -A
  double work = 0;             // along the loop
  std::vector<double> at_top;  // history where the loading turns at A
};

ClosedLoop trace(const BoundLaw& law, double amplitude) {
  constexpr int kMostCycles = 400;   // of a law whose loops creep into their place
  constexpr double kClosed = 1e-10;  // of the force at the turning point
  constexpr double kCreeps = 1e-6;   // a change after so many cycles that still is a closed loop
  const std::size_t size = law.history_size(1);
  if (size == 0)
    throw Failure(Problem{"joint", "model", "a law without hysteresis of its own",
                          "must have a non-Masing form for a loop to be traced",
                          "see 'slipfront models'"});
  std::vector<double> history(size), next(size);
  const double rest = 0;
  law.start_history(1, &rest, history.data());
  ClosedLoop loop;
  const auto go = [&](double u) {
    double force = 0, done = 0;
    law.hysteretic({.points = 1,
                    .directions = 1,
                    .displacement = &u,
                    .history = history.data(),
                    .traction = &force,
                    .work = &done,
                    .new_history = next.data()});
    history.swap(next);
    loop.work += done;
    return force;
  };
  loop.top = go(amplitude);
  double change = 0;
  for (int cycle = 0; cycle < kMostCycles; ++cycle) {
    loop.work = 0;
    const double before = loop.top;
    loop.bottom = go(-amplitude);
    loop.top = go(amplitude);
    const double moved = std::abs(loop.top - before);
    change = moved > 0 ? moved / std::abs(loop.top) : 0;  // also of a joint without force
    if (change <= kClosed) break;
  }
  if (!(change <= kCreeps))
    throw Failure(Problem{"joint", "", "a loop of amplitude " + to_text(amplitude, 3) + " m",
                          "must close within " + std::to_string(kMostCycles) + " cycles",
                          "use the method newmark"});
  loop.at_top = std::move(history);
  return loop;
}

/// K_h by the midpoint rule in theta: the integrand is even and periodic.
double in_phase(const BoundLaw& law, const ClosedLoop& loop, double amplitude) {
  constexpr std::size_t kPoints = 8;  // error below 1e-3 of the fall of stiffness
  const std::size_t size = loop.at_top.size();
  std::array<double, kPoints> u, force, tangent, cosine;
  std::vector<double> histories;
  histories.reserve(kPoints * size);
  for (std::size_t i = 0; i < kPoints; ++i) {
    cosine[i] = std::cos(kPi * (static_cast<double>(i) + 0.5) / kPoints);
    u[i] = amplitude * cosine[i];
    histories.insert(histories.end(), loop.at_top.begin(), loop.at_top.end());
  }
  law.hysteretic({.points = kPoints,
                  .directions = 1,
                  .displacement = u.data(),
                  .history = histories.data(),
                  .traction = force.data(),
                  .tangent = tangent.data()});
  // The mean of the branch belongs to no frequency: a loop closed late may have one.
  const double middle = 0.5 * (loop.top + loop.bottom);
  double sum = 0;
  for (std::size_t i = 0; i < kPoints; ++i) sum += (force[i] - middle) * cosine[i];
  return 2 * sum / (kPoints * amplitude);
}

}  // namespace

SteadyCycle steady_cycle(const BoundLaw& law, double amplitude) {
  const ClosedLoop loop = trace(law, amplitude);
  return {(loop.top - loop.bottom) / (2 * amplitude), loop.work};
}

AveragedCycle averaged_cycle(const BoundLaw& law, double amplitude) {
  constexpr double kStep = 1e-3;  // of A: D' is then known to a few thousandths, K_e far better
  const ClosedLoop loop = trace(law, amplitude);
  const double below = trace(law, (1 - kStep) * amplitude).work;
  const double slope = (loop.work - below) / (kStep * amplitude);
  AveragedCycle cycle;
  cycle.stiffness = in_phase(law, loop, amplitude);
  cycle.dissipation = loop.work;
  cycle.energy_slope = ((loop.top - loop.bottom) / 2 - slope / 4) / amplitude;
  return cycle;
}

}  // namespace slipfront
