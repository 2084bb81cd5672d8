#include "core/prestress.hpp"

#include <Eigen/LU>
#include <catch2/catch.hpp>

#include "simple_laws.hpp"
#include "simple_structures.hpp"

using namespace slipfront;

namespace {
const test::BilinearLaw kBilinear("bilinear");
}

TEST_CASE("a stuck interface gives the linear static solution") {
  const Structure s = test::random_joint(3, 5, 9);
  const CondensedStructure c(s);
  const ContactModel contact(kBilinear, Framework::masing);
  const MasingRows rows(c, contact, std::vector{1e9, 1e12, 1e13});  // never slips
  const Prestress p = solve_prestress(c, rows, 500, Eigen::VectorXd::Ones(14));
  REQUIRE(p.converged);
  CHECK(p.residual < 1e-9);
  const Eigen::MatrixXd& d = s.interface.displacement;
  Eigen::VectorXd k = rows.stuck_stiffness();
  const Eigen::VectorXd u =
      (s.stiffness + d.transpose() * k.asDiagonal() * d).lu().solve(500 * s.bolt_load);
  CHECK((p.u - u).norm() < 1e-9 * u.norm());
}

TEST_CASE("a slipping slider carries its slip force and the structure the rest") {
  Structure s = test::single_mass(1e6, 1e6, 1e-4);
  s.bolt_load = Eigen::Vector3d(1, 0, 2);
  const CondensedStructure c(s);
  const ContactModel contact(kBilinear, Framework::masing);
  for (const double kt : {1e11, 1e18}) {
    const MasingRows rows(c, contact, std::vector{1e5, kt, 1e13});  // slip force 10 N
    const Prestress p = solve_prestress(c, rows, 100, Eigen::VectorXd::Ones(3));
    REQUIRE(p.converged);
    CHECK(p.u[0] == Approx((100 - 10) / 1e6).epsilon(1e-10));
    CHECK(p.force[0] == Approx(10).epsilon(1e-12));
    CHECK(p.u[1] == Approx(0).margin(1e-18));
    CHECK(p.u[2] == Approx(200 / 1e9).epsilon(1e-10));
  }
}
