#include "core/prestress.hpp"

#include <Eigen/LU>
#include <catch2/catch.hpp>

#include "simple_laws.hpp"
#include "simple_structures.hpp"

using namespace slipfront;

namespace {

const test::BilinearLaw kBilinear("bilinear");

struct Solved {
  Prestress state;
  Eigen::VectorXd force;  // of the rows
};

Solved solve(const Structure& s, const std::vector<double>& values, double preload) {
  const CondensedStructure c(s);
  const ContactRows rows(s.interface.areas, InterfaceKind::patches,
                         ContactModel(kBilinear, Framework::masing), values);
  Solved out;
  out.state =
      PrestressSolver(c, rows, PrestressKind::full).solve(preload, Eigen::VectorXd::Ones(s.dof()));
  out.force.resize(rows.rows());
  ContactRows::Blocks tangent(3, rows.rows());
  auto work = rows.make_workspace();
  rows.evaluate(out.state.z, rows.unloaded(), out.force, tangent, work);
  return out;
}

}  // namespace

TEST_CASE("a stuck interface gives the linear static solution") {
  const Structure s = test::random_joint(3, 5, 9);
  const std::vector<double> values{1e9, 1e12, 1e13};  // never slips
  const Prestress p = solve(s, values, 500).state;
  REQUIRE(p.converged);
  CHECK(p.residual < 1e-9);
  CHECK(p.touching <= 3);
  const Eigen::MatrixXd& d = s.interface.displacement;
  Eigen::VectorXd k(9);
  for (int i = 0; i < 9; ++i) k[i] = s.interface.areas[i / 3] * (i % 3 == 2 ? 1e13 : 1e12);
  const Eigen::VectorXd u =
      (s.stiffness + d.transpose() * k.asDiagonal() * d).lu().solve(500 * s.bolt_load);
  CHECK((p.z - d * u).norm() < 1e-9 * (d * u).norm());
}

TEST_CASE("a slipping slider carries its slip force and the structure the rest") {
  Structure s = test::single_mass(1e6, 1e6, 1e-4);
  s.bolt_load = Eigen::Vector3d(1, 0, 2);
  for (const double kt : {1e11, 1e18}) {
    const Solved p = solve(s, {1e5, kt, 1e13}, 100);  // slip force 10 N
    REQUIRE(p.state.converged);
    CHECK(p.state.z[0] == Approx((100 - 10) / 1e6).epsilon(1e-10));
    CHECK(p.force[0] == Approx(10).epsilon(1e-12));
    CHECK(p.state.z[1] == Approx(0).margin(1e-18));
    CHECK(p.state.z[2] == Approx(200 / 1e9).epsilon(1e-10));
    CHECK(p.state.touching == 1);
  }
}
