#include "modal/discrete_iwan.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "core/failure.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

const IwanJoint kLeg = IwanJoint::from_phi_max(504, 7.29e-4, -0.58, 10);

/// The largest error by looking at many amplitudes.
double scanned_error(const IwanJoint& joint, const JenkinsElements& elements, double lowest) {
  double worst = 0;
  const int count = 20000;
  for (int i = 0; i <= count; ++i) {
    const double force = joint.slip_force() * std::pow(lowest, 1 - double(i) / count);
    const double u0 = joint.amplitude(force);
    worst = std::max(worst, std::abs(elements.dissipation(u0) / joint.dissipation(u0) - 1));
  }
  return worst;
}

}  // namespace

TEST_CASE("the report's grid: alpha 1.1, 100 intervals") {
  for (const double chi : {-0.8, -0.6, -0.58, 0.0, 0.3})
    for (const double beta : {0.0, 0.1, 10.0}) {
      const IwanJoint joint = IwanJoint::from_phi_max(504, 7.29e-4, chi, beta);
      const JenkinsElements elements = geometric_elements(joint, 1.1, 100);
      CAPTURE(chi, beta);
      CHECK(elements.size() == (beta > 0 ? 101u : 100u));
      CHECK(elements.total_stiffness() == Approx(joint.stiffness()).epsilon(1e-13));
      CHECK(elements.slip_force() == Approx(joint.slip_force()).epsilon(1e-13));
      // The variance of phi in an interval grows with (chi+2): 0.35 % for the joints of the
      // report (chi near -0.6), 0.7 % at chi = 0.3.
      CHECK(scanned_error(joint, elements, 0.05) < (chi < -0.5 ? 0.0035 : 0.007));
      CHECK(std::is_sorted(elements.limit.begin(), elements.limit.end()));
    }
}

TEST_CASE("alpha 1.2 with 50 intervals: about 1 %; 10 intervals are not enough") {
  const double error = worst_dissipation_error(kLeg, geometric_elements(kLeg, 1.2, 50), 0.05);
  CHECK(error > 0.008);
  CHECK(error < 0.0125);
  CHECK(worst_dissipation_error(kLeg, geometric_elements(kLeg, 1.2, 10), 0.05) > 0.05);
}

TEST_CASE("the measured error is the largest over all amplitudes") {
  for (const double lowest : {0.9, 0.05, 0.001})
    for (const int intervals : {3, 20, 100}) {
      const JenkinsElements elements = geometric_elements(kLeg, 1.1, intervals);
      const double measured = worst_dissipation_error(kLeg, elements, lowest);
      const double scanned = scanned_error(kLeg, elements, lowest);
      CAPTURE(lowest, intervals);
      CHECK(scanned <= measured * (1 + 1e-12) + 1e-12);
      CHECK(scanned == Approx(measured).epsilon(0.01));
    }
}

TEST_CASE("force and limits stay continuous where an element begins to slide") {
  const JenkinsElements elements = geometric_elements(kLeg, 1.3, 12);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const double phi = elements.limit[i], h = 1e-9 * phi;
    const double jump = elements.force(phi + h) - elements.force(phi - h);
    CHECK(jump <= 2.001 * h * kLeg.stiffness());
  }
  CHECK(elements.force(2 * kLeg.phi_max()) == Approx(kLeg.slip_force()));
}

TEST_CASE("a chosen accuracy is met, and with fewer elements it is not") {
  for (const double accuracy : {1e-2, 1e-3, 1e-5})
    for (const double chi : {-0.8, 0.2}) {
      const IwanJoint joint = IwanJoint::from_phi_max(504, 7.29e-4, chi, 0.5);
      const DiscretisationOptions options{accuracy, 1e-3};
      const DiscreteIwan result = discretise(joint, options);
      CAPTURE(accuracy, chi, result.intervals);
      CHECK(scanned_error(joint, result.elements, options.lowest_force) <= accuracy * (1 + 1e-9));
      CHECK(result.worst_error <= accuracy);
      CHECK(result.worst_error > 0.8 * accuracy);
      CHECK(result.elements.total_stiffness() == Approx(joint.stiffness()).epsilon(1e-12));
      CHECK(result.elements.slip_force() == Approx(joint.slip_force()).epsilon(1e-12));
    }
}

TEST_CASE("the number of elements grows with 1/sqrt(accuracy)") {
  const int coarse = discretise(kLeg, {1e-3, 1e-3}).intervals;
  const int fine = discretise(kLeg, {1e-5, 1e-3}).intervals;
  CHECK(double(fine) / coarse == Approx(10).epsilon(0.1));
}

TEST_CASE("options that are no shares are refused") {
  CHECK_THROWS_WITH(discretise(kLeg, {0, 1e-3}), Contains("accuracy"));
  CHECK_THROWS_WITH(discretise(kLeg, {1e-3, 1.5}), Contains("lowest_force"));
  CHECK_THROWS_WITH(discretise(kLeg, {1e-14, 1e-3}), Contains("ask for less"));
}
