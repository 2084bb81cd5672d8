#include <catch2/catch.hpp>

#include "core/contact_rows.hpp"
#include "models/registry.hpp"
#include "simple_laws.hpp"

using namespace slipfront;

namespace {

const Eigen::VectorXd kAreas = Eigen::Vector2d(2e-4, 4e-4);

}  // namespace

TEST_CASE("projection lands on the curve and on the line") {
  const test::TanhLaw law("tanh");
  const ContactModel contact(law, Framework::masing, {.post_slip = true});
  for (const double kt : {1e9, 1e12, 1e18}) {
    const ContactRows rows(kAreas, InterfaceKind::patches, contact,
                           std::vector{1e5, kt, 1e10, 1e13});
    const ContactHistory history = rows.unloaded();
    auto work = rows.make_workspace();
    const Eigen::VectorXd compliance = Eigen::VectorXd::Constant(6, 1e-9);
    Eigen::VectorXd target(6), force(6);
    ContactRows::Blocks tangent(3, 6);
    target << 1e-8, -2e-7, 3e-8, 0, 5e-5, -4e-8;
    Eigen::VectorXd z = Eigen::VectorXd::Constant(6, -1e-3);
    rows.project(compliance, target, history, z, force, tangent, work);
    Eigen::VectorXd again(6);
    rows.evaluate(z, history, again, tangent, work);
    for (const int i : {0, 1, 3, 4}) {
      CHECK(force[i] == again[i]);
      CHECK(z[i] + 1e-9 * force[i] == Approx(target[i]).epsilon(1e-13).margin(1e-22));
    }
    CHECK(z[2] == -1e-3);  // normal springs are linear and stay
  }
}

TEST_CASE("projection of coupled sliders ends in closed form, however stiff and from anywhere") {
  // Slip or stick about the origin: p || s, |p| the lesser of kt |s| / (1 + c A kt) and the limit.
  const ContactModel contact(Registry::built_in().find("jenkins"), Framework::non_masing);
  constexpr double kLimit = 2e5, kCompliance = 1e-9;
  for (const double kt : {1e10, 1e14, 1e18, 1e21}) {
    const ContactRows rows(kAreas, InterfaceKind::elements, contact, std::vector{kLimit, kt, 1e12});
    auto work = rows.make_workspace();
    ContactRows::Blocks tangent(3, 6);
    Eigen::VectorXd target(6), force(6);
    for (const double size : {1e-12, 1e-8, 1e-5})
      for (const double from : {0.0, 1e-13, 1e-8, -1e-3}) {
        CAPTURE(kt, size, from);
        target << 0.6 * size, -0.8 * size, 0, 0.1 * size, 0.2 * size, 0;
        Eigen::VectorXd z = Eigen::VectorXd::Constant(6, from);
        rows.project(Eigen::VectorXd::Constant(6, kCompliance), target, rows.unloaded(), z, force,
                     tangent, work);
        for (int i = 0; i < 2; ++i) {
          const Eigen::Vector2d s = target.segment<2>(3 * i), p = force.segment<2>(3 * i);
          const double stuck = kAreas[i] * kt / (1 + kCompliance * kAreas[i] * kt) * s.norm();
          CHECK(p.norm() == Approx(std::min(stuck, kAreas[i] * kLimit)).epsilon(1e-9));
          CHECK(p.dot(s) == Approx(p.norm() * s.norm()).epsilon(1e-12));
        }
      }
  }
}
