#include "core/masing_rows.hpp"

#include <catch2/catch.hpp>

#include "core/failure.hpp"
#include "simple_laws.hpp"
#include "simple_structures.hpp"

using namespace slipfront;

namespace {
const test::TanhLaw kLaw("tanh");
const std::vector<double> kValues{1e5, 1e12, 1e10, 1e13};  // ts, kt, kp, kn
}  // namespace

TEST_CASE("row forces are area times traction") {
  const Structure s = test::random_joint(2, 2, 3);
  const CondensedStructure c(s);
  const ContactModel contact(kLaw, Framework::masing, {.post_slip = true});
  const MasingRows rows(c, contact, kValues);
  auto work = rows.make_workspace();
  Eigen::VectorXd z(6), force(6), tangent(6);
  z << 1e-8, -2e-7, 3e-8, 0, 5e-7, -4e-8;
  rows.evaluate(z, force, tangent, work);
  for (int i = 0; i < 6; ++i) {
    const double area = s.interface.areas[i / 3];
    const double t = std::tanh(1e12 * z[i] / 1e5);
    const double traction = i % 3 == 2 ? 1e13 * z[i] : 1e5 * t + 1e10 * z[i];
    CHECK(force[i] == Approx(area * traction).epsilon(1e-12));
    const double slope = i % 3 == 2 ? 1e13 : 1e12 * (1 - t * t) + 1e10;
    CHECK(tangent[i] == Approx(area * slope).epsilon(1e-9));
  }
  const Eigen::VectorXd stuck = rows.stuck_stiffness();
  CHECK(stuck[0] == Approx(2e-4 * 1.01e12));
  CHECK(stuck[5] == Approx(4e-4 * 1e13));
}

TEST_CASE("projection lands on the curve and on the line") {
  const Structure s = test::random_joint(2, 2, 3);
  const CondensedStructure c(s);
  const ContactModel contact(kLaw, Framework::masing, {.post_slip = true});
  for (const double kt : {1e9, 1e12, 1e18}) {
    std::vector<double> values = kValues;
    values[1] = kt;
    const MasingRows rows(c, contact, values);
    auto work = rows.make_workspace();
    const Eigen::VectorXd compliance = Eigen::VectorXd::Constant(6, 1e-9);
    Eigen::VectorXd target(6), force(6), tangent(6);
    target << 1e-8, -2e-7, 3e-8, 0, 5e-5, -4e-8;
    Eigen::VectorXd z = Eigen::VectorXd::Constant(6, -1e-3);
    rows.project(compliance, target, z, force, tangent, work);
    Eigen::VectorXd again(6);
    rows.evaluate(z, again, tangent, work);
    for (const int i : {0, 1, 3, 4}) {
      CHECK(force[i] == again[i]);
      CHECK(z[i] + 1e-9 * force[i] == Approx(target[i]).epsilon(1e-13).margin(1e-22));
    }
    CHECK(z[2] == -1e-3);  // normal rows are linear and stay
  }
}

TEST_CASE("sensitivities agree with central differences") {
  const Structure s = test::random_joint(2, 2, 3);
  const CondensedStructure c(s);
  const ContactModel contact(kLaw, Framework::masing, {.post_slip = true});
  const MasingRows rows(c, contact, kValues);
  auto work = rows.make_workspace();
  Eigen::VectorXd z(6), tangent(6);
  z << 1e-7, -2e-7, 3e-8, 4e-7, 5e-8, -4e-8;
  const MasingRows::Sensitivity at = rows.sensitivity(z, work);
  for (int p = 0; p < 4; ++p) {
    auto up = kValues, down = kValues;
    const double h = 1e-5 * kValues[p];
    up[p] += h;
    down[p] -= h;
    const MasingRows more(c, contact, up), less(c, contact, down);
    Eigen::VectorXd plus(6), minus(6);
    more.evaluate(z, plus, tangent, work);
    less.evaluate(z, minus, tangent, work);
    CHECK((at.force_parameters.col(p) - (plus - minus) / (2 * h)).norm() <=
          1e-8 * at.force_parameters.col(p).norm());
    const double slope = (more.dissipation(z, work) - less.dissipation(z, work)) / (2 * h);
    CHECK(at.dissipation_parameters[p] ==
          Approx(slope).epsilon(1e-7).margin(1e-12 * rows.dissipation(z, work) / kValues[p]));
  }
  for (int i = 0; i < 6; ++i) {
    Eigen::VectorXd up = z, down = z;
    const double h = 1e-12;
    up[i] += h;
    down[i] -= h;
    const double slope = (rows.dissipation(up, work) - rows.dissipation(down, work)) / (2 * h);
    CHECK(at.dissipation_z[i] == Approx(slope).epsilon(1e-4).margin(1e-9));
  }
}

TEST_CASE("values outside the domain are refused") {
  const CondensedStructure c(test::random_joint(2, 2, 3));
  const ContactModel contact(kLaw, Framework::masing);
  CHECK_THROWS_WITH(MasingRows(c, contact, std::vector{-1.0, 1e12, 1e13}),
                    Catch::Contains("must be above 0"));
}
