#include "core/contact_rows.hpp"

#include <catch2/catch.hpp>

#include "core/failure.hpp"
#include "models/registry.hpp"
#include "simple_laws.hpp"

using namespace slipfront;

namespace {

const test::TanhLaw kLaw("tanh");
const std::vector<double> kValues{1e5, 1e12, 1e10, 1e13};  // ts, kt, kp, kn
const Eigen::VectorXd kAreas = Eigen::Vector2d(2e-4, 4e-4);

ContactRows masing_rows(const std::vector<double>& values = kValues) {
  return ContactRows(kAreas, InterfaceKind::patches,
                     ContactModel(kLaw, Framework::masing, {.post_slip = true}), values);
}

}  // namespace

TEST_CASE("row forces are area times traction") {
  const ContactRows rows = masing_rows();
  auto work = rows.make_workspace();
  Eigen::VectorXd z(6), force(6);
  ContactRows::Blocks tangent(3, 6);
  z << 1e-8, -2e-7, 3e-8, 0, 5e-7, -4e-8;
  rows.evaluate(z, rows.unloaded(), force, tangent, work);
  for (int i = 0; i < 6; ++i) {
    const double area = kAreas[i / 3];
    const double t = std::tanh(1e12 * z[i] / 1e5);
    const double traction = i % 3 == 2 ? 1e13 * z[i] : 1e5 * t + 1e10 * z[i];
    CHECK(force[i] == Approx(area * traction).epsilon(1e-12));
    const double slope = i % 3 == 2 ? 1e13 : 1e12 * (1 - t * t) + 1e10;
    for (int j = 0; j < 3; ++j)
      CHECK(tangent(j, i) == Approx(j == i % 3 ? area * slope : 0).epsilon(1e-9));
  }
  const Eigen::VectorXd stuck = rows.stuck_stiffness();
  CHECK(stuck[0] == Approx(2e-4 * 1.01e12));
  CHECK(stuck[5] == Approx(4e-4 * 1e13));
}

TEST_CASE("a history knows where loading last turned") {
  const ContactRows rows = masing_rows();
  auto work = rows.make_workspace();
  Eigen::VectorXd z(6);
  z << 1e-8, -2e-7, 3e-8, 0, 5e-7, -4e-8;
  const ContactHistory start = rows.unloaded();
  CHECK(start.turned.norm() == 0);
  const ContactHistory turned = rows.turn(z, start, work);
  CHECK(turned.turned == Eigen::Vector4d(1e-8, -2e-7, 0, 5e-7));
  CHECK(rows.pass(2 * z, turned, work).turned == turned.turned);
}

TEST_CASE("where contact closes again the past begins there") {
  const ContactModel contact(Registry::built_in().find("jenkins"), Framework::non_masing,
                             {.normal = NormalContact::penalty});
  ContactRows rows(kAreas, InterfaceKind::elements, contact, std::vector{1e5, 1e12, 1e12});
  auto work = rows.make_workspace();
  Eigen::VectorXd z(6);
  z << 0, 0, 1e-6, 0, 0, 1e-6;
  ContactHistory history = rows.settle(z, PrestressKind::conservative);
  z << 3e-8, 1e-8, 0, 3e-8, 1e-8, 0;
  history = rows.turn(z, history, work);
  z << 5e-8, 2e-8, 0, 5e-8, 2e-8, -2e-6;  // the second point is 1e-6 m apart
  history = rows.pass(z, history, work);
  z << 7e-8, 4e-8, 0, 9e-8, 6e-8, 0;  // and touches again after half of this way (eq 5)
  history = rows.pass(z, history, work);
  CHECK(history.turned.head(2) == Eigen::Vector2d(3e-8, 1e-8));
  CHECK(history.turned[2] == Approx(7e-8));
  CHECK(history.turned[3] == Approx(4e-8));
}

TEST_CASE("values outside the domain are refused") {
  const ContactModel contact(kLaw, Framework::masing);
  CHECK_THROWS_WITH(
      ContactRows(kAreas, InterfaceKind::patches, contact, std::vector{-1.0, 1e12, 1e13}),
      Catch::Contains("must be above 0"));
}
