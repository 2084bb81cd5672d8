#include "core/loop_tracer.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "simple_equations.hpp"

using namespace slipfront;

namespace {

constexpr double kStructure = 1e6, kArea = 2e-4, kTs = 1e5, kKt = 5e10, kKp = 3e9;

/// One mass on a slider (and a spring kp), held at rest by the traction kt x0 of the slider.
test::Equations one_mass(const char* model, double x0) {
  std::vector<double> values{kTs, kKt, 1e12};
  if (model[0] == 'g') values = {kTs, kKt, kKp, 1e12};
  return test::Equations(test::single_mass(kStructure, 9e7, kArea),
                         ContactModel(test::law(model), Framework::non_masing), values, 0,
                         Eigen::Vector3d(x0, 0, 1e-6));
}

LoopResult trace(test::Equations& equations, double q, const LoopOptions& options) {
  ModalPath path = equations.path();
  REQUIRE(path.advance(q) == PointStatus::converged);
  LoopTracer tracer(*equations.newton, options);
  return tracer.trace(path.here());
}

/// The slider between -q and q, from traction t0 in the middle, after the transient.
struct Exact {
  double omega, dissipation;
};
Exact exact_loop(double q, double x0, double kp) {
  const double t0 = kKt * x0;
  double high = std::min(kTs, t0 + kKt * q), low = 0;
  low = std::max(-kTs, high - 2 * kKt * q);
  high = std::min(kTs, low + 2 * kKt * q);
  const double slip = 2 * q - (high - low) / kKt;  // each way
  const auto side = [&](double t) {
    return std::sqrt(kStructure + kArea * (kp + std::abs(t - t0) / q));
  };
  return {0.5 * (side(high) + side(low)), 2 * kArea * kTs * slip};
}

}  // namespace

TEST_CASE("loops of one mass on a slider follow their closed form") {
  for (const char* model : {"jenkins", "generalized_jenkins_prager"})
    for (const double x0 : {0.0, 0.7e-6, -1.6e-6})
      for (const double q : {0.2e-6, 1e-6, 1.9e-6, 5e-6, 4e-5}) {
        test::Equations equations = one_mass(model, x0);
        const LoopResult loop = trace(equations, q, {.tolerance = 1e-10});
        const Exact exact = exact_loop(q, x0, model[0] == 'g' ? kKp : 0);
        CAPTURE(model, x0, q);
        REQUIRE(loop.status == PointStatus::converged);
        CHECK(loop.omega == Approx(exact.omega).epsilon(1e-11));
        CHECK(loop.dissipation ==
              Approx(exact.dissipation).epsilon(1e-9).margin(1e-12 * kArea * kTs * q));
        CHECK(loop.loops <= 3);  // the second repeats the first
        CHECK(loop.minus.state.z[0] == Approx(-q).epsilon(1e-11));
        CHECK(loop.plus.state.z[0] == Approx(q).epsilon(1e-11));
      }
}

TEST_CASE("work by path and at modal level approach the exact work") {
  // On one mass the two integrands are the same but for what is conservative.
  const double q = 5e-6;
  for (const char* model : {"jenkins", "generalized_jenkins_prager"}) {
    test::Equations equations = one_mass(model, 0.7e-6);
    const double exact = trace(equations, q, {.loops = 2, .tolerance = 0}).dissipation;
    std::vector<double> errors;
    for (const int n : {20, 40, 80, 160}) {
      LoopOptions options{.work = LoopWork::path, .points = n, .loops = 2, .tolerance = 0};
      const double path = trace(equations, q, options).dissipation;
      options.work = LoopWork::modal;
      const double modal = trace(equations, q, options).dissipation;
      CAPTURE(model, n, path, modal, exact);
      CHECK(modal == Approx(path).epsilon(1e-9));
      const double error = std::abs(path / exact - 1);
      CHECK(error < 10.0 / (n * n));
    }
  }
}

TEST_CASE("a smooth law's loop is met at high order") {
  const std::vector<double> values{5e10, 5e5, 0.3, 1e12};  // A, alpha, beta/alpha
  test::Equations equations(test::single_mass(kStructure, 9e7, kArea),
                            ContactModel(test::law("bouc_wen_1"), Framework::non_masing), values, 0,
                            Eigen::Vector3d(7e-7, 0, 1e-6));
  const double exact = trace(equations, 5e-6, {.loops = 3, .tolerance = 0}).dissipation;
  for (const LoopWork work : {LoopWork::path, LoopWork::modal}) {
    const LoopOptions options{.work = work, .points = 80, .loops = 3, .tolerance = 0};
    CHECK(trace(equations, 5e-6, options).dissipation == Approx(exact).epsilon(1e-6));
  }
}

TEST_CASE("loops are counted, and end when damping settles") {
  test::Equations equations = one_mass("jenkins", 0.7e-6);
  CHECK(trace(equations, 5e-6, {.loops = 7, .tolerance = 0}).loops == 7);
  CHECK(trace(equations, 5e-6, {.loops = 1, .tolerance = 1e-4}).loops == 1);
  CHECK(trace(equations, 5e-6, {.loops = 7, .tolerance = 1e-4}).loops == 2);
}

TEST_CASE("only the loop that counts is traced inside, if no tolerance is set") {
  test::Equations equations = one_mass("jenkins", 0.7e-6);
  LoopOptions options{.work = LoopWork::modal, .points = 4, .loops = 3, .tolerance = 0};
  const LoopResult ends = trace(equations, 5e-6, options);
  options.trace_all = true;
  const LoopResult all = trace(equations, 5e-6, options);
  CHECK(ends.omega == Approx(all.omega).epsilon(1e-12));
  CHECK(ends.dissipation == Approx(all.dissipation).epsilon(1e-9));
}

TEST_CASE("a loop that does not meet its beginning is closed by a straight line") {
  // At first sliding up, then sticking: the loop begins on the slip limit at +q and returns
  // to it, so that it closes; with kt q below the limit the slider keeps its offset.
  test::Equations equations = one_mass("jenkins", 1.9e-6);
  const LoopOptions options{.work = LoopWork::path, .points = 20, .loops = 1, .tolerance = 0};
  const LoopResult loop = trace(equations, 1e-6, options);
  REQUIRE(loop.status == PointStatus::converged);
  CHECK(loop.dissipation == Approx(0).margin(1e-9 * kArea * kTs * 1e-6));
}

TEST_CASE("slopes of frequency and dissipation agree with central differences") {
  const Structure s = test::random_joint(3, 6, 7);
  const ContactModel contact(test::law("bouc_wen_1"), Framework::non_masing);
  const std::vector<double> values{3e10, 1e6, -0.4, 1e11};
  for (const LoopWork kind : {LoopWork::exact, LoopWork::path, LoopWork::modal}) {
    const auto run = [&](const std::vector<double>& at, bool slopes) {
      test::Equations equations(s, contact, at, 0, {}, slopes);
      return trace(equations, 2e-7,
                   {.work = kind, .points = 12, .loops = 3, .tolerance = 0, .slopes = slopes});
    };
    const LoopResult at = run(values, true);
    REQUIRE(at.status == PointStatus::converged);
    for (std::size_t p = 0; p < values.size(); ++p) {
      const double h = 1e-5 * values[p];
      auto up = values, down = values;
      up[p] += h;
      down[p] -= h;
      const LoopResult more = run(up, false), less = run(down, false);
      const auto column = static_cast<Eigen::Index>(p);
      const double size = std::abs(values[p]);
      CAPTURE(int(kind), p);
      CHECK(
          at.d_omega[column] ==
          Approx((more.omega - less.omega) / (2 * h)).epsilon(1e-5).margin(1e-8 * at.omega / size));
      CHECK(at.d_dissipation[column] == Approx((more.dissipation - less.dissipation) / (2 * h))
                                            .epsilon(1e-5)
                                            .margin(1e-7 * at.dissipation / size));
    }
  }
}
