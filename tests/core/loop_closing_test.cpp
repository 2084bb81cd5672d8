// Loops closed at once against loops repeated as often.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <random>
#include <stdexcept>

#include "core/loop_tracer.hpp"
#include "core/measured_backbone.hpp"
#include "core/modal_solver.hpp"
#include "core/parameter.hpp"
#include "paper_ranges.hpp"
#include "rom/load.hpp"
#include "shared_data.hpp"
#include "simple_equations.hpp"

using namespace slipfront;

namespace {

const std::vector<double> kBoucWen{3e10, 3e6, -0.4, 1e11};  // A, alpha, beta/alpha, kn
const std::vector<double> kJenkins{1e3, 3e10, 1e11};        // ts, kt, kn

/// Held at rest by tractions that differ from point to point.
test::Equations joint(const char* model, const std::vector<double>& values,
                      InterfaceKind kind = InterfaceKind::patches, bool slopes = false) {
  constexpr int kPoints = 3;
  Eigen::VectorXd z = Eigen::VectorXd::Zero(3 * kPoints);
  for (int i = 0; i < kPoints; ++i)
    z.segment<3>(3 * i) << 6e-9 * std::cos(1.0 + i), 3e-9 * std::sin(2.0 + i), 1e-6;
  Structure s = test::random_joint(kPoints, 6, 7);
  s.interface.kind = kind;
  if (kind == InterfaceKind::elements)  // forces from tractions
    for (Eigen::Index col = 0; col < s.interface.force.cols(); ++col)
      s.interface.force.col(col) *= s.interface.areas[col / 3];
  return test::Equations(s, ContactModel(test::law(model), Framework::non_masing), values, 0, z,
                         slopes);
}

LoopResult trace(test::Equations& equations, double q, const LoopOptions& options) {
  ModalPath path = equations.path();
  REQUIRE(path.advance(q) == PointStatus::converged);
  LoopTracer tracer(*equations.newton, options);
  return tracer.trace(path.here());
}

LoopOptions closed(LoopOptions options) {
  options.rule = LoopRule::closed;
  return options;
}

}  // namespace

TEST_CASE("closing a loop leads where so many repetitions lead, at rest or not") {
  const auto compare = [](const char* model, const std::vector<double>& values, InterfaceKind kind,
                          LoopWork work) {
    int compared = 0;
    for (const double q : {1e-7, 2e-7, 4e-7, 8e-7})
      for (const int loops : {1, 2, 5, 30, 300}) {
        test::Equations equations = joint(model, values, kind);
        const LoopOptions options{.work = work, .points = 12, .loops = loops, .tolerance = 0};
        const LoopResult many = trace(equations, q, options);
        const LoopResult one = trace(equations, q, closed(options));
        CAPTURE(model, int(work), q, loops, one.loops, many.omega, one.omega);
        if (many.status != PointStatus::converged) continue;  // relaxed off the branch
        REQUIRE(one.status == PointStatus::converged);
        ++compared;
        CHECK(one.omega == Approx(many.omega).epsilon(1e-8));
        const double energy = 2 * std::numbers::pi * std::pow(many.omega * q, 2);
        CHECK(one.dissipation == Approx(many.dissipation).epsilon(1e-6).margin(1e-11 * energy));
        if (one.end == LoopEnd::closed) CHECK(one.loops <= std::min(loops, 100));
        CHECK((one.end != LoopEnd::counted || loops < 12));
      }
    CHECK(compared >= 5);
  };
  compare("bouc_wen_1", kBoucWen, InterfaceKind::patches, LoopWork::exact);
  compare("bouc_wen_1", kBoucWen, InterfaceKind::patches, LoopWork::path);
  compare("bouc_wen", {3e10, 3e6, -0.4, 1.0, 1e11}, InterfaceKind::patches, LoopWork::exact);
  compare("valanis", {3e10, 1e9, 3e6, 0.3, 1e11}, InterfaceKind::patches, LoopWork::exact);
  compare("jenkins", kJenkins, InterfaceKind::patches, LoopWork::exact);
  compare("generalized_jenkins_prager", {1e3, 3e10, 1e9, 1e11}, InterfaceKind::patches,
          LoopWork::exact);
  compare("jenkins", kJenkins, InterfaceKind::elements, LoopWork::modal);
}

TEST_CASE("a loop says whether it is a limit") {
  // Tractions at rest relax by 1 - 2 alpha x stroke a loop: at once, or hardly ever.
  test::Equations equations = joint("bouc_wen_1", kBoucWen);
  const LoopResult large = trace(equations, 4e-7, closed({.loops = 400, .tolerance = 0}));
  CHECK(large.end == LoopEnd::closed);
  CHECK(large.loops < 40);
  const LoopResult small = trace(equations, 1e-7, closed({.loops = 400, .tolerance = 0}));
  CHECK(small.end == LoopEnd::drifting);
  CHECK(trace(equations, 4e-7, {.loops = 20}).end == LoopEnd::counted);
  // What is called a limit is one: as many repetitions again change nothing.
  const LoopResult again = trace(equations, 4e-7, {.loops = 800, .tolerance = 0});
  CHECK(large.omega == Approx(again.omega).epsilon(1e-8));
  CHECK(large.dissipation == Approx(again.dissipation).epsilon(1e-6));
}

TEST_CASE("a law that lists reversals is repeated") {
  test::Equations equations = joint("iwan4", {1e3, 3e10, -0.4, 0.1, 1e11});
  const LoopOptions options = closed({.loops = 7});
  CHECK_FALSE(LoopTracer(*equations.newton, options).closes());
  const LoopResult result = trace(equations, 2e-7, options);
  REQUIRE(result.status == PointStatus::converged);
  CHECK(result.loops == 7);  // the tolerance does not count
  CHECK(result.end == LoopEnd::counted);
}

TEST_CASE("with slopes the loop is repeated: they agree with differences of closed loops") {
  for (const LoopWork work : {LoopWork::exact, LoopWork::modal}) {
    const LoopOptions options = closed({.work = work, .points = 12, .loops = 400, .tolerance = 0});
    const auto run = [&](const std::vector<double>& at, bool slopes) {
      test::Equations equations = joint("bouc_wen_1", at, InterfaceKind::patches, slopes);
      LoopOptions mine = options;
      mine.slopes = slopes;
      const LoopResult result = trace(equations, 4e-7, mine);
      REQUIRE(result.status == PointStatus::converged);
      CHECK(result.end == (slopes ? LoopEnd::counted : LoopEnd::closed));
      return result;
    };
    const LoopResult at = run(kBoucWen, true);
    for (std::size_t p = 0; p < kBoucWen.size(); ++p) {
      const double h = 1e-4 * kBoucWen[p], size = std::abs(kBoucWen[p]);
      auto up = kBoucWen, down = kBoucWen;
      up[p] += h;
      down[p] -= h;
      const LoopResult more = run(up, false), less = run(down, false);
      const auto column = static_cast<Eigen::Index>(p);
      CAPTURE(int(work), p);
      CHECK(
          at.d_omega[column] ==
          Approx((more.omega - less.omega) / (2 * h)).epsilon(1e-5).margin(1e-7 * at.omega / size));
      CHECK(at.d_dissipation[column] == Approx((more.dissipation - less.dissipation) / (2 * h))
                                            .epsilon(1e-5)
                                            .margin(1e-6 * at.dissipation / size));
    }
  }
}

namespace {

/// Closed loops against as many repetitions, at every amplitude that both solve.
void compare_with_repetition(const ModalSolver& solver, const test::Combination& c,
                             const std::vector<double>& values, int loops) {
  const ContactModel contact(test::law(c.model), c.framework, c.contact);
  const auto amplitudes = log_spaced(1e-6, 1e-4, 20);
  BackboneOptions options = c.options();
  options.prestress = PrestressKind::full;
  options.zeta0 = 0;
  options.loop_tolerance = 0;
  const auto repeated = [&](int times) {
    options.loops = times;
    return solver.backbone(contact, values, amplitudes, options);
  };
  const Backbone before = repeated(4 * loops / 5), many = repeated(loops);
  options.loop_rule = LoopRule::closed;
  const Backbone once = solver.backbone(contact, values, amplitudes, options);
  int compared = 0, traced = 0;
  double df = 0, dz = 0;
  for (std::size_t i = 0; i < amplitudes.size(); ++i) {
    if (many.status[i] != PointStatus::converged || before.status[i] != PointStatus::converged)
      continue;
    REQUIRE(once.status[i] == PointStatus::converged);
    const auto apart = [](double a, double b) { return std::abs(a - b) / (std::abs(b) + 1e-12); };
    // Repetition itself has come to rest: what a closed loop is to be equal to.
    if (apart(before.frequency_hz[i], many.frequency_hz[i]) > 1e-9 ||
        apart(before.damping[i], many.damping[i]) > 1e-7)
      continue;
    CAPTURE(c.name, i, amplitudes[i], once.loops[i]);
    CHECK(apart(once.frequency_hz[i], many.frequency_hz[i]) <= 1e-8);
    CHECK(std::abs(once.damping[i] - many.damping[i]) <= 1e-6 * many.damping[i] + 1e-11);
    df = std::max(df, apart(once.frequency_hz[i], many.frequency_hz[i]));
    dz = std::max(dz, std::abs(once.damping[i] - many.damping[i]) / (many.damping[i] + 1e-9));
    traced = std::max(traced, once.loops[i]);
    ++compared;
  }
  std::printf(
      "%-20s %2d amplitudes with a limit: f %.1e, zeta %.1e, at most %d loops; Newton %d "
      "steps instead of %d\n",
      c.name, compared, df, dz, traced, once.newton_iterations, many.newton_iterations);
}

const test::Combination& combination(const std::vector<test::Combination>& all, const char* name) {
  for (const test::Combination& c : all)
    if (c.name == std::string(name)) return c;
  throw std::runtime_error(name);
}

std::vector<double> drawn(const test::Combination& c, unsigned seed) {
  const ContactModel contact(test::law(c.model), c.framework, c.contact);
  std::mt19937_64 random(seed);
  std::vector<double> values;
  for (std::size_t p = 0; p < c.ranges.size(); ++p) {
    const double share = std::ldexp(static_cast<double>(random() >> 11), -53);
    values.push_back(from_search(contact.parameters()[p],
                                 c.ranges[p].low + share * (c.ranges[p].high - c.ranges[p].low)));
  }
  return values;
}

}  // namespace

TEST_CASE("closed loops equal 500 repetitions on the reference WJROM") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const ModalSolver solver(std::make_shared<const Structure>(load_structure(file)));
  const auto& c = combination(test::patch_combinations(), "bouc-wen-1-wj-nm");
  compare_with_repetition(
      solver, c, {std::pow(10, 12.73), std::pow(10, 7.195), -0.62, std::pow(10, 14.42)}, 500);
}

TEST_CASE("closed loops equal 500 repetitions for random parameters on patches", "[long]") {
  NEEDS_SHARED_DATA(file, "brb_wjrom.mat");
  const ModalSolver solver(std::make_shared<const Structure>(load_structure(file)));
  for (const char* name : {"bouc-wen-1-wj-nm", "bouc-wen-1-wj-nm-noviscous", "valanis-wj-nm"})
    for (unsigned seed = 1; seed <= 10; ++seed) {
      const auto& c = combination(test::patch_combinations(), name);
      compare_with_repetition(solver, c, drawn(c, seed), 500);
    }
}

TEST_CASE("closed loops equal 500 repetitions on the reference FJROM", "[long]") {
  NEEDS_SHARED_DATA(file, "brb_fjrom.mat");
  const ModalSolver solver(std::make_shared<const Structure>(load_structure(file)));
  compare_with_repetition(solver, combination(test::element_combinations(), "jenkins-fj"),
                          {std::pow(10, 5.355), std::pow(10, 13.5), std::pow(10, 11.35)}, 500);
}
