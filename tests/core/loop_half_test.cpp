// Half loops of bending mode 3, whose frequency other modes surround: near amplitude zero lambda
// runs through theirs.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "core/measured_backbone.hpp"
#include "core/modal_solver.hpp"
#include "models/registry.hpp"
#include "rom/load.hpp"
#include "shared_data.hpp"

using namespace slipfront;

namespace {

// The middle of what the study found (Porter et al., Table 12).
const std::vector<double> kFriction{0.935, 2.5e14, 2e12};

BackboneOptions loops(Dissipation dissipation, int points) {
  BackboneOptions options;
  options.mode.bending = 3;
  options.dissipation = dissipation;
  options.quadrature = points;
  options.loops = 6;
  return options;
}

ModalSolver solver_of(const std::string& file) {
  return ModalSolver(std::make_shared<const Structure>(load_structure(file)));
}

}  // namespace

TEST_CASE("work at modal level has a limit in the number of points, and it is the tractions'") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const ModalSolver solver = solver_of(file);
  const ContactModel contact(Registry::built_in().find("elastic_dry_friction"),
                             Framework::non_masing);
  const auto amplitudes = log_spaced(1e-6, 1e-4, 20);
  const Backbone local =
      solver.backbone(contact, kFriction, amplitudes, loops(Dissipation::local, 200));
  REQUIRE(local.failed() == 0);
  for (const int points : {42, 60, 120}) {
    const Backbone modal =
        solver.backbone(contact, kFriction, amplitudes, loops(Dissipation::modal, points));
    REQUIRE(modal.failed() == 0);
    for (std::size_t i = 0; i < amplitudes.size(); ++i) {
      CAPTURE(points, amplitudes[i], local.damping[i], modal.damping[i]);
      CHECK(modal.frequency_hz[i] == Approx(local.frequency_hz[i]).epsilon(1e-6));
      CHECK(modal.damping[i] > -1e-9);
      // Above, both rules resolve the corners of sliding patches to a tenth only.
      if (amplitudes[i] < 3e-5)
        CHECK(modal.damping[i] == Approx(local.damping[i]).epsilon(0.04).margin(1e-6));
    }
  }
}

TEST_CASE("slopes of work at modal level are those of what was integrated") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const ModalSolver solver = solver_of(file);
  const ContactModel contact(Registry::built_in().find("elastic_dry_friction"),
                             Framework::non_masing);
  BackboneOptions options = loops(Dissipation::modal, 42);
  options.loops = 2;
  options.loop_tolerance = 0;
  options.gradient = true;
  const std::vector<double> amplitudes{7e-6};
  const Backbone b = solver.backbone(contact, kFriction, amplitudes, options);
  REQUIRE(b.failed() == 0);
  options.gradient = false;
  constexpr double kStep = 1e-6;
  for (std::size_t p = 0; p < kFriction.size(); ++p) {
    const auto at = [&](double factor) {
      std::vector<double> values = kFriction;
      values[p] *= factor;
      return solver.backbone(contact, values, amplitudes, options);
    };
    const Backbone above = at(1 + kStep), below = at(1 - kStep);
    const auto column = static_cast<Eigen::Index>(p);
    const double by = 2 * kStep * kFriction[p];
    CAPTURE(p);
    CHECK(b.d_frequency(0, column) * by ==
          Approx(above.frequency_hz[0] - below.frequency_hz[0]).epsilon(1e-3).margin(1e-10));
    CHECK(b.d_damping(0, column) * by ==
          Approx(above.damping[0] - below.damping[0]).epsilon(1e-3).margin(1e-12));
  }
}

TEST_CASE("mode 3 on elements does not depend on which other amplitudes are asked for") {
  NEEDS_SHARED_DATA(file, "brb_fjrom.mat");
  const ModalSolver solver = solver_of(file);
  BackboneOptions options = loops(Dissipation::modal, 4);
  options.loops = 3;
  options.loop_tolerance = 0;
  const auto last_of = [&](const char* law, const std::vector<double>& values,
                           const std::vector<double>& amplitudes) {
    const ContactModel contact(Registry::built_in().find(law), Framework::non_masing);
    const Backbone b = solver.backbone(contact, values, amplitudes, options);
    REQUIRE(b.status.back() == PointStatus::converged);
    return std::pair{b.frequency_hz.back(), b.damping.back()};
  };
  const std::vector<double> prager{191332, 3.11132e15, 3.59389e10, 6.87582e10};
  const auto alone = last_of("generalized_jenkins_prager", prager, {1.44e-5});
  const auto behind =
      last_of("generalized_jenkins_prager", prager, {1e-6, 2e-6, 5e-6, 1.128e-5, 1.44e-5});
  CHECK(alone.first == Approx(behind.first).epsilon(1e-9));
  CHECK(alone.second == Approx(behind.second).epsilon(1e-6));

  // Alone it was found 6 Hz higher, on another branch.
  const std::vector<double> jenkins{std::pow(10, 5.355), std::pow(10, 13.5), std::pow(10, 11.35)};
  const auto leap = last_of("jenkins", jenkins, {1e-4});
  const auto path = last_of("jenkins", jenkins, {9.5e-5, 1e-4});
  CHECK(leap.first == Approx(path.first).epsilon(1e-7));
  CHECK(leap.second == Approx(path.second).epsilon(1e-4));
}
