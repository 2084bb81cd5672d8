#include "core/modal_equations.hpp"

#include <Eigen/QR>
#include <catch2/catch.hpp>

#include "core/dense_newton.hpp"
#include "core/linear_modes.hpp"
#include "simple_laws.hpp"
#include "simple_structures.hpp"

using namespace slipfront;

namespace {
const test::TanhLaw kLaw("tanh");
}

TEST_CASE("the residual is that of eq 33 in the structure's own unknowns") {
  const Structure s = test::random_joint(2, 4, 5);
  const CondensedStructure c(s);
  const ContactRows rows(s.interface.areas, InterfaceKind::patches,
                         ContactModel(kLaw, Framework::masing), std::vector{3e4, 3e10, 1e11});
  const ContactHistory rest = rows.unloaded();
  const Eigen::VectorXd stuck = rows.stuck_stiffness();
  DenseNewton equations(c, rows, modes_with_springs(c, stuck, 6), 0, stuck);

  // A state that is no solution: unknowns drawn at random, z and eta belonging to them.
  ModalState state;
  const Eigen::VectorXd y = 1e-6 * s.response.row(0).transpose();
  state.z = s.interface.displacement * y;
  state.eta = c.shapes().colPivHouseholderQr().solve(y);
  state.a = state.eta.head(equations.kept());
  state.lambda = 1.3e6;
  state.amplitude = 1.1 * std::sqrt(y.dot(s.mass * y));
  Eigen::VectorXd scaling(s.dof());
  for (Eigen::Index i = 0; i < s.dof(); ++i) scaling[i] = 1e-3 / std::sqrt(1.0 + double(i));

  Eigen::VectorXd contact(6);
  for (int i = 0; i < 6; ++i) {
    const double t = 3e4 * std::tanh(3e10 * state.z[i] / 3e4);
    contact[i] = s.interface.areas[i / 3] * (i % 3 == 2 ? 1e11 * state.z[i] : t);
  }
  const Eigen::VectorXd elastic = s.stiffness * y,
                        held = s.interface.displacement.transpose() * contact,
                        inertia = state.lambda * s.mass * y;
  const auto scaled = [&](const Eigen::VectorXd& v) { return scaling.cwiseProduct(v); };
  const Eigen::VectorXd r = scaled(elastic + held - inertia);
  const double q = state.amplitude;
  const double expected =
      r.norm() / (scaled(elastic).norm() + scaled(held).norm() + scaled(inertia).norm()) +
      std::abs(y.dot(s.mass * y) / (q * q) - 1);
  const auto residual = equations.residual(state, rest, scaling);
  CHECK(residual.scaled == Approx(expected).epsilon(1e-9));
  CHECK(residual.scaled_l1 == Approx(r.lpNorm<1>()).epsilon(1e-9));
}

TEST_CASE("start values are scaled and added in displacements alone") {
  ModalState one, two;
  one.z = Eigen::Vector3d(1, 2, 3);
  one.a = Eigen::Vector2d(4, 5);
  one.force = Eigen::Vector3d(6, 7, 8);
  one.lambda = 9;
  two = one;
  two.scale(-2);
  one.add(0.5, two);
  CHECK(one.z.isZero(0));
  CHECK(one.a.isZero(0));
  CHECK(one.lambda == 9);
  CHECK(one.force == Eigen::Vector3d(6, 7, 8));
}

TEST_CASE("the stuck state is the linear mode at unit amplitude") {
  const Structure s = test::random_joint(3, 6, 7);
  const CondensedStructure c(s);
  for (const double kt : {1e9, 1e12, 1e18}) {
    const ContactRows rows(s.interface.areas, InterfaceKind::patches,
                           ContactModel(kLaw, Framework::masing), std::vector{3e4, kt, 1e12});
    const Eigen::VectorXd stuck = rows.stuck_stiffness();
    const ModalBasis basis = modes_with_springs(c, stuck, 6);
    DenseNewton equations(c, rows, basis, 1, stuck);
    const ModalState& state = equations.stuck();
    CHECK(state.amplitude == 1);
    CHECK(state.lambda == basis.lambda[1]);
    CHECK(state.eta.norm() == Approx(1).epsilon(1e-12));
    // K y + D' k z = lambda M y
    const Eigen::VectorXd y = equations.unknowns_of(state);
    const Eigen::VectorXd r = s.stiffness * y + s.interface.displacement.transpose() * state.force -
                              state.lambda * s.mass * y;
    CHECK(r.norm() < 1e-8 * state.lambda * (s.mass * y).norm());
    CHECK(equations.overlap(state, state) == Approx(1).epsilon(1e-12));
  }
}

TEST_CASE("a solve that did not converge says why") {
  CHECK(NewtonSummary{.converged = true}.status() == PointStatus::converged);
  CHECK(NewtonSummary{}.status() == PointStatus::not_converged);
  CHECK(NewtonSummary{.finite = false}.status() == PointStatus::not_finite);
  CHECK(NewtonSummary{.jumps = true}.status() == PointStatus::no_equilibrium);
}
