#include "studies/hysteresis_loop.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "models/registry.hpp"
#include "studies/mindlin_law.hpp"

using namespace slipfront;

namespace {

ContactModel contact(const std::string& model, bool post_slip = false) {
  ContactOptions options;
  options.post_slip = post_slip;
  return ContactModel(Registry::built_in().find(model), Framework::masing, options);
}

/// The area inside a closed polygon (shoelace rule).
double enclosed(const LoopRecord& loop) {
  double twice = 0;
  for (std::size_t i = 0; i + 1 < loop.displacement.size(); ++i)
    twice +=
        loop.displacement[i] * loop.traction[i + 1] - loop.displacement[i + 1] * loop.traction[i];
  return std::abs(twice) / 2;
}

}  // namespace

TEST_CASE("a Jenkins loop is drawn to three times its slip displacement") {
  const double values[] = {2e5, 1e12, 1e13};
  CHECK(loop_displacement(contact("jenkins"), values) == Approx(3 * 2e5 / 1e12).epsilon(1e-6));
  const double with_kp[] = {2e5, 1e12, 8e11, 1e13};  // however stiff it is after slip
  CHECK(loop_displacement(contact("jenkins", true), with_kp) ==
        Approx(3 * 2e5 / 1e12).epsilon(1e-6));
}

TEST_CASE("a law that never slips is drawn at one micrometre") {
  const double values[] = {1e20, 1e12, 1e13};
  CHECK(loop_displacement(contact("jenkins"), values) == 1e-6);
}

TEST_CASE("a loop is closed, turns at both ends, and is symmetric about the origin") {
  const double values[] = {2e5, 1e12, 3e10, 1e13};
  const LoopRecord loop = masing_loop(contact("jenkins", true), values, 4);
  CHECK(loop.point == 4);
  REQUIRE(loop.displacement.size() == 101);
  REQUIRE(loop.traction.size() == 101);
  const double u = loop_displacement(contact("jenkins", true), values);
  CHECK(loop.displacement.front() == u);
  CHECK(loop.displacement[50] == -u);
  CHECK(loop.displacement.back() == u);
  CHECK(loop.traction.front() == Approx(2e5 + 3e10 * u));
  CHECK(loop.traction.back() == Approx(loop.traction.front()).epsilon(1e-14));
  for (std::size_t i = 0; i <= 50; ++i) {
    CHECK(loop.displacement[50 + i] == Approx(-loop.displacement[i]).margin(1e-20));
    CHECK(loop.traction[50 + i] == Approx(-loop.traction[i]).margin(1e-8));
  }
}

TEST_CASE("the drawn loop encloses the area that the law states") {
  const MindlinLaw law;
  const ContactModel mindlin(law, Framework::masing);
  const double values[] = {2e5, 1e12, 1e13};
  const LoopRecord loop = masing_loop(mindlin, values, 0);
  const double u = loop.displacement.front();
  double area = 0;
  law.bind(Framework::masing, std::span(values).first(2))
      ->virgin({.points = 1, .displacement = &u, .loop_area = &area});
  CHECK(enclosed(loop) == Approx(area).epsilon(2e-3));  // a polygon of a hundred sides
}

TEST_CASE("a bilinear loop is drawn with its corners, and encloses its area exactly") {
  const double values[] = {2e5, 1e12, 3e10, 1e13}, slip = 2e5 / 1e12;
  ContactOptions options;
  options.post_slip = true;
  for (const Framework framework : {Framework::masing, Framework::non_masing}) {
    const ContactModel jenkins(Registry::built_in().find("jenkins"), framework, options);
    for (const double u : {4.7e-7, 1e-6, 2.03e-7}) {
      const HysteresisLoop loop = hysteresis_loop(jenkins, values, u);
      const LoopRecord drawn{0, loop.displacement, loop.traction};
      CAPTURE(u);
      CHECK(loop.displacement.size() == 101);
      CHECK(enclosed(drawn) == Approx(4 * 2e5 * (u - slip)).epsilon(1e-9));
      // Slip begins two slip displacements after each turning point, and one after rest.
      const auto has = [](const std::vector<double>& samples, double x) {
        return std::any_of(samples.begin(), samples.end(),
                           [&](double s) { return std::abs(s - x) < 1e-12 * 1e-6; });
      };
      CHECK(has(loop.displacement, u - 2 * slip));
      CHECK(has(loop.displacement, 2 * slip - u));
      CHECK(has(loop.first_displacement, slip));
    }
  }
}

TEST_CASE("a traced loop of a law that obeys Masing's rules is its Masing loop") {
  const double values[] = {2e5, 1e12, 3e10, 1e13}, u = 5e-7;
  const HysteresisLoop masing = hysteresis_loop(contact("jenkins", true), values, u);
  ContactOptions options;
  options.post_slip = true;
  const ContactModel other(Registry::built_in().find("jenkins"), Framework::non_masing, options);
  const HysteresisLoop traced = hysteresis_loop(other, values, u);
  CHECK(masing.area == Approx(4 * 2e5 * (u - 2e5 / 1e12)));
  CHECK(traced.area == Approx(masing.area));
  REQUIRE(traced.traction.size() == masing.traction.size());
  for (std::size_t i = 0; i < traced.traction.size(); ++i) {
    CHECK(traced.displacement[i] == Approx(masing.displacement[i]).epsilon(1e-12).margin(1e-20));
    CHECK(traced.traction[i] == Approx(masing.traction[i]).margin(1e-6));
  }
  CHECK(traced.first_traction == masing.first_traction);
  CHECK(masing.first_traction.front() == 0);
  CHECK(masing.first_displacement.back() == u);
}

TEST_CASE("friction that depends on pressure is drawn at the pressure asked for") {
  const ContactModel edf(Registry::built_in().find("elastic_dry_friction"), Framework::masing);
  const double values[] = {0.5, 1e12, 1e13}, pressure = 4e5;
  const HysteresisLoop loop = hysteresis_loop(edf, values, 1e-6, pressure);
  CHECK(loop.first_traction.back() == Approx(0.5 * pressure));
  CHECK(loop.area == Approx(4 * 2e5 * (1e-6 - 2e-7)));
}

TEST_CASE("a loop that does not close in forty rounds says by how much") {
  // Bouc-Wen n = 1 with a slow memory: |beta / alpha| near 1 leaves the loop creeping.
  const auto& law = Registry::built_in().find("bouc_wen_1");
  const ContactModel creeping(law, Framework::non_masing, {});
  std::vector<double> values;
  for (const Parameter& p : creeping.parameters())
    values.push_back(p.name == "initial_stiffness" ? 1e12
                     : p.name == "alpha"           ? 1e6
                     : p.name == "beta_over_alpha" ? -0.9
                                                   : 1e13);
  const HysteresisLoop open = hysteresis_loop(creeping, values, 2e-8);
  CHECK_FALSE(open.closed());
  CHECK(open.open > 1e-9);
  CHECK(open.open == Approx(std::abs(open.traction.back() - open.traction.front()) /
                            std::abs(open.traction.back()))
                         .epsilon(0.2));
  const ContactModel jenkins(Registry::built_in().find("jenkins"), Framework::non_masing, {});
  CHECK(hysteresis_loop(jenkins, std::vector<double>{1e5, 1e12, 1e13}, 5e-7).closed());
}
