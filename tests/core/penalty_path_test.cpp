// Elastic dry friction on the reference WJROM where patches part and close again, against a
// path integration of the same equations in many steps (path_integration.hpp).
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "core/measured_backbone.hpp"
#include "core/modal_solver.hpp"
#include "models/registry.hpp"
#include "path_integration.hpp"
#include "rom/load.hpp"
#include "shared_data.hpp"

using namespace slipfront;
using std::numbers::pi;

namespace {

constexpr int kLoopsTraced = 3;

struct Figures {
  double frequency = 0, damping = 0;  // largest relative differences
  int closings = 0, compared = 0;
};

Figures compare(const std::string& file, double log_kn, Framework framework,
                const std::vector<double>& amplitudes, int steps) {
  const auto s = std::make_shared<const Structure>(load_structure(file));
  const double mu = 0.95, kt = std::pow(10, 13.9), kn = std::pow(10, log_kn);
  const ModalSolver solver(s);
  const ContactModel contact(Registry::built_in().find("elastic_dry_friction"), framework);
  BackboneOptions options;
  options.loops = kLoopsTraced;
  options.loop_tolerance = 0;
  const bool masing = framework == Framework::masing;
  Figures figures;
  const Backbone b = solver.backbone(contact, std::vector{mu, kt, kn}, amplitudes, options);
  for (std::size_t i = 0; i < amplitudes.size(); ++i) {
    CAPTURE(log_kn, amplitudes[i], to_text(b.status[i]));
    REQUIRE(b.status[i] == PointStatus::converged);
    test::PathIntegration path(*s, mu, kt, kn, *s->preload);
    REQUIRE(path.solved());
    const auto other = masing ? path.masing(amplitudes[i], b.mode_index, steps)
                              : path.loops(amplitudes[i], b.mode_index, steps, kLoopsTraced);
    REQUIRE(other);
    const double q = amplitudes[i], omega = other->omega;
    const double zeta = other->dissipation / (2 * pi * omega * omega * q * q);
    const double frequency = std::abs(b.frequency_hz[i] / (omega / (2 * pi)) - 1);
    const double damping = std::abs(b.damping[i] / zeta - 1);
    std::printf(
        "kn 10^%.1f %s q %.2g: %.7f Hz (%.7f), zeta %.5e (%.5e), %d closings, %d openings, "
        "%d apart at rest\n",
        log_kn, masing ? "masing" : "loops", q, b.frequency_hz[i], omega / (2 * pi), b.damping[i],
        zeta, other->closings, other->openings, static_cast<int>(path.apart_at_rest()));
    figures.frequency = std::max(figures.frequency, frequency);
    if (zeta > 1e-7) figures.damping = std::max(figures.damping, damping);
    figures.closings += other->closings;
    ++figures.compared;
  }
  return figures;
}

}  // namespace

TEST_CASE("contact that opens on the way agrees with a path integration") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  int closings = 0;
  for (const double log_kn : {12.2, 12.3, 12.4, 13.0})
    for (const Framework framework : {Framework::masing, Framework::non_masing}) {
      const Figures f = compare(file, log_kn, framework, {1e-5, 5e-5, 1e-4}, 300);
      CAPTURE(log_kn, int(framework));
      CHECK(f.frequency < 1e-6);
      CHECK(f.damping < 0.02);
      closings += f.closings;
    }
  CHECK(closings >= 8);  // patches do part and close again
}

TEST_CASE("contact that opens on the way agrees with a path integration in 20000 steps", "[long]") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  for (const double log_kn : {12.2, 12.3, 12.4, 13.0})
    for (const Framework framework : {Framework::masing, Framework::non_masing}) {
      const Figures f = compare(file, log_kn, framework, {3e-6, 2e-5, 3e-5, 5e-5, 1e-4}, 20000);
      CAPTURE(log_kn, int(framework));
      CHECK(f.frequency < 1e-6);
      CHECK(f.damping < 0.01);
    }
}

TEST_CASE("a loop is the same alone and behind others, with slopes and without, in mode 3") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const ModalSolver solver(std::make_shared<const Structure>(load_structure(file)));
  const ContactModel contact(Registry::built_in().find("generalized_jenkins_prager"),
                             Framework::non_masing, {.normal = NormalContact::penalty});
  const std::vector<double> values = {3.59e4, 2.985e11, 15.1, 1.95e10};
  BackboneOptions options;
  options.mode.bending = 3;
  options.loops = 3;
  options.loop_tolerance = 0;
  const std::vector<double> amplitudes = log_spaced(1e-6, 1e-4, 10);
  const Backbone list = solver.backbone(contact, values, amplitudes, options);
  options.gradient = true;
  const Backbone with_slopes = solver.backbone(contact, values, amplitudes, options);
  options.gradient = false;
  for (std::size_t i = 3; i < 9; ++i) {
    const Backbone alone = solver.backbone(contact, values, std::vector{amplitudes[i]}, options);
    CAPTURE(amplitudes[i], list.damping[i], alone.damping[0], with_slopes.damping[i]);
    REQUIRE(list.status[i] == PointStatus::converged);
    if (alone.status[0] == PointStatus::converged)
      CHECK(list.damping[i] == Approx(alone.damping[0]).epsilon(1e-4));
    if (with_slopes.status[i] == PointStatus::converged)
      CHECK(list.damping[i] == Approx(with_slopes.damping[i]).epsilon(1e-4));
    CHECK((alone.status[0] == PointStatus::converged ||
           with_slopes.status[i] == PointStatus::converged));
  }
}
