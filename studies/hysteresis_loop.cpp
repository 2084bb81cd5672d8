#include "studies/hysteresis_loop.hpp"

#include <cmath>

namespace slipfront {

namespace {

constexpr int kPointsPerBranch = 50;      // two branches: about a hundred points, a smooth drawing
constexpr double kShareLeft = 1.0 / 3.0;  // of k0 - k_inf: Jenkins is then drawn to 3 ts/kt
constexpr double kFarDisplacement = 1;    // m: far beyond slip of any joint
// m: below the slip displacement of Prager's fixed stiffness (10^18.5) at any slip traction
constexpr double kNearDisplacement = 1e-20;
constexpr double kLinearDisplacement = 1e-6;  // m: for a law that never slips
constexpr int kBisections = 200;              // halves 20 decades down to rounding
constexpr double kNoSoftening = 1e-9;         // of k0: a smaller difference to k_inf is rounding

/// f(u) = law(u) + kp u of one point.
class VirginCurve {
 public:
  VirginCurve(const ContactModel& contact, std::span<const double> values)
      : law_(contact.law().bind(contact.framework(), contact.law_values(values))),
        kp_(contact.post_slip_stiffness(values)) {}

  double operator()(double displacement) const {
    const double no_normal_traction = 0;
    double traction = 0;
    law_->virgin({.points = 1,
                  .displacement = &displacement,
                  .normal_traction = &no_normal_traction,
                  .traction = &traction});
    return traction + kp_ * displacement;
  }
  double secant(double displacement) const { return (*this)(displacement) / displacement; }

 private:
  std::unique_ptr<const BoundLaw> law_;
  double kp_;
};

}  // namespace

double loop_displacement(const ContactModel& contact, std::span<const double> values) {
  const VirginCurve curve(contact, values);
  const double stuck = curve.secant(kNearDisplacement), far = curve.secant(kFarDisplacement);
  if (!(stuck - far > kNoSoftening * stuck)) return kLinearDisplacement;
  const double wanted = far + kShareLeft * (stuck - far);
  double low = std::log(kNearDisplacement), high = std::log(kFarDisplacement);
  for (int i = 0; i < kBisections; ++i) {
    const double middle = 0.5 * (low + high);
    (curve.secant(std::exp(middle)) > wanted ? low : high) = middle;
  }
  return std::exp(high);
}

LoopRecord masing_loop(const ContactModel& contact, std::span<const double> values, int point) {
  const VirginCurve curve(contact, values);
  const double u_max = loop_displacement(contact, values), f_max = curve(u_max);
  LoopRecord loop;
  loop.point = point;
  for (const double direction : {-1.0, 1.0}) {  // down, then up again
    for (int i = 0; i <= kPointsPerBranch; ++i) {
      if (direction > 0 && i == 0) continue;  // the turning point stands there already
      const double travelled = 2 * u_max * i / kPointsPerBranch;
      loop.displacement.push_back(direction * (travelled - u_max));
      loop.traction.push_back(direction * (2 * curve(travelled / 2) - f_max));
    }
  }
  return loop;
}

}  // namespace slipfront
