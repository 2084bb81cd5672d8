#include "core/modal_newton.hpp"

#include <catch2/catch.hpp>

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
  MasingRows rows{condensed, contact, kValues};
  Eigen::VectorXd unit = Eigen::VectorXd::Ones(15);

  ModalState start(Eigen::Index kept, double q) const {
    ModalState state;
    state.amplitude = q;
    state.lambda = 0.9 * condensed.omega()[0];
    state.a = Eigen::VectorXd::Zero(kept);
    state.a[0] = q;
    state.z = condensed.psi().col(0) * q;
    state.force = rows.stuck_stiffness().cwiseProduct(state.z);
    state.force_amplitude = q;
    return state;
  }
};

}  // namespace

TEST_CASE("a solve satisfies eq 33 in the structure's own unknowns") {
  const Setup setup;
  for (const double q : {1e-8, 1e-6, 5e-6}) {
    ModalNewton newton(setup.condensed, setup.rows, 4);
    ModalState state = setup.start(4, q);
    REQUIRE(newton.solve(state).converged);
    // Put together here from K, M and D, without the solver's own residual.
    const Structure& s = setup.structure;
    const Eigen::VectorXd y = setup.condensed.shapes() * state.eta;
    auto work = setup.rows.make_workspace();
    Eigen::VectorXd force(9), tangent(9);
    setup.rows.evaluate(s.interface.displacement * y, force, tangent, work);
    const Eigen::VectorXd r =
        s.stiffness * y + s.interface.displacement.transpose() * force - state.lambda * s.mass * y;
    CHECK(r.norm() < 1e-9 * state.lambda * (s.mass * y).norm());
    CHECK(y.dot(s.mass * y) == Approx(q * q).epsilon(1e-11));
    CHECK(newton.residual(state, setup.unit).scaled < 1e-9);
  }
}

TEST_CASE("the number of kept modes does not change the solution") {
  const Setup setup;
  double lambda = 0;
  for (const Eigen::Index kept : {2, 4, 9, 15}) {
    ModalNewton newton(setup.condensed, setup.rows, kept);
    ModalState state = setup.start(kept, 2e-6);
    REQUIRE(newton.solve(state).converged);
    if (lambda == 0) lambda = state.lambda;
    CHECK(state.lambda == Approx(lambda).epsilon(1e-11));
  }
}

TEST_CASE("on a smooth law the iteration converges quadratically") {
  // From a neighbouring amplitude a few steps reach rounding.
  const Setup setup;
  ModalNewton newton(setup.condensed, setup.rows, 4);
  ModalState state = setup.start(4, 1e-6);
  REQUIRE(newton.solve(state).converged);
  state.amplitude *= 1.1;
  state.z *= 1.1;
  state.a *= 1.1;
  const NewtonSummary summary = newton.solve(state);
  CHECK(summary.converged);
  CHECK(summary.iterations <= 4);  // 1e-2, 1e-4, 1e-8, 1e-16
}

TEST_CASE("values that are not finite end a solve with a word") {
  const Setup setup;
  ModalNewton newton(setup.condensed, setup.rows, 4);
  ModalState state = setup.start(4, 1e-6);
  state.lambda = std::numeric_limits<double>::quiet_NaN();
  const NewtonSummary summary = newton.solve(state);
  CHECK_FALSE(summary.converged);
  CHECK_FALSE(summary.finite);
}
