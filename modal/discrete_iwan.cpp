#include "modal/discrete_iwan.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/failure.hpp"
#include "core/number.hpp"

namespace slipfront {

namespace {

constexpr double kLoopSides = 4;  // an element of limit phi dissipates 4 f (u0 - phi)
constexpr double kCube = 3;       // D grows with u0^(chi + 3)

/// Where the lowest amplitude stands among the intervals: the first is this share of those
/// around it. Smaller shares cost elements, larger ones accuracy at the low end.
constexpr double kFirstInterval = 0.2;

/// More would cost more time in every step than any damping is worth.
constexpr int kMostIntervals = 100000;

double ratio_for(const IwanJoint& joint, double lowest_amplitude, int intervals) {
  const double growth = joint.phi_max() / (kFirstInterval * lowest_amplitude);
  return std::exp(std::log1p(growth) / intervals);
}

void check(const DiscretisationOptions& options) {
  std::vector<Problem> problems;
  const auto share = [&](const char* key, double value, const char* remedy) {
    if (!(value > 0 && value < 1))
      problems.push_back({"discretisation of the Iwan joint", key, to_text(value),
                          "must be between 0 and 1", remedy});
  };
  share("accuracy", options.accuracy, "1e-3 is a tenth of a percent of the dissipation");
  share("lowest_force", options.lowest_force, "it is a share of the slip force F_S");
  throw_if_any(std::move(problems));
}

}  // namespace

double JenkinsElements::total_stiffness() const {
  return std::accumulate(stiffness.begin(), stiffness.end(), 0.0);
}

double JenkinsElements::slip_force() const {
  return std::inner_product(stiffness.begin(), stiffness.end(), limit.begin(), 0.0);
}

double JenkinsElements::force(double u0) const {
  double sum = 0;
  for (std::size_t i = 0; i < size(); ++i) sum += stiffness[i] * std::min(u0, limit[i]);
  return sum;
}

double JenkinsElements::dissipation(double u0) const {
  double sum = 0;
  for (std::size_t i = 0; i < size(); ++i)
    sum += kLoopSides * stiffness[i] * limit[i] * std::max(u0 - limit[i], 0.0);
  return sum;
}

JenkinsElements geometric_elements(const IwanJoint& joint, double alpha, int intervals) {
  const IwanConstants<double>& c = joint.constants();
  const double whole = std::expm1(intervals * std::log(alpha));
  JenkinsElements elements;
  double below_stiffness = 0, below_strength = 0;
  for (int m = 1; m <= intervals; ++m) {
    const double share = m == intervals ? 1 : std::expm1(m * std::log(alpha)) / whole;
    const double stiffness = c.power_stiffness * std::pow(share, c.chi1);
    const double strength =
        c.power_stiffness * c.phi_max * c.chi1 / c.chi2 * std::pow(share, c.chi2);
    const double k = stiffness - below_stiffness;
    elements.stiffness.push_back(k);
    elements.limit.push_back((strength - below_strength) / k);
    below_stiffness = stiffness;
    below_strength = strength;
  }
  if (c.beta > 0) {
    elements.stiffness.push_back(joint.delta_coefficient());
    elements.limit.push_back(c.phi_max);
  }
  return elements;
}

double worst_dissipation_error(const IwanJoint& joint, const JenkinsElements& elements,
                               double lowest_force) {
  // Between two limits D_N = 4 (A u - B) and D = c u^(chi+3): the ratio has one extremum,
  // at u = (chi+3) B / ((chi+2) A).
  const double lowest = joint.amplitude(lowest_force * joint.slip_force());
  const double chi2 = joint.chi() + 2, chi3 = joint.chi() + kCube;
  double sum_f = 0, sum_f_phi = 0, worst = 0;
  const auto look = [&](double u) {
    const double exact = joint.dissipation(u);
    worst = std::max(worst, std::abs(kLoopSides * (sum_f * u - sum_f_phi) / exact - 1));
  };
  double left = lowest;
  for (std::size_t i = 0; i <= elements.size(); ++i) {
    const bool last = i == elements.size();
    const double right = std::min(last ? joint.phi_max() : elements.limit[i], joint.phi_max());
    if (right > lowest) {
      look(left);
      look(right);
      const double extremum = sum_f > 0 ? chi3 * sum_f_phi / (chi2 * sum_f) : left;
      if (extremum > left && extremum < right) look(extremum);
      left = right;
    }
    if (last) break;
    sum_f += elements.stiffness[i] * elements.limit[i];
    sum_f_phi += elements.stiffness[i] * elements.limit[i] * elements.limit[i];
  }
  return worst;
}

DiscreteIwan discretise(const IwanJoint& joint, const DiscretisationOptions& options) {
  check(options);
  const double lowest = joint.amplitude(options.lowest_force * joint.slip_force());
  const auto with = [&](int intervals) {
    DiscreteIwan result;
    result.intervals = intervals;
    result.alpha = ratio_for(joint, lowest, intervals);
    result.elements = geometric_elements(joint, result.alpha, intervals);
    result.worst_error = worst_dissipation_error(joint, result.elements, options.lowest_force);
    return result;
  };
  // Doubling until good, then halving the gap: the error falls with N, about as 1/N^2.
  int bad = 1;
  DiscreteIwan good = with(2);
  while (good.worst_error > options.accuracy) {
    bad = good.intervals;
    if (bad > kMostIntervals)
      throw Failure(Problem{
          "discretisation of the Iwan joint", "accuracy", to_text(options.accuracy),
          "needs more than " + std::to_string(kMostIntervals) + " elements", "ask for less"});
    good = with(2 * bad);
  }
  while (good.intervals - bad > 1) {
    DiscreteIwan middle = with((bad + good.intervals) / 2);
    if (middle.worst_error > options.accuracy)
      bad = middle.intervals;
    else
      good = std::move(middle);
  }
  return good;
}

}  // namespace slipfront
