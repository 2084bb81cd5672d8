#include "optimize/fit.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "core/failure.hpp"
#include "formula_objectives.hpp"
#include "models/registry.hpp"
#include "optimize/error_factor.hpp"
#include "optimize/errors.hpp"
#include "optimize/optimizer.hpp"
#include "optimize/search_space.hpp"

using namespace slipfront;

namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();

ContactModel jenkins() {
  return ContactModel(Registry::built_in().find("jenkins"), Framework::masing);
}

const std::vector<double> kPoint = {1e5, 1e12, 1e12};  // ts, kt, kn

FitMode mode(int number, std::size_t amplitudes) {
  FitMode m;
  m.mode = number;
  m.options.mode.bending = number;
  m.measured.amplitude = log_spaced(1e-6, 1e-4, amplitudes);
  m.measured.frequency_hz.assign(amplitudes, 100 * number);
  m.measured.damping.assign(amplitudes, std::exp(-4));
  return m;
}

/// Mode 1: 1 % high in frequency; mode 2: exact in frequency. ln zeta = -4.4 in both.
Backbone made(std::span<const double> amplitudes, const BackboneOptions& options) {
  Backbone b;
  b.amplitude.assign(amplitudes.begin(), amplitudes.end());
  const std::size_t n = amplitudes.size();
  b.frequency_hz.assign(n, options.mode.bending == 1 ? 101 : 200);
  b.damping.assign(n, std::exp(-4.4));
  b.dissipation.assign(n, 1e-9);
  b.residual.assign(n, 1e-11);
  b.residual_l1.assign(n, 2e-11);
  b.status.assign(n, PointStatus::converged);
  b.loops.assign(n, 0);
  return b;
}

Fit make_fit(std::function<void(Backbone&)> spoil, std::vector<FitMode> modes,
             bool penalty = false) {
  const ContactModel contact = jenkins();
  return Fit(
      [spoil](const ContactModel&, std::span<const double>, std::span<const double> amplitudes,
              const BackboneOptions& options) {
        Backbone b = made(amplitudes, options);
        if (options.mode.bending == 1) spoil(b);
        return b;
      },
      contact, std::move(modes), contact.parameters(), penalty, "identity");
}

Evaluation spoiled(std::function<void(Backbone&)> spoil) {
  return make_fit(std::move(spoil), {mode(1, 4), mode(2, 6)}).evaluate(kPoint);
}

/// One kilogram in three directions on one patch; the joint acts along x and y.
Structure single_mass() {
  Structure s;
  s.name = s.source = "single mass";
  s.stiffness = Eigen::Vector3d(1e6, 4e6, 0).asDiagonal();
  s.mass = Eigen::Matrix3d::Identity();
  s.bolt_load = Eigen::Vector3d(0, 0, 1);
  s.preload = 100;
  s.interface.displacement = s.interface.force = Eigen::Matrix3d::Identity();
  s.interface.areas = Eigen::VectorXd::Constant(1, 2e-4);
  s.response = Eigen::Matrix3d::Identity();
  s.response_names = {"x", "y", "z"};
  return s;
}

}  // namespace

TEST_CASE("an evaluation pools the errors of all fitted modes") {
  const Evaluation e = spoiled([](Backbone&) {});
  REQUIRE(e.feasible());
  CHECK(e.parameters == kPoint);
  CHECK(e.frequency_objective == Approx(std::log10(4 * 1e-4 / 10)));
  CHECK(e.damping_objective == Approx(std::log10(0.01)));
  CHECK(e.residual == 1e-11);
  CHECK(e.residual_l1 == Approx(10 * 2e-11));
  CHECK(e.reason.empty());
  CHECK(e.frequency_hz.size() == 10);
  CHECK(e.frequency_hz[3] == 101);
  CHECK(e.frequency_hz[4] == 200);
  CHECK(e.damping.size() == 10);
}

TEST_CASE("one amplitude that failed or is not finite makes a parameter set infeasible") {
  Evaluation e = spoiled([](Backbone& b) {
    b.status[2] = b.status[3] = PointStatus::not_converged;
    b.residual[2] = 1e-3;
    b.frequency_hz[2] = b.damping[2] = b.residual[3] = kNan;
  });
  CHECK(e.failed_amplitudes == 2);
  CHECK(e.residual == 1);  // where none is known
  CHECK(e.reason == "mode 1: not converged");
  CHECK(e.frequency_hz.empty());

  e = spoiled([](Backbone& b) {
    b.status[1] = PointStatus::wrong_branch;
    b.residual[1] = 1e-3;
  });
  CHECK(e.failed_amplitudes == 1);
  CHECK(e.residual == 1e-3);

  CHECK(spoiled([](Backbone& b) { b.damping[0] = kNan; }).failed_amplitudes == 1);
  CHECK(spoiled([](Backbone& b) { b.frequency_hz[0] = INFINITY; }).failed_amplitudes == 1);
  CHECK(spoiled([](Backbone& b) { b.damping.pop_back(); }).failed_amplitudes == 4);
  CHECK(spoiled([](Backbone& b) {
          b = Backbone::failed_everywhere(b.amplitude, PointStatus::mode_not_found);
        }).failed_amplitudes == 4);
  for (const double number : {e.frequency_objective, e.damping_objective, e.residual_l1})
    CHECK(std::isfinite(number));
}

TEST_CASE("a damping that is not positive is an error, not a failure") {
  const Evaluation e = spoiled([](Backbone& b) { b.damping[0] = -1e-3; });
  REQUIRE(e.feasible());
  CHECK(e.damping_objective == Approx(std::log10((1 + 9 * 0.01) / 10)));
}

TEST_CASE("parameters outside the law's domain are infeasible without a solve") {
  int solves = 0;
  const Fit fit = make_fit([&](Backbone&) { ++solves; }, {mode(1, 4), mode(2, 6)});
  const Evaluation e = fit.evaluate(std::vector<double>{-1, 1e12, 1e12});
  CHECK(e.failed_amplitudes == 10);
  CHECK(e.reason.find("domain") != std::string::npos);
  CHECK(fit.evaluate(std::vector<double>{1e5, kNan, 1e12}).failed_amplitudes == 10);
  CHECK(solves == 0);
  CHECK_THROWS_AS(fit.evaluate(std::vector<double>{1, 2}), Failure);
}

TEST_CASE("the residual penalty is the sum of the L1 norms, if it was asked for") {
  const auto nothing = [](Backbone&) {};
  const Fit plain = make_fit(nothing, {mode(1, 4)}),
            penalised = make_fit(nothing, {mode(1, 4)}, true);
  const Evaluation e = plain.evaluate(kPoint);
  CHECK(plain.penalty(e) == 0);
  CHECK(penalised.penalty(e) == Approx(8e-11));
  CHECK(penalised.evaluate(kPoint).frequency_objective == e.frequency_objective);
}

TEST_CASE("keys tell parameters and identities apart") {
  const Fit fit = make_fit([](Backbone&) {}, {mode(1, 4)});
  const ContactModel contact = jenkins();
  const Fit other([](auto&&...) { return Backbone(); }, contact, {mode(1, 4)}, contact.parameters(),
                  false, "other");
  CHECK(fit.key(kPoint) == fit.key(std::vector<double>(kPoint)));
  CHECK(fit.key(kPoint) != fit.key(std::vector<double>{1e5, 1e12, std::nextafter(1e12, 2e12)}));
  CHECK(fit.key(kPoint) != other.key(kPoint));
}

TEST_CASE("all that is wrong with a fit is said at once") {
  const ContactModel contact = jenkins();
  auto bounds = contact.parameters();
  bounds[0].lower = 0;
  std::swap(bounds[1].lower, bounds[1].upper);
  try {
    Fit([](auto&&...) { return Backbone(); }, contact, {mode(1, 2)}, bounds, false, "");
    FAIL("accepted");
  } catch (const Failure& failure) {
    REQUIRE(failure.problems().size() == 3);
    CHECK(failure.problems()[0].key == "slip_traction");
    CHECK(failure.problems()[1].key == "tangential_stiffness");
    CHECK(failure.problems()[2].sentence().find("at least 3") != std::string::npos);
  }
  bounds = contact.parameters();
  bounds.pop_back();
  CHECK_THROWS_WITH(
      Fit([](auto&&...) { return Backbone(); }, contact, {mode(1, 4)}, bounds, false, ""),
      Catch::Contains("normal_stiffness"));
  CHECK_THROWS_WITH(
      Fit([](auto&&...) { return Backbone(); }, contact, {}, contact.parameters(), false, ""),
      Catch::Contains("at least one mode"));
}

TEST_CASE("points on a bound are named") {
  const Fit fit = make_fit([](Backbone&) {}, {mode(1, 4)});
  const auto& b = fit.bounds();
  CHECK(fit.on_bound(kPoint).empty());
  CHECK(fit.on_bound(std::vector<double>{b[0].upper, 1e12, b[2].lower}) ==
        std::vector<std::string>{"slip_traction", "normal_stiffness"});
}

TEST_CASE("with the modal solver, a backbone of the model itself is a perfect fit") {
  const ModalSolver solver(std::make_shared<const Structure>(single_mass()));
  const ContactModel contact = jenkins();
  FitMode m;
  m.options.mode.index = 0;
  m.options.zeta0 = 2e-3;
  m.measured.amplitude = log_spaced(1e-7, 1e-5, 5);
  const std::vector<double> truth = {1e5, 1e11, 1e12};
  const Backbone backbone = solver.backbone(contact, truth, m.measured.amplitude, m.options);
  REQUIRE(backbone.failed() == 0);
  m.measured.frequency_hz = backbone.frequency_hz;
  m.measured.damping = backbone.damping;
  const Fit fit(solver, contact, {m}, contact.parameters(), false, "identity");
  const Evaluation best = fit.evaluate(truth);
  REQUIRE(best.feasible());
  CHECK(best.frequency_objective == -16);
  CHECK(best.damping_objective == -16);
  const Evaluation worse = fit.evaluate(std::vector<double>{1e5, 1.1e11, 1e12});
  CHECK(worse.frequency_objective > -16);
  CHECK(worse.frequency_hz == solver
                                  .backbone(contact, std::vector<double>{1e5, 1.1e11, 1e12},
                                            m.measured.amplitude, m.options)
                                  .frequency_hz);
}

namespace {

/// A measured backbone that the model has at `truth`, on the single mass; sliding in the upper
/// half of its amplitudes.
FitMode measured_at(const ModalSolver& solver, const ContactModel& contact,
                    const std::vector<double>& truth) {
  FitMode m;
  m.options.mode.index = 0;
  m.options.zeta0 = 1e-3;
  m.measured.amplitude = log_spaced(1e-7, 1e-5, 12);
  const Backbone backbone = solver.backbone(contact, truth, m.measured.amplitude, m.options);
  REQUIRE(backbone.failed() == 0);
  m.measured.frequency_hz = backbone.frequency_hz;
  m.measured.damping = backbone.damping;
  return m;
}

}  // namespace

TEST_CASE("slopes of both objectives on the search scale are those of finite differences") {
  const ModalSolver solver(std::make_shared<const Structure>(single_mass()));
  const ContactModel contact(Registry::built_in().find("bouc_wen_1"), Framework::masing);
  const std::vector<double> truth = {1e11, 1e6, 1e12};
  const Fit fit(solver, contact, {measured_at(solver, contact, truth)}, contact.parameters(), false,
                "identity");
  CHECK(fit.has_gradient());
  const std::vector<double> at = {1.3e11, 1.5e6, 1e12};
  const Evaluation with = fit.evaluate_with_gradient(at), without = fit.evaluate(at);
  REQUIRE(with.has_gradient());
  CHECK_FALSE(without.has_gradient());
  CHECK(with.frequency_objective == without.frequency_objective);
  CHECK(with.damping_objective == without.damping_objective);
  const ObjectiveGradient gradient = search_gradient(with);
  for (std::size_t k = 0; k < 2; ++k) {
    const double h = 1e-5;
    std::vector<double> up = at, down = at;
    up[k] *= std::pow(10, h);
    down[k] *= std::pow(10, -h);
    const Evaluation above = fit.evaluate(up), below = fit.evaluate(down);
    const auto i = static_cast<Eigen::Index>(k);
    CHECK(gradient.frequency[i] ==
          Approx((above.frequency_objective - below.frequency_objective) / (2 * h)).epsilon(1e-4));
    CHECK(gradient.damping[i] ==
          Approx((above.damping_objective - below.damping_objective) / (2 * h)).epsilon(1e-4));
  }
}

TEST_CASE("data of a model are fitted by it: the engines with gradients find its parameters") {
  const ModalSolver solver(std::make_shared<const Structure>(single_mass()));
  const ContactModel contact(Registry::built_in().find("bouc_wen_1"), Framework::masing);
  const std::vector<double> truth = {2e11, 3e6, 1e12};
  const Fit fit(solver, contact, {measured_at(solver, contact, truth)}, contact.parameters(), false,
                "identity");
  for (const auto engine : {OptimizerEngine::boundary_intersection, OptimizerEngine::hybrid}) {
    OptimizerOptions options;
    options.engine = engine;
    test::MemoryStore store;
    const auto result = run_optimizer(fit, options, store, 1);
    CAPTURE(to_text(engine));
    REQUIRE(!result.front.empty());
    const Evaluation& best = result.front.front();
    const ErrorPair errors = to_errors({best.frequency_objective, best.damping_objective});
    CHECK(errors.frequency < 1e-6);
    CHECK(errors.damping < 1e-6);
    // The mass hangs on a spring along z that nothing shakes: kn is free.
    CHECK(std::log10(best.parameters[0] / truth[0]) == Approx(0).margin(1e-5));
    CHECK(std::log10(best.parameters[1] / truth[1]) == Approx(0).margin(1e-3));
  }
}

TEST_CASE("the Iwan models' guard is known before a backbone is computed") {
  const ModalSolver solver(std::make_shared<const Structure>(single_mass()));
  const ContactModel contact(Registry::built_in().find("iwan4"), Framework::masing);
  FitMode m = mode(1, 4);
  const Fit fit(solver, contact, {m}, contact.parameters(), false, "identity");
  // beta + (chi + 1) / (chi + 2): 0.2 + 0.5 / 1.5, 0.2 - 0.5 / 0.5.
  CHECK(fit.domain_margin(std::vector<double>{1e5, 1e12, -0.5, 0.2, 1e12}) == Approx(0.2 + 1. / 3));
  CHECK(fit.domain_margin(std::vector<double>{1e5, 1e12, -1.5, 0.2, 1e12}) == Approx(-0.8));
  CHECK(fit.domain_margin(std::vector<double>{1e5, 1e12, -2, 0.2, 1e12}) < 0);
}
