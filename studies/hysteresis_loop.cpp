#include "studies/hysteresis_loop.hpp"

#include <algorithm>
#include <cmath>

namespace slipfront {

namespace {

// Two branches: about a hundred points, a smooth drawing.
constexpr std::size_t kPointsPerBranch = 50;
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

std::vector<double> steps(double from, double to) {
  std::vector<double> u;
  for (std::size_t i = 0; i <= kPointsPerBranch; ++i)
    u.push_back(i == kPointsPerBranch
                    ? to
                    : from + (to - from) * static_cast<double>(i) / kPointsPerBranch);
  return u;
}

/// Moves the sample next to each kink of the curve onto it, so that a polygon has the corner
/// where the curve has it. A kink is what bisection for the larger change of the tangent
/// closes in on without the change getting smaller.
template <class Tangent>
void meet_kinks(std::vector<double>& u, const Tangent& tangent) {
  constexpr double kNotice = 1e-3;  // of the larger tangent: a smaller kink is not seen
  constexpr double kKept = 0.5;     // of the change, after all bisections: a kink, not a bend
  constexpr double kEnd = 1e-9;     // of the branch: the change at a turning point is no kink
  const double length = std::abs(u.back() - u.front());
  const std::vector<double> even = u;
  double before = tangent(even[0]);
  for (std::size_t i = 0; i + 1 < even.size(); ++i) {
    double low = even[i], high = even[i + 1], at_low = before, at_high = tangent(high);
    before = at_high;
    const double change = std::abs(at_high - at_low);
    if (!(change > kNotice * std::max(std::abs(at_low), std::abs(at_high)))) continue;
    for (int k = 0; k < kBisections; ++k) {
      const double middle = 0.5 * (low + high);
      if (middle == low || middle == high) break;
      const double here = tangent(middle);
      const bool first = std::abs(here - at_low) >= std::abs(at_high - here);
      (first ? high : low) = middle;
      (first ? at_high : at_low) = here;
    }
    const double from_ends = std::min(std::abs(high - u.front()), std::abs(high - u.back()));
    if (std::abs(at_high - at_low) < kKept * change || from_ends <= kEnd * length) continue;
    const bool upper = std::abs(even[i + 1] - high) < std::abs(high - even[i]);
    // The turning points stay.
    u[std::clamp<std::size_t>(upper ? i + 1 : i, 1, even.size() - 2)] = high;
  }
}

double virgin_tangent(const BoundLaw& law, double u, double normal_traction) {
  double tangent = 0;
  law.virgin(
      {.points = 1, .displacement = &u, .normal_traction = &normal_traction, .tangent = &tangent});
  return tangent;
}

double traced_tangent(const BoundLaw& law, const std::vector<double>& history, double u,
                      double normal_traction) {
  double tangent = 0;
  law.hysteretic({.points = 1,
                  .directions = 1,
                  .displacement = &u,
                  .normal_traction = &normal_traction,
                  .history = history.data(),
                  .tangent = &tangent});
  return tangent;
}

/// Both branches of the loop, one after the other; the lower turning point stands once.
void join(const std::vector<double>& down, const std::vector<double>& up,
          std::vector<double>& displacement) {
  displacement = down;
  displacement.insert(displacement.end(), up.begin() + 1, up.end());
}

std::vector<double> virgin_tractions(const BoundLaw& law, double kp, const std::vector<double>& u,
                                     double normal_traction) {
  std::vector<double> t(u.size());
  const std::vector<double> normal(u.size(), normal_traction);
  law.virgin({.points = u.size(),
              .displacement = u.data(),
              .normal_traction = normal.data(),
              .traction = t.data()});
  for (std::size_t i = 0; i < u.size(); ++i) t[i] += kp * u[i];
  return t;
}

void masing_branches(const BoundLaw& law, double kp, double amplitude, double normal_traction,
                     HysteresisLoop& loop) {
  std::vector<double> fall = steps(amplitude, -amplitude), back = steps(-amplitude, amplitude);
  const auto since_turning = [&](double u) {
    return
        [&, u](double to) { return virgin_tangent(law, 0.5 * std::abs(to - u), normal_traction); };
  };
  meet_kinks(fall, since_turning(amplitude));
  meet_kinks(back, since_turning(-amplitude));
  join(fall, back, loop.displacement);
  // How far each point of a branch is from its turning point, halved: f is asked there.
  std::vector<double> half;
  for (const double u : loop.displacement) {
    const bool down = half.size() <= kPointsPerBranch;
    half.push_back(0.5 * (down ? amplitude - u : amplitude + u));
  }
  const std::vector<double> rise = virgin_tractions(law, kp, half, normal_traction);
  const double top = loop.first_traction.back();
  for (std::size_t i = 0; i < half.size(); ++i)
    loop.traction.push_back(i <= kPointsPerBranch ? top - 2 * rise[i] : 2 * rise[i] - top);
  law.virgin({.points = 1,
              .displacement = &amplitude,
              .normal_traction = &normal_traction,
              .loop_area = &loop.area});
}

/// Loads a point from its history to each of some displacements; returns the new history at
/// the last of them, and adds the work of going there.
std::vector<double> trace(const BoundLaw& law, double kp, const std::vector<double>& history,
                          std::span<const double> u, double normal_traction,
                          std::vector<double>& traction, double& work) {
  const std::size_t n = u.size(), h = history.size();
  std::vector<double> past, next(n * h), works(n), t(n);
  for (std::size_t i = 0; i < n; ++i) past.insert(past.end(), history.begin(), history.end());
  const std::vector<double> normal(n, normal_traction);
  law.hysteretic({.points = n,
                  .directions = 1,
                  .displacement = u.data(),
                  .normal_traction = normal.data(),
                  .history = past.data(),
                  .traction = t.data(),
                  .work = works.data(),
                  .new_history = next.data()});
  for (std::size_t i = 0; i < n; ++i) traction.push_back(t[i] + kp * u[i]);
  work += works.back();
  return {next.end() - static_cast<std::ptrdiff_t>(h), next.end()};
}

void traced_branches(const BoundLaw& law, double kp, double amplitude, double normal_traction,
                     HysteresisLoop& loop) {
  constexpr int kMostLoops = 40;  // as many as a backbone traces
  const double rest = 0;
  std::vector<double> history(law.history_size(1));
  law.start_history(1, &rest, history.data());
  std::vector<double> turning;
  double ignored = 0;
  history = trace(law, kp, history, std::span(&amplitude, 1), normal_traction, turning, ignored);
  const auto branch = [&](double from, double to) {
    std::vector<double> u = steps(from, to);
    meet_kinks(u, [&](double x) { return traced_tangent(law, history, x, normal_traction); });
    return u;
  };
  for (int i = 0; i < kMostLoops; ++i) {
    loop.traction.clear();
    loop.area = 0;
    const std::vector<double> down = branch(amplitude, -amplitude);
    history = trace(law, kp, history, down, normal_traction, loop.traction, loop.area);
    const std::vector<double> up = branch(-amplitude, amplitude);
    history = trace(law, kp, history, std::span(up).subspan(1), normal_traction, loop.traction,
                    loop.area);
    join(down, up, loop.displacement);
    const double before = turning.back(), now = loop.traction.back();
    turning.push_back(now);
    loop.open = now == before ? 0 : std::abs(now - before) / std::abs(now);
    if (loop.closed()) return;
  }
}

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

HysteresisLoop hysteresis_loop(const ContactModel& contact, std::span<const double> values,
                               double amplitude, double normal_traction) {
  const auto law = contact.law().bind(contact.framework(), contact.law_values(values));
  const double kp = contact.post_slip_stiffness(values);
  HysteresisLoop loop;
  loop.first_displacement = steps(0, amplitude);
  meet_kinks(loop.first_displacement,
             [&](double u) { return virgin_tangent(*law, u, normal_traction); });
  loop.first_traction = virgin_tractions(*law, kp, loop.first_displacement, normal_traction);
  if (contact.framework() == Framework::masing)
    masing_branches(*law, kp, amplitude, normal_traction, loop);
  else
    traced_branches(*law, kp, amplitude, normal_traction, loop);
  return loop;
}

LoopRecord masing_loop(const ContactModel& contact, std::span<const double> values, int point) {
  HysteresisLoop loop = hysteresis_loop(contact, values, loop_displacement(contact, values));
  return {point, std::move(loop.displacement), std::move(loop.traction)};
}

}  // namespace slipfront
