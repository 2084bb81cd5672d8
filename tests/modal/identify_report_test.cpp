#include "modal/identify_report.hpp"

#include <catch2/catch.hpp>

#include "modal/iwan_data.hpp"

using namespace slipfront;

TEST_CASE("the report's objective on its own data (AFF1_1), from its own start") {
  const ReportIdentification r = identify_as_reported(aff_data(), 504);
  CHECK(r.converged);
  CHECK(r.chi == Approx(-0.57505).epsilon(1e-4));
  CHECK(r.beta == Approx(10.0).epsilon(1e-4));
  CHECK(r.phi_max == Approx(7.586e-4).epsilon(1e-4));
  CHECK(r.stiffness == Approx(7.093e5).epsilon(1e-4));
  CHECK(r.objective == Approx(2.70193e-3).epsilon(1e-4));
  CHECK(r.starts_agreeing == r.starts);
  // The listing's 600 evaluations stop above it.
  CHECK(r.first_objective > r.objective * 1.01);
  CHECK(report_objective(aff_data(), 504, {}, r.chi, r.beta, r.p) == Approx(r.objective));
}

TEST_CASE("a known stiffness is met (eq 45: as the report's figure 18)") {
  // Longitudinal forces are sqrt(2) times those on the interface.
  ForceDissipation data = aff_data();
  for (double& force : data.force) force *= std::sqrt(2.0);
  const double wanted = 1 / (1 / 1.56e6 - 1 / 2.67e6);
  CHECK(wanted == Approx(3.752e6).epsilon(2e-4));
  const ReportIdentification r = identify_as_reported(data, 504 * std::sqrt(2.0), wanted);
  const ReportIdentification without = identify_as_reported(data, 504 * std::sqrt(2.0));
  CHECK(r.stiffness == Approx(wanted).epsilon(0.01));
  CHECK(r.chi == Approx(without.chi).margin(0.05));
  CHECK(r.beta < without.beta);
}

TEST_CASE("parameters of a joint with curvature come back, but for the pull of chi to zero") {
  const IwanJoint joint = IwanJoint::from_phi_max(400, 4.92e-5, -0.2, 0.3);
  const ReportIdentification r = identify_as_reported(dissipation_of(joint, 12, 0.95, 0, 1), 400);
  CHECK(r.chi == Approx(-0.2).margin(0.02));
  CHECK(r.beta == Approx(0.3).margin(0.05));
  CHECK(r.phi_max == Approx(4.92e-5).epsilon(0.02));
}

TEST_CASE("outside of the model the objective is infinite") {
  CHECK(std::isinf(report_objective(aff_data(), 504, {}, -1.0, 5, 1e-3)));
  CHECK(std::isinf(report_objective(aff_data(), 504, {}, 0, -0.1, 1e-3)));
  CHECK(std::isinf(report_objective(aff_data(), 504, {}, 0, 5, 0)));
}
