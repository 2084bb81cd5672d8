#include "core/element_newton.hpp"

#include <catch2/catch.hpp>

#include "core/dense_newton.hpp"
#include "core/element_prestress.hpp"
#include "core/linear_modes.hpp"
#include "core/measured_backbone.hpp"
#include "core/modal_path.hpp"
#include "core/modal_solver.hpp"
#include "models/registry.hpp"
#include "rom/load.hpp"
#include "shared_data.hpp"
#include "simple_structures.hpp"

using namespace slipfront;

namespace {

/// The same path through amplitudes and one reversal by both solvers.
void compare(const char* model, ContactOptions options, const std::vector<double>& values,
             bool slopes) {
  const Structure s = test::random_joint(10, 25, 8);
  const CondensedStructure dense(s), sparse(s, ReferenceSprings::normal);
  const ContactModel contact(Registry::built_in().find(model), Framework::non_masing, options);
  ContactRows rows(s.interface.areas, InterfaceKind::elements, contact, values);
  PrestressSolver prestress(dense, rows, PrestressKind::full);
  const Prestress rest = prestress.solve(100, Eigen::VectorXd::Ones(s.dof()));
  REQUIRE(rest.converged);
  const Eigen::MatrixXd d_rest = prestress.slope(rest);
  const ContactHistory history = rows.settle(rest.z, PrestressKind::full);
  const auto history_slope = rows.settle_slope(d_rest, history, PrestressKind::full);
  const Eigen::VectorXd stuck = rows.stuck_stiffness();
  const ModalBasis basis = modes_with_springs(dense, stuck, 12);
  const ModalBasis other = modes_with_springs(sparse, stuck, 12);
  CHECK(other.lambda[0] == Approx(basis.lambda[0]).epsilon(1e-10));

  const double kp = rows.penalty() ? 0 : rows.spring_stiffness();
  ElementStructure elements(sparse, rows.areas() * rows.normal_stiffness(),
                            slopes || rows.penalty(),
                            kp > 0 ? kp * rows.areas() : Eigen::VectorXd());
  elements.condense_motion(other.lambda[0]);
  DenseNewton slow(dense, rows, basis, 0, stuck);
  ElementNewton quick(elements, rows, other.lambda[0], other.eta.col(0), stuck);
  ModalPath slow_path(slow, history, history_slope), quick_path(quick, history, history_slope);
  ModalState before;
  for (const double q : log_spaced(1e-7, 5e-6, 8)) {
    CAPTURE(model, q);
    if (q > 1.01e-7) before = quick_path.here().state;
    REQUIRE(slow_path.advance(q) == PointStatus::converged);
    REQUIRE(quick_path.advance(q) == PointStatus::converged);
    const ModalState &a = quick_path.here().state, &b = slow_path.here().state;
    CHECK(a.lambda == Approx(b.lambda).epsilon(1e-9));
    for (Eigen::Index i = 0; i < rows.points(); ++i)
      CHECK((a.z.segment<2>(3 * i) - b.z.segment<2>(3 * i)).norm() < 1e-7 * b.z.norm());
    CHECK(quick.residual(a, quick_path.here().history, Eigen::VectorXd::Ones(s.dof())).scaled <
          1e-8);
    CHECK(quick.overlap(a, a) == Approx(1).epsilon(1e-3));
    if (!slopes) continue;
    const auto& da = quick_path.here().slope.lambda;
    const auto& db = slow_path.here().slope.lambda;
    for (Eigen::Index p = 0; p < da.size(); ++p)
      CHECK(da[p] * values[static_cast<std::size_t>(p)] ==
            Approx(db[p] * values[static_cast<std::size_t>(p)])
                .epsilon(1e-5)
                .margin(1e-6 * b.lambda));
  }
  // From the amplitude before, with the law linearised where the solution is: what is left to
  // do is the bend of the equations, not to find out who slips.
  const Instant& last = quick_path.here();
  const auto from_before = [&](const Eigen::VectorXd& law_at) {
    ModalState state = before;
    state.scale(last.state.amplitude / before.amplitude);
    state.amplitude = last.state.amplitude;
    const NewtonSummary summary = quick.solve(state, last.history, {{}, {}, law_at});
    CHECK(summary.converged);
    CHECK(state.lambda == Approx(last.state.lambda).epsilon(1e-9));
    return summary.iterations;
  };
  const int plain = from_before({}), informed = from_before(last.state.z);
  CAPTURE(model, plain);
  CHECK(informed <= 5);
  CHECK(informed <= plain);
}

}  // namespace

TEST_CASE("both solvers give the same states: coupled sliders, springs") {
  compare("jenkins", {}, {1e5, 1e12, 1e12}, false);
  compare("jenkins", {}, {1e5, 1e15, 1e12}, false);
  compare("generalized_jenkins_prager", {}, {1e5, 1e12, 1e10, 1e12}, true);
}

TEST_CASE("both solvers give the same states: pressure, points apart, smooth laws") {
  compare("elastic_dry_friction", {}, {0.5, 1e12, 1e12}, true);
  compare("generalized_jenkins_prager", {.normal = NormalContact::penalty}, {1e5, 1e12, 1e10, 1e12},
          false);
  compare("bouc_wen_1", {}, {1e12, 1e6, -0.4, 1e12}, true);  // slips at 1e-6 m, too
}

TEST_CASE("the reference FJROM: every amplitude of bending modes 1 and 2 converges") {
  NEEDS_SHARED_DATA(file, "brb_fjrom.mat");
  const ModalSolver solver(std::make_shared<const Structure>(load_structure(file)));
  const ContactModel contact(Registry::built_in().find("jenkins"), Framework::non_masing);
  BackboneOptions options;
  options.loops = 3;
  options.loop_tolerance = 0;
  for (const int mode : {1, 2}) {
    options.mode.bending = mode;
    const Backbone b = solver.backbone(
        contact, std::vector{std::pow(10, 5.35), std::pow(10, 13.5), std::pow(10, 11.8)},
        log_spaced(1e-6, 1e-4, 20), options);
    CHECK(b.failed() == 0);
    CHECK(b.mode_index == 2 * (mode - 1));
    for (const double residual : b.residual) CHECK(residual < 1e-10);
    CHECK(b.frequency_hz.back() < 0.97 * b.frequency_hz.front());
    for (const double zeta : b.damping) CHECK(zeta > -1e-12);
  }
}
