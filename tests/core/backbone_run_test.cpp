#include "core/backbone_run.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "core/failure.hpp"
#include "core/measured_backbone.hpp"
#include "simple_equations.hpp"

using namespace slipfront;
using std::numbers::pi;

namespace {

const test::TanhLaw kTanh("tanh");

Backbone run(const Structure& s, const ContactModel& contact, const std::vector<double>& values,
             const std::vector<double>& amplitudes, BackboneOptions options = {}) {
  const CondensedStructure condensed(s);
  options.mode.index = options.mode.index.value_or(0);
  BackboneRun backbone(s, condensed, contact, values, options);
  return backbone.trace(amplitudes);
}

bool noted(const Backbone& b, const std::string& text) {
  for (const std::string& note : b.notes)
    if (note.find(text) != std::string::npos) return true;
  return false;
}

}  // namespace

TEST_CASE("notes tell prestress and dissipation") {
  const Structure s = test::random_joint(2, 4, 5);
  const std::vector<double> values{1e6, 1e12, 1e13};  // sticks under the bolt load
  const std::vector<double> q{1e-6};
  const ContactModel masing(test::law("jenkins"), Framework::masing);
  const Backbone closed = run(s, masing, values, q);
  CHECK(noted(closed, "it cancels"));
  CHECK(noted(closed, "closed form of the law's Masing loop"));
  CHECK(noted(run(s, masing, values, q, {.prestress = PrestressKind::none}), "no prestress"));
  const Backbone modal = run(s, masing, values, q, {.dissipation = Dissipation::modal});
  CHECK(noted(modal, "modal, 51 points between amplitudes"));

  const ContactModel loops(test::law("jenkins"), Framework::non_masing);
  const Backbone full = run(s, loops, values, q);
  CHECK(noted(full, "prestress (full) 1000 N per bolt, residual"));
  CHECK(noted(full, "exact work between reversal points"));
  const Backbone kept = run(s, loops, values, q,
                            {.prestress = PrestressKind::conservative,
                             .dissipation = Dissipation::modal,
                             .quadrature = 10});
  CHECK(noted(kept, "prestress (conservative)"));
  CHECK(noted(kept, "modal, 10 points on each half loop"));
  CHECK(full.loops[0] >= 2);
  CHECK(closed.loops[0] == 0);
}

TEST_CASE("frequency and damping are those of eq 34 and 40") {
  const Structure s = test::single_mass(1e6, 9e7, 2e-4);
  const ContactModel contact(test::law("jenkins"), Framework::non_masing);
  const double ts = 1e5, kt = 5e10, area = 2e-4, zeta0 = 2e-3;
  const std::vector<double> amplitudes = log_spaced(1e-7, 1e-4, 15);
  const Backbone b = run(s, contact, {ts, kt, 1e12}, amplitudes,
                         {.prestress = PrestressKind::none, .zeta0 = zeta0});
  REQUIRE(b.failed() == 0);
  for (std::size_t i = 0; i < b.size(); ++i) {
    const double q = amplitudes[i], lambda = 1e6 + area * std::min(ts, kt * q) / q;
    const double loss = 4 * area * ts * std::max(0.0, q - ts / kt);
    CHECK(b.frequency_hz[i] == Approx(std::sqrt(lambda) / (2 * pi)).epsilon(1e-11));
    CHECK(b.dissipation[i] == Approx(loss).epsilon(1e-9).margin(1e-20));
    CHECK(b.damping[i] == Approx(loss / (2 * pi * lambda * q * q) + zeta0).epsilon(1e-9));
  }
}

TEST_CASE("a missing preload is asked for where it matters, and only there") {
  Structure s = test::random_joint(2, 4, 5);
  s.preload.reset();
  s.source = "joint.mat";
  const std::vector<double> values{1e6, 1e12, 1e13}, q{1e-7};
  CHECK(run(s, ContactModel(test::law("jenkins"), Framework::masing), values, q).failed() == 0);
  const ContactModel loops(test::law("jenkins"), Framework::non_masing);
  CHECK(run(s, loops, values, q, {.prestress = PrestressKind::none}).failed() == 0);
  CHECK(run(s, loops, values, q, {.preload = 1000.0}).failed() == 0);
  CHECK_THROWS_WITH(
      run(s, loops, values, q),
      Catch::StartsWith("joint.mat, Prestress: found absent") && Catch::Contains("--preload N"));
}

TEST_CASE("contact that the bolt load does not close is a failure with a reason") {
  Structure s = test::random_joint(2, 4, 5);
  s.bolt_load = -s.bolt_load;
  const ContactModel contact(test::law("jenkins"), Framework::non_masing,
                             {.normal = NormalContact::penalty});
  CHECK_THROWS_WITH(run(s, contact, {1e5, 1e12, 1e13}, {1e-6}),
                    Catch::Contains("contact is lost everywhere under the bolt load") &&
                        Catch::Contains("1000 N per bolt"));
}

TEST_CASE("a mode that is not there has a status and no numbers") {
  const Structure s = test::random_joint(2, 4, 5);
  const Backbone b = run(s, ContactModel(test::law("jenkins"), Framework::masing),
                         {1e5, 1e12, 1e13}, {1e-6}, {.mode = {.bending = 1, .index = 200}});
  CHECK(b.status[0] == PointStatus::mode_not_found);
  CHECK(std::isnan(b.frequency_hz[0]));
  CHECK_FALSE(b.linear_frequencies_hz.empty());
}

TEST_CASE("Masing with penalty contact warns of invented damping") {
  const Structure s = test::random_joint(2, 4, 5);
  const ContactModel contact(test::law("elastic_dry_friction"), Framework::masing);
  const Backbone b = run(s, contact, {0.5, 1e12, 1e13}, {1e-8});
  CHECK(noted(b, "warning: the Masing rule does not hold with penalty contact"));
  CHECK(noted(b, "local, path integral of tractions with 51 points between amplitudes"));
}

TEST_CASE("a joint that sticks dissipates nothing, and its loops settle at once") {
  const Structure s = test::random_joint(2, 4, 5);
  const std::vector<double> q{1e-9, 1e-8, 1e-7};
  for (const char* law : {"jenkins", "elastic_dry_friction"})
    for (const Framework framework : {Framework::masing, Framework::non_masing})
      for (const Dissipation dissipation : {Dissipation::local, Dissipation::modal}) {
        const bool jenkins = std::string(law) == "jenkins";
        const Backbone b = run(s, ContactModel(test::law(law), framework),
                               {jenkins ? 1e9 : 1e3, 1e12, 1e13}, q, {.dissipation = dissipation});
        CAPTURE(law, static_cast<int>(framework), static_cast<int>(dissipation));
        for (std::size_t i = 0; i < q.size(); ++i) {
          REQUIRE(b.status[i] == PointStatus::converged);
          CHECK(b.damping[i] == 0);  // not rounding of either sign
          if (framework == Framework::non_masing) CHECK(b.loops[i] <= 2);
        }
      }
}
