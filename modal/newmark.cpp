#include "modal/newmark.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/failure.hpp"
#include "core/number.hpp"

namespace slipfront {

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kDigits = 6;
// Newton's step that is rounding of the displacement: no iteration can do better.
constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();

}  // namespace

TimeResponse integrate_newmark(const Oscillator& oscillator, Joint& joint,
                               const ForceHistory& force_at, double displacement, double velocity,
                               std::size_t steps, const NewmarkOptions& options) {
  const double m = oscillator.mass, c = oscillator.viscous, k = oscillator.stiffness;
  const double h = options.step, allowed = options.tolerance * options.force_scale;
  TimeResponse response;
  response.step = h;
  response.displacement.reserve(steps + 1);
  response.velocity.reserve(steps + 1);
  response.acceleration.reserve(steps + 1);
  double x = displacement, v = velocity;
  double a = (force_at(0) - c * v - k * x - joint.at(x).force) / m;
  const auto keep = [&] {
    response.displacement.push_back(x);
    response.velocity.push_back(v);
    response.acceleration.push_back(a);
  };
  keep();
  const double by_mass = 4 * m / (h * h), by_damper = 2 * c / h;
  for (std::size_t i = 1; i <= steps; ++i) {
    const double time = h * static_cast<double>(i), force = force_at(time);
    double to = x + h * v + h * h / 2 * a;
    bool done = false;
    double a1 = a, v1 = v;
    for (int iteration = 0; iteration < options.most_iterations && !done; ++iteration) {
      a1 = 4 / (h * h) * (to - x - h * v) - a;
      v1 = v + h / 2 * (a + a1);
      const JointForce f = joint.at(to);
      const double residual = force - m * a1 - c * v1 - k * to - f.force;
      if (std::abs(residual) <= allowed) {
        done = true;
      } else {
        const double move = residual / (by_mass + by_damper + k + f.tangent);
        done = std::abs(move) <= kRounding * std::max(std::abs(to), std::abs(x));
        to += move;
      }
    }
    if (!done || !std::isfinite(to))
      throw Failure(Problem{"newmark", "",
                            "no balance of forces at t = " + to_text(time, kDigits) + " s within " +
                                std::to_string(options.most_iterations) + " iterations",
                            "every step must converge", "take more steps per period"});
    a1 = 4 / (h * h) * (to - x - h * v) - a;
    v1 = v + h / 2 * (a + a1);
    joint.accept(to);
    x = to;
    v = v1;
    a = a1;
    keep();
  }
  return response;
}

double distorted_below(const Oscillator& oscillator, double omega, const NewmarkOptions& options) {
  constexpr double kNoticed = 0.01;  // of the damping
  return 4 * options.tolerance * options.force_scale /
         (kNoticed * kPi * oscillator.viscous * omega);
}

}  // namespace slipfront
