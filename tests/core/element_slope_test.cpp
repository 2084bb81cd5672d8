#include <catch2/catch.hpp>

#include "core/element_newton.hpp"
#include "core/linear_modes.hpp"
#include "models/registry.hpp"
#include "simple_structures.hpp"

using namespace slipfront;

// Against another solver's slopes: element_newton_test.cpp; against differences:
// backbone_gradient_test.cpp.
TEST_CASE("slopes on elements are linear in the forces' slopes, however small these are") {
  const Structure s = test::random_joint(10, 25, 8);
  const CondensedStructure sparse(s, ReferenceSprings::normal);
  const ContactModel contact(Registry::built_in().find("jenkins"), Framework::masing);
  const std::vector<double> values = {1e5, 1e12, 1e12};
  ContactRows rows(s.interface.areas, InterfaceKind::elements, contact, values);
  const Eigen::VectorXd stuck = rows.stuck_stiffness();
  const ModalBasis basis = modes_with_springs(sparse, stuck, 12);
  ElementStructure elements(sparse, rows.areas() * rows.normal_stiffness(), true);
  elements.condense_motion(basis.lambda[0]);
  ElementNewton newton(elements, rows, basis.lambda[0], basis.eta.col(0), stuck);
  ModalState state = newton.stuck();
  state.scale(1e-6);
  state.amplitude = 1e-6;
  const ContactHistory history = rows.unloaded();
  REQUIRE(newton.solve(state, history, {}).converged);

  // A column by a stiffness of 1e14 N/m^3 is as small; single precision has no such numbers.
  constexpr double kSmall = 1e-40;
  Eigen::MatrixXd force = Eigen::MatrixXd::Zero(rows.rows(), 3);
  for (Eigen::Index row = 0; row < rows.rows(); ++row) force(row, 0) = 0.1 + 0.01 * (row % 7);
  force.col(1) = kSmall * force.col(0);
  const auto slope = newton.slope(state, history, force, 1e-9);
  CHECK(slope.lambda[0] != 0);
  CHECK(slope.lambda[1] / kSmall == Approx(slope.lambda[0]).epsilon(1e-9));
  CHECK((slope.z.col(1) / kSmall - slope.z.col(0)).norm() < 1e-9 * slope.z.col(0).norm());
  CHECK(slope.lambda[2] == 0);
  CHECK(slope.z.col(2).norm() == 0);
}
