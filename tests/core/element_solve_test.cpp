#include <catch2/catch.hpp>

#include "core/element_newton.hpp"
#include "core/linear_modes.hpp"
#include "core/measured_backbone.hpp"
#include "core/modal_solver.hpp"
#include "models/registry.hpp"
#include "rom/load.hpp"
#include "shared_data.hpp"

using namespace slipfront;

TEST_CASE("softened or not, a solve ends at the same state") {
  NEEDS_SHARED_DATA(file, "brb_fjrom.mat");
  const Structure s = load_structure(file);
  const CondensedStructure sparse(s, ReferenceSprings::normal);
  const ContactModel contact(Registry::built_in().find("jenkins"), Framework::non_masing);
  int softened = 0;
  for (const double kt : {1e15, 1e17}) {
    ContactRows rows(s.interface.areas, InterfaceKind::elements, contact,
                     std::vector{2e5, kt, 4e11});
    const Eigen::VectorXd stuck = rows.stuck_stiffness();
    const ModalBasis basis = modes_with_springs(sparse, stuck, 12);
    ElementStructure elements(sparse, rows.areas() * rows.normal_stiffness(), false);
    elements.condense_motion(basis.lambda[0]);
    ElementNewton newton(elements, rows, basis.lambda[0], basis.eta.col(0), stuck);
    ModalState from = newton.stuck();
    for (const double q : log_spaced(2e-6, 4e-5, 8)) {
      const auto solve = [&](bool soften, NewtonSummary& summary) {
        ModalState state = from;
        state.scale(q / from.amplitude);
        state.amplitude = q;
        ForceRange expected;
        expected.soften = soften;
        summary = newton.solve(state, rows.unloaded(), expected);
        return state;
      };
      NewtonSummary plain, soft;
      const ModalState a = solve(false, plain), b = solve(true, soft);
      CAPTURE(kt, q, plain.iterations, soft.iterations);
      CHECK_FALSE(plain.softened);
      REQUIRE(plain.converged);
      REQUIRE(soft.converged);
      softened += soft.softened;
      from = b;
      CHECK(a.lambda == Approx(b.lambda).epsilon(1e-9));
      CHECK((a.z - b.z).norm() < 1e-7 * a.z.norm());
    }
  }
  CHECK(softened > 5);  // else nothing was compared
}

TEST_CASE("towards rigid sticking everything converges, and frequencies go with 1 / kt") {
  NEEDS_SHARED_DATA(file, "brb_fjrom.mat");
  const ModalSolver solver(std::make_shared<const Structure>(load_structure(file)));
  const ContactModel contact(Registry::built_in().find("generalized_jenkins_prager"),
                             Framework::non_masing);
  BackboneOptions options;
  options.dissipation = Dissipation::modal;
  options.quadrature = 4;
  options.loops = 3;
  options.loop_tolerance = 0;
  const auto backbone = [&](double kt) {
    const Backbone b = solver.backbone(contact, std::vector{2.75529e5, kt, 5.96093e11, 3.96241e11},
                                       log_spaced(3e-7, 4e-5, 8), options);
    CAPTURE(kt);
    CHECK(b.failed() == 0);
    for (const double residual : b.residual) CHECK(residual < 1e-10);
    return b;
  };
  const Backbone soft = backbone(5e16), stiff = backbone(1e17), rigid = backbone(1e18);
  // omega = omega_rigid - c / kt where nearly all sticks: 1/1e17 - 1/1e18 is 0.9 of 1/5e16 -
  // 1/1e17.
  const double first = stiff.frequency_hz[0] - soft.frequency_hz[0],
               second = rigid.frequency_hz[0] - stiff.frequency_hz[0];
  CHECK(first > 0);
  CHECK(second / first == Approx(0.9).epsilon(0.03));
  // Eleven solves an amplitude: points that change between stick and slip one after the other took
  // 60 steps in the mean.
  CHECK(rigid.newton_iterations < 20 * 11 * 8);
  for (std::size_t i = 0; i < rigid.frequency_hz.size(); ++i)
    CHECK(rigid.frequency_hz[i] == Approx(stiff.frequency_hz[i]).epsilon(1e-4));
}
