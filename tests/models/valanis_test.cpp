// Valanis against its limits (Bouc-Wen n = 1, Jenkins), the ODE path, and differences.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "models/laws.hpp"
#include "models/probe.hpp"
#include "models/rate_law.hpp"
#include "rate_check.hpp"

using namespace slipfront;

namespace {

// Eq 16.
struct ValanisRate {
  static constexpr int kParameters = 4;
  template <class T>
  static T rate(const T& u, const T& t, double s, const T* p) {
    const T x = s * p[2] / p[0] * (p[1] * u - t);
    return p[0] * (1.0 + x) / (1.0 + p[3] * x);
  }
};

std::unique_ptr<const BoundLaw> valanis(double e0, double et, double lambda, double kappa) {
  return make_valanis()->bind(Framework::non_masing, std::vector{e0, et, lambda, kappa});
}

std::vector<double> draw(std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(0, 1);
  // Twice the ranges of Table 15.
  return {std::pow(10, 11.7 + 1.5 * unit(random)), std::pow(10, 3 + 8.6 * unit(random)),
          std::pow(10, 6.8 + 1.4 * unit(random)), 0.68 * unit(random)};
}

}  // namespace

TEST_CASE("Valanis: kappa = 0 is Bouc-Wen n = 1 plus Et u") {
  const double e0 = 5e12, et = 3e10, lambda = 4e7;
  const auto law = valanis(e0, et, lambda, 0);
  const auto bouc_wen =
      make_bouc_wen()->bind(Framework::non_masing, std::vector{e0 - et, lambda, 0.0, 1.0});
  for (const double u : {-3e-7, 1e-11, 1e-8, 1e-7, 2e-6}) {
    const VirginAnswer v = virgin_at(*law, u), w = virgin_at(*bouc_wen, u);
    CAPTURE(u);
    CHECK(v.traction == Approx(w.traction + et * u).epsilon(1e-13));
    CHECK(v.tangent == Approx(w.tangent + et).epsilon(1e-12));
    CHECK(v.loop_area == Approx(w.loop_area).epsilon(1e-12));
  }
  std::vector<double> mine = start_at(*law, {0}), other = start_at(*bouc_wen, {0});
  for (const double u : {2e-7, -1e-7, 5e-8, 4e-8, -3e-7}) {
    const auto a = load_to(*law, {u}, mine), b = load_to(*bouc_wen, {u}, other);
    CAPTURE(u);
    CHECK(a.traction[0] == Approx(b.traction[0] + et * u).epsilon(1e-12));
    CHECK(a.work == Approx(b.work + et * (u * u - mine[0] * mine[0]) / 2).epsilon(1e-11));
    mine = a.new_history;
    other = b.new_history;
  }
}

TEST_CASE("Valanis: kappa = 1 is Jenkins plus Et u, and kappa near 1 is close to it") {
  const double e0 = 5e12, et = 3e10, lambda = 4e7, limit = e0 / lambda, kt = e0 - et;
  for (const double kappa : {1.0, 1 - 1e-9, 1 - 1e-15}) {
    const auto law = valanis(e0, et, lambda, kappa);
    for (const double u : {1e-9, 1e-8, 2e-8, 3e-8, 1e-6, 1e-2}) {
      CAPTURE(kappa, u);
      const VirginAnswer v = virgin_at(*law, u);
      const double z = std::min(kt * u, limit);
      CHECK(v.traction == Approx(z + et * u).epsilon(1e-7));
      const double area = z < limit ? 0 : 4 * limit * (u - limit / kt);
      CHECK(v.loop_area == Approx(area).epsilon(1e-6).margin(1e-7 * limit * u));
      for (const double d : v.d_traction) CHECK(std::isfinite(d));
      for (const double d : v.d_loop_area) CHECK(std::isfinite(d));
    }
    // A closed Jenkins loop dissipates 4 limit (u - limit/kt).
    std::vector<double> history = start_at(*law, {0});
    double work = 0;
    for (const double u : {2e-7, -2e-7, 2e-7}) {
      const auto at = load_to(*law, {u}, history);
      work = u < 0 ? at.work : work + at.work;
      CHECK(at.new_history[1] == Approx(u > 0 ? limit : -limit).epsilon(1e-9));
      for (const double d : at.jacobian) CHECK(std::isfinite(d));
      history = at.new_history;
    }
    CHECK(work == Approx(4 * limit * (2e-7 - limit / kt)).epsilon(1e-6));
  }
}

TEST_CASE("Valanis: kappa = 1 goes on sliding after a stop at its limit") {
  // Half of these limits are met exactly, where no slope is left to divide by.
  std::mt19937_64 random(5);
  for (int i = 0; i < 200; ++i) {
    const std::vector<double> p = draw(random);
    const double e0 = p[0], et = p[1], lambda = p[2], limit = e0 / lambda;
    const auto law = valanis(e0, et, lambda, 1);
    for (const double way : {1.0, -1.0}) {
      CAPTURE(e0, et, lambda, way);
      const double u = way * 20 / lambda;
      const auto turned = load_to(*law, {way * 10 / lambda}, start_at(*law, {0})).new_history;
      const auto at = load_to(*law, {u}, turned);
      CHECK(at.traction[0] == Approx(way * limit + et * u).epsilon(1e-12));
      CHECK(at.tangent[0] == Approx(et).epsilon(1e-6));
      for (const double d : at.jacobian) CHECK(std::isfinite(d));
      const auto straight = load_to(*law, {u}, start_at(*law, {0}));
      CHECK(at.work ==
            Approx(straight.work - load_to(*law, {way * 10 / lambda}, start_at(*law, {0})).work)
                .epsilon(1e-9));
    }
  }
}

TEST_CASE("Valanis: eq 17 is the knee, and sigma0 (1 - Et/E0) the offset of the asymptote") {
  const double e0 = 5e12, et = 1e12, lambda = 4e7;
  for (const double kappa : {0.0, 0.4, 0.9, 1.0}) {
    const double sigma0 = e0 / (lambda * (1 - kappa * et / e0));
    const VirginAnswer v = virgin_at(*valanis(e0, et, lambda, kappa), 1e-4);
    CHECK(v.traction - et * 1e-4 == Approx(sigma0 * (1 - et / e0)).epsilon(1e-9));
    CHECK(v.tangent == Approx(et).epsilon(1e-14));
  }
}

namespace {

void check_virgin_draws(int draws, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int i = 0; i < draws; ++i) {
    const std::vector<double> p = draw(random);
    const double u = std::pow(10, 2 * unit(random) - 1) / p[2];
    const RateLaw integrated(rate_function<ValanisRate>(p), 4, kTight);
    CAPTURE(p[0], p[1], p[2], p[3], u);
    const auto exact = make_valanis()->bind(Framework::masing, p);
    check_virgin(virgin_at(*exact, u), virgin_at(integrated, u), u, p);
    double f, k;
    exact->virgin({.points = 1, .displacement = &u, .traction = &f, .tangent = &k});
    CHECK(f == Approx(virgin_at(*exact, u).traction).epsilon(1e-14));
    CHECK(k == Approx(virgin_at(*exact, u).tangent).epsilon(1e-13));
  }
}

void check_history_draws(int draws, unsigned seed) {
  std::mt19937_64 random(seed);
  for (int i = 0; i < draws; ++i) {
    const std::vector<double> p = draw(random);
    const RateLaw integrated(rate_function<ValanisRate>(p), 4, kTight);
    CAPTURE(p[0], p[1], p[2], p[3]);
    check_histories(*make_valanis()->bind(Framework::non_masing, p), integrated, 2 / p[2], p,
                    random);
  }
}

}  // namespace

TEST_CASE("Valanis: virgin curve, area and derivatives against the ODE path") {
  check_virgin_draws(20, 3);
}

TEST_CASE("Valanis: virgin curve against the ODE path, many draws", "[long]") {
  check_virgin_draws(2000, 31);
}

TEST_CASE("Valanis: virgin derivatives against finite differences") {
  for (const double kappa : {0.05, 0.5, 0.9, 0.99}) {
    for (const double x : {1e-3, 0.1, 0.9, 1.1, 4.0, 100.0}) {
      CAPTURE(kappa, x);
      check_virgin_by_differences(*make_valanis(), Framework::masing, {5e12, 4e11, 3e7, kappa},
                                  x / 3e7);
    }
  }
}

TEST_CASE("Valanis: the loop area keeps its digits at small displacements") {
  // D = (2/3) (a c b) x^3 (1 + O(bx)), from psi = b x.
  const double e0 = 5e12, et = 1e12, lambda = 4e7, kappa = 0.3, u = 1e-6 / lambda;
  const double a = e0 - et, b = lambda * (1 - kappa * et / e0);
  const double c = (1 - kappa) * e0 / (e0 - kappa * et);
  CHECK(virgin_at(*valanis(e0, et, lambda, kappa), u).loop_area ==
        Approx(2.0 / 3 * a * b * c * u * u * u).epsilon(3e-6));
}

TEST_CASE("Valanis: hysteresis against the ODE path, random histories") {
  check_history_draws(20, 5);
}

TEST_CASE("Valanis: hysteresis against the ODE path, many histories", "[long]") {
  check_history_draws(1000, 51);
}

TEST_CASE("Valanis: hysteresis against finite differences") {
  for (const double kappa : {0.02, 0.3, 0.9}) {
    const double e0 = 5e12, et = 4e11, lambda = 3e7, limit = e0 / lambda, u = 1 / lambda;
    for (const double z0 : {-0.7, -0.2, 0.3, 0.8}) {
      for (const double travel : {0.02, 0.4, 2.0, 20.0}) {
        CAPTURE(kappa, z0, travel);
        const std::vector<double> p{e0, et, lambda, kappa};
        check_hysteresis_by_differences(*make_valanis(), p, (1 + travel) * u,
                                        {u, z0 * limit, 0.3 * u}, {u, limit, u});
        check_hysteresis_by_differences(*make_valanis(), p, (1 - travel) * u,
                                        {u, -z0 * limit, -0.4 * u}, {u, limit, u});
      }
    }
  }
}

TEST_CASE("Valanis: the reference of the spring Et is where the history starts") {
  const auto law = valanis(5e12, 1e12, 4e7, 0.2);
  const auto here = load_to(*law, {3e-8}, start_at(*law, {1e-8}));
  const auto there = load_to(*law, {2e-8}, start_at(*law, {0}));
  CHECK(here.traction[0] == Approx(there.traction[0]).epsilon(1e-13));
  CHECK(here.new_history[2] == 1e-8);
  const auto still = load_to(*law, {3e-8}, here.new_history);
  CHECK(still.traction[0] == Approx(here.traction[0]).epsilon(1e-14));
  CHECK(still.work == 0);
}

TEST_CASE("Valanis: huge lambda, no Et, tiny and huge displacements") {
  for (const double kappa : {0.0, 0.5, 1.0}) {
    for (const double u : {0.0, 1e-30, 1e-7, 1.0, 1e6}) {
      CAPTURE(kappa, u);
      const auto law = valanis(1e14, 0, 1e13, kappa);
      const VirginAnswer v = virgin_at(*law, u);
      CHECK(std::isfinite(v.traction));
      CHECK(v.tangent >= 0);
      CHECK(v.loop_area >= 0);
      for (const double d : v.d_loop_area) CHECK(std::isfinite(d));
      const auto back = load_to(*law, {-u}, {u, v.traction, 0});
      for (const double d : back.jacobian) CHECK(std::isfinite(d));
      CHECK(back.traction[0] >= -10 * (1 + 1e-15));
    }
  }
}

TEST_CASE("Valanis: its domain") {
  const auto rule = [](std::vector<double> p) {
    return make_valanis()->domain_violation(Framework::masing, p);
  };
  CHECK(rule({5e12, 0, 1e7, 0}).empty());
  CHECK(rule({5e12, 4e12, 1e7, 1}).empty());
  CHECK_FALSE(rule({5e12, 5e12, 1e7, 0}).empty());
  CHECK_FALSE(rule({5e12, -1, 1e7, 0}).empty());
  CHECK_FALSE(rule({5e12, 0, 0, 0}).empty());
  CHECK_FALSE(rule({5e12, 0, 1e7, 1.01}).empty());
  CHECK_FALSE(rule({5e12, 0, 1e7, -0.01}).empty());
}
