#include "core/dense_newton.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <set>

#include "core/linear_modes.hpp"
#include "simple_laws.hpp"
#include "simple_structures.hpp"

using namespace slipfront;

namespace {

const test::TanhLaw kLaw("tanh");
const std::vector<double> kValues{3e4, 3e10, 1e11};

struct Setup {
  Structure structure = test::random_joint(3, 6, 7);
  CondensedStructure condensed{structure};
  ContactModel contact{kLaw, Framework::masing};
  ContactRows rows{structure.interface.areas, InterfaceKind::patches, contact, kValues};
  ModalBasis basis = modes_with_springs(condensed, rows.stuck_stiffness(), 15);
  ContactHistory rest = rows.unloaded();
  Eigen::VectorXd unit = Eigen::VectorXd::Ones(15);

  /// Modes kept as unknowns follow from the mode that the solver is made for.
  DenseNewton newton(int mode) const {
    return DenseNewton(condensed, rows, basis, mode, rows.stuck_stiffness());
  }
  ModalState start(Eigen::Index kept, double q) const {
    ModalState state;
    state.amplitude = q;
    state.lambda = 0.9 * condensed.omega()[0];
    state.a = Eigen::VectorXd::Zero(kept);
    state.a[0] = q;
    state.z = condensed.psi().col(0) * q;
    state.force = rows.stuck_stiffness().cwiseProduct(state.z);
    return state;
  }
};

}  // namespace

TEST_CASE("a solve satisfies eq 33 in the structure's own unknowns") {
  const Setup setup;
  for (const double q : {1e-8, 1e-6, 5e-6}) {
    DenseNewton newton = setup.newton(0);
    ModalState state = setup.start(newton.kept(), q);
    REQUIRE(newton.solve(state, setup.rest, {}).converged);
    // Put together here from K, M and D, without the solver's own residual.
    const Structure& s = setup.structure;
    const Eigen::VectorXd y = setup.condensed.shapes() * state.eta;
    auto work = setup.rows.make_workspace();
    Eigen::VectorXd force(9);
    ContactRows::Blocks tangent(3, 9);
    setup.rows.evaluate(s.interface.displacement * y, setup.rest, force, tangent, work);
    const Eigen::VectorXd r =
        s.stiffness * y + s.interface.displacement.transpose() * force - state.lambda * s.mass * y;
    CHECK(r.norm() < 1e-9 * state.lambda * (s.mass * y).norm());
    CHECK(y.dot(s.mass * y) == Approx(q * q).epsilon(1e-11));
    CHECK((newton.unknowns_of(state) - y).norm() < 1e-9 * y.norm());
    CHECK(newton.residual(state, setup.rest, setup.unit).scaled < 1e-9);
  }
}

TEST_CASE("the number of kept modes does not change the solution") {
  const Setup setup;
  double lambda = 0;
  std::set<Eigen::Index> kept;
  for (const int mode : {0, 1, 2, 14}) {
    DenseNewton newton = setup.newton(mode);
    kept.insert(newton.kept());
    ModalState state = setup.start(newton.kept(), 2e-6);
    REQUIRE(newton.solve(state, setup.rest, {}).converged);
    if (lambda == 0) lambda = state.lambda;
    CHECK(state.lambda == Approx(lambda).epsilon(1e-11));
  }
  CHECK(kept.size() >= 3);
  CHECK(*kept.rbegin() == 15);  // all of them
}

TEST_CASE("on a smooth law the iteration converges quadratically") {
  // From a neighbouring amplitude a few steps reach rounding.
  const Setup setup;
  DenseNewton newton = setup.newton(0);
  ModalState state = setup.start(newton.kept(), 1e-6);
  REQUIRE(newton.solve(state, setup.rest, {}).converged);
  state.amplitude *= 1.1;
  state.scale(1.1);
  const NewtonSummary summary = newton.solve(state, setup.rest, {});
  CHECK(summary.converged);
  CHECK(summary.iterations <= 4);  // 1e-2, 1e-4, 1e-8, 1e-16
}

TEST_CASE("values that are not finite end a solve with a word") {
  const Setup setup;
  DenseNewton newton = setup.newton(0);
  ModalState state = setup.start(newton.kept(), 1e-6);
  state.lambda = std::numeric_limits<double>::quiet_NaN();
  const NewtonSummary summary = newton.solve(state, setup.rest, {});
  CHECK_FALSE(summary.converged);
  CHECK_FALSE(summary.finite);
}
