// Bouc-Wen against closed forms, quadrature, the ODE path and finite differences.
#include <boost/math/quadrature/tanh_sinh.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "models/laws.hpp"
#include "models/probe.hpp"
#include "models/rate_law.hpp"
#include "rate_check.hpp"

using namespace slipfront;

namespace {

// Eq 10 with alpha, beta/alpha as parameters.
struct BoucWenRate {
  static constexpr int kParameters = 4;
  template <class T>
  static T rate(const T&, const T& t, double s, const T* p) {
    using std::pow;
    if (value_of(t) == 0) return p[0];
    const double sign = sign_of(t);
    return p[0] - p[1] * (sign * s - p[2]) * pow(sign * t, p[3]);
  }
};

// Eq 11.
struct MasingRate {
  static constexpr int kParameters = 3;
  template <class T>
  static T rate(const T&, const T& t, double, const T* p) {
    using std::pow;
    if (value_of(t) <= 0) return p[0];
    return p[0] - p[1] * pow(t, p[2]);
  }
};

std::unique_ptr<const BoundLaw> masing(double a, double eta, double n) {
  return make_bouc_wen()->bind(Framework::masing, std::vector{a, eta, n});
}
std::unique_ptr<const BoundLaw> non_masing(double a, double alpha, double ratio, double n) {
  return make_bouc_wen()->bind(Framework::non_masing, std::vector{a, alpha, ratio, n});
}

}  // namespace

TEST_CASE("Bouc-Wen: n = 1 and n = 2 are the paper's closed forms") {
  const double a = 5e12, eta1 = 3e7, eta2 = 60;
  const auto one = masing(a, eta1, 1), two = masing(a, eta2, 2);
  for (const double u : {-1e-5, -1e-8, 1e-13, 1e-9, 1e-7, 5e-7, 1e-6}) {
    CAPTURE(u);
    const VirginAnswer v1 = virgin_at(*one, u), v2 = virgin_at(*two, u);
    const double x = std::abs(u), s = u < 0 ? -1 : 1;
    CHECK(v1.traction == Approx(-s * a / eta1 * std::expm1(-eta1 * x)).epsilon(1e-13));  // eq 13
    CHECK(v1.tangent == Approx(a * std::exp(-eta1 * x)).epsilon(1e-12));
    CHECK(
        v2.traction ==
        Approx(std::sqrt(a / eta2) * std::tanh(u * std::sqrt(a * eta2))).epsilon(1e-13));  // eq 15
    // Fast values and the full answer are the same numbers.
    double f, k;
    one->virgin({.points = 1, .displacement = &u, .traction = &f, .tangent = &k});
    CHECK(f == Approx(v1.traction).epsilon(1e-15));
    CHECK(k == Approx(v1.tangent).epsilon(1e-15));
  }
}

namespace {

void check_quadrature_draws(int draws, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> unit(0, 1);
  boost::math::quadrature::tanh_sinh<long double> rule(18);
  for (int i = 0; i < draws; ++i) {
    // Twice the ranges of Table 14 around n; the rate scaled so that saturation is met.
    const double n = 0.15 * std::pow(40, unit(random));
    const double a = std::pow(10, 12.4 + 0.8 * unit(random));
    const double limit = std::pow(10, 3 + 4 * unit(random));
    const double eta = a / std::pow(limit, n);
    const long double part = 1 - std::pow(10.0L, -6 * unit(random)) * 0.999L;
    const long double f = limit * part;
    const auto slope = [&](long double g) {
      return a - (long double)eta * std::pow(g, (long double)n);
    };
    const long double u = rule.integrate([&](long double g) { return 1 / slope(g); }, 0.0L, f);
    const long double w = rule.integrate([&](long double g) { return g / slope(g); }, 0.0L, f);
    const VirginAnswer v = virgin_at(*masing(a, eta, n), double(u));
    CAPTURE(n, a, eta, double(part));
    CHECK(v.traction == Approx(double(f)).epsilon(1e-12));
    CHECK(v.tangent == Approx(double(slope(f))).epsilon(1e-9));
    CHECK(v.loop_area ==
          Approx(double(8 * w - 4 * u * f)).epsilon(1e-11).margin(1e-16 * double(w)));
  }
}

}  // namespace

TEST_CASE("Bouc-Wen: virgin curve and loop area against quadrature, n from 0.15 to 6") {
  check_quadrature_draws(20, 7);
}

TEST_CASE("Bouc-Wen: virgin curve and loop area against quadrature, many draws", "[long]") {
  check_quadrature_draws(3000, 8);
}

namespace {

void check_sensitivity_draws(int draws, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int i = 0; i < draws; ++i) {
    const double n = 1 + 2 * unit(random), a = std::pow(10, 12.4 + 0.8 * unit(random));
    const double limit = std::pow(10, 4 + 2 * unit(random)), eta = a / std::pow(limit, n);
    const double u = limit / a * std::pow(10, 2 * unit(random) - 1);
    const std::vector<double> p{a, eta, n};
    const RateLaw integrated(rate_function<MasingRate>(p), 3, kTight);
    CAPTURE(n, a, eta, u);
    check_virgin(virgin_at(*masing(a, eta, n), u), virgin_at(integrated, u), u, p);
  }
}

}  // namespace

TEST_CASE("Bouc-Wen: virgin derivatives against the sensitivity equations, n >= 1") {
  check_sensitivity_draws(20, 11);
}

TEST_CASE("Bouc-Wen: virgin derivatives against the sensitivity equations, many draws", "[long]") {
  check_sensitivity_draws(1000, 12);
}

TEST_CASE("Bouc-Wen: virgin derivatives against finite differences, all n") {
  for (const double n : {0.15, 0.3, 0.7, 1.0, 2.0, 6.0}) {
    for (const double x : {0.01, 0.5, 0.99, 1.5, 8.0, 60.0}) {
      const double a = 4e12, limit = 2e5, eta = a / std::pow(limit, n), u = x * limit / a;
      CAPTURE(n, x);
      const auto law = make_bouc_wen();
      check_virgin_by_differences(*law, Framework::masing, {a, eta, n}, u);
      check_virgin_by_differences(*law, Framework::non_masing, {a, eta / 1.4, -0.4, n}, -u);
    }
  }
}

TEST_CASE("Bouc-Wen: the linear limit eta = 0 and its neighbourhood") {
  const double a = 3e12, u = 2e-7;
  for (const double n : {0.5, 1.0, 3.0}) {
    const VirginAnswer v = virgin_at(*masing(a, 0, n), u);
    CHECK(v.traction == Approx(a * u).epsilon(1e-15));
    CHECK(v.tangent == Approx(a).epsilon(1e-15));
    CHECK(v.loop_area == 0);
    const double eta = 1e-9 * a / std::pow(a * u, n);
    const VirginAnswer near = virgin_at(*masing(a, eta, n), u);
    CHECK(v.d_traction[3] == Approx(near.d_traction[3]).epsilon(1e-7));
    CHECK(v.d_loop_area[3] == Approx(near.d_loop_area[3]).epsilon(1e-7));
    CHECK(v.d_loop_area[3] * eta == Approx(near.loop_area).epsilon(1e-7));
  }
}

TEST_CASE("Bouc-Wen: far beyond saturation nothing overflows") {
  for (const double n : {0.15, 1.0, 6.0}) {
    const double a = 1e14, limit = 1e3, eta = a / std::pow(limit, n);
    for (const double u : {1e-3, 1.0, 1e6}) {
      const VirginAnswer v = virgin_at(*masing(a, eta, n), u);
      CHECK(v.traction == Approx(limit).epsilon(1e-12));
      CHECK(v.tangent >= 0);
      CHECK(v.loop_area == Approx(4 * limit * u).epsilon(1e-5));
      CHECK(v.d_traction[2] == Approx(limit / (n * a)).epsilon(1e-9));
      for (const double d : v.d_traction) CHECK(std::isfinite(d));
      for (const double d : v.d_loop_area) CHECK(std::isfinite(d));
    }
  }
  // A limit that no double holds: linear.
  const VirginAnswer v = virgin_at(*masing(1e14, 1e-60, 0.15), 1e-6);
  CHECK(v.traction == Approx(1e8).epsilon(1e-12));
}

TEST_CASE("Bouc-Wen: the loop area keeps its digits at small displacements") {
  // D = A u^2 t 4n/((1+n)(2+n)) (1 + O(t)), t = eta A^(n-1) u^n
  for (const double n : {0.5, 1.0, 2.0}) {
    const double a = 4e12, limit = 2e5, eta = a / std::pow(limit, n);
    const double t = 1e-10, u = std::pow(t * a / eta, 1 / n) / a;
    const VirginAnswer v = virgin_at(*masing(a, eta, n), u);
    CHECK(v.loop_area == Approx(a * u * u * t * 4 * n / ((1 + n) * (2 + n))).epsilon(1e-9));
  }
}

namespace {

void check_history_draws(int draws, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int i = 0; i < draws; ++i) {
    // n >= 1: the sensitivity equations need a rate that is Lipschitz at t = 0.
    const double n = 1 + 1.16 * unit(random), a = std::pow(10, 12.4 + 0.8 * unit(random));
    const double limit = std::pow(10, 4 + 2 * unit(random)), ratio = 1.8 * unit(random) - 0.9;
    const std::vector<double> p{a, a / std::pow(limit, n), ratio, n};
    const RateLaw integrated(rate_function<BoucWenRate>(p), 4, kTight);
    CAPTURE(n, a, limit, ratio);
    const auto exact = make_bouc_wen()->bind(Framework::non_masing, p);
    check_histories(*exact, integrated, 2 * limit / a, p, random);
  }
}

}  // namespace

TEST_CASE("Bouc-Wen: hysteresis against the ODE path, random histories") {
  check_history_draws(20, 23);
}

TEST_CASE("Bouc-Wen: hysteresis against the ODE path, many histories", "[long]") {
  check_history_draws(500, 24);
}

namespace {

// n < 1: the rate is not Lipschitz at t = 0, so the displacement between two tractions is
// integrated instead, du = df / (A - [alpha sgn(f du) - beta] |f|^n), from zero where it is
// crossed.
void check_quadrature_histories(int draws, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> unit(0, 1);
  boost::math::quadrature::tanh_sinh<long double> rule(18);
  for (int i = 0; i < draws; ++i) {
    const double n = 0.15 + 0.84 * unit(random), a = std::pow(10, 12.4 + 0.8 * unit(random));
    const double limit = std::pow(10, 4 + 2 * unit(random)), ratio = 1.8 * unit(random) - 0.9;
    const double alpha = a / std::pow(limit, n) / (1 - ratio);
    const auto law = non_masing(a, alpha, ratio, n);
    // Travel from the traction 0 to f >= 0, and its work: loading (rate alpha - beta), or
    // unloading backwards (rate -(alpha + beta)).
    const auto travel = [&](double f, bool loads, double& work) {
      const long double rate = loads ? -alpha * (1 - ratio) : alpha * (1 + ratio);
      const auto slope = [&](long double g) { return a + rate * std::pow(g, (long double)n); };
      work =
          double(rule.integrate([&](long double g) { return g / slope(g); }, 0.0L, (long double)f));
      return double(
          rule.integrate([&](long double g) { return 1 / slope(g); }, 0.0L, (long double)f));
    };
    std::vector<double> history = start_at(*law, {0});
    double u = 0, t = 0, way = 1;
    CAPTURE(n, a, limit, ratio);
    for (int turn = 0; turn < 8; ++turn) {
      // Unloads from t to zero, then loads to the other side.
      const double target = 0.98 * limit * unit(random);
      double back = 0, on = 0;
      u += way * (travel(std::abs(t), false, back) + travel(target, true, on));
      t = way * target;
      const HystereticAnswer at = load_to(*law, {u}, history, 0, false);
      CHECK(at.traction[0] == Approx(t).epsilon(1e-9).margin(1e-10 * limit));
      CHECK(at.work == Approx(on - back).epsilon(1e-9).margin(1e-10 * limit * limit / a));
      history = at.new_history;
      t = at.traction[0];
      way = -way;
    }
  }
}

}  // namespace

TEST_CASE("Bouc-Wen: n < 1, random histories against double-exponential quadrature") {
  check_quadrature_histories(20, 41);
}

TEST_CASE("Bouc-Wen: n < 1, many histories against double-exponential quadrature", "[long]") {
  check_quadrature_histories(500, 42);
}

TEST_CASE("Bouc-Wen: hysteresis against finite differences, n below 1 too") {
  for (const double n : {0.2, 0.5, 1.0, 3.0}) {
    for (const double ratio : {-1.0, -0.5, 0.0, 0.7}) {
      const double a = 4e12, limit = 2e5, u = limit / a;
      const double alpha = a / std::pow(limit, n) / (1 - ratio);
      CAPTURE(n, ratio);
      const std::vector<double> p{a, alpha, ratio, n};
      // Unloading, across zero, on, and (not a reversal) onwards in the same direction.
      for (const double t0 : {-0.4, -0.9, 0.3}) {
        for (const double travel : {0.02, 0.2, 1.0, 6.0}) {
          CAPTURE(t0, travel);
          const auto law = make_bouc_wen();
          const double step = std::abs(ratio) == 1 ? 0 : 1;  // the ratio's bounds are one-sided
          check_hysteresis_by_differences(*law, p, (1 + travel) * u, {u, t0 * limit},
                                          {u, t0 == 0 ? 0 : limit}, step);
          check_hysteresis_by_differences(*law, p, (1 - travel) * u, {u, -t0 * limit}, {u, limit},
                                          step);
        }
      }
    }
  }
}

TEST_CASE("Bouc-Wen: work closes with dissipation, and the history is the turning point") {
  const auto law = non_masing(4e12, 3e7, -0.3, 0.8);
  std::vector<double> history = start_at(*law, {1e-7});
  CHECK(history == std::vector<double>{1e-7, 0});
  double work = 0;
  for (int loop = 0; loop < 6; ++loop) {
    work = 0;
    for (const double u : {6e-7, -6e-7}) {
      const HystereticAnswer at = load_to(*law, {u}, history);
      CHECK(at.new_history == std::vector<double>{u, at.traction[0]});
      work += at.work;
      history = at.new_history;
    }
  }
  CHECK(work > 0);
  const HystereticAnswer still = load_to(*law, {history[0]}, history);
  CHECK(still.traction[0] == Approx(history[1]).epsilon(1e-13));
  CHECK(still.work == Approx(0).margin(1e-15));
}

TEST_CASE("Bouc-Wen: derivatives keep their digits where a path goes on at the limit") {
  const double a = 1e12, n = 1.8, limit = 3e5, slip = limit / a;
  for (const double at : {3.0, 12.0, 25.0}) {
    const std::vector<double> p{a, a / std::pow(limit, n) / 1.2, -0.2, n};
    const auto exact = make_bouc_wen()->bind(Framework::non_masing, p);
    const RateLaw integrated(rate_function<BoucWenRate>(p), 4, kTight);
    Traced mine(*exact, 0), other(integrated, 0);
    for (const double u : {at * slip, (at + 2) * slip, (at + 9) * slip}) {
      mine.go(u);
      other.go(u);
      CAPTURE(at, u);
      for (std::size_t k = 0; k < p.size(); ++k) {
        CHECK(mine.d_work[k] == Approx(other.d_work[k]).epsilon(1e-9));
        CHECK(mine.d_traction[k] == Approx(other.d_traction[k]).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("Bouc-Wen: its domain") {
  const auto law = make_bouc_wen();
  const auto rule = [&](Framework f, std::vector<double> p) { return law->domain_violation(f, p); };
  CHECK(rule(Framework::masing, {1e12, 1e7, 1}).empty());
  CHECK(rule(Framework::masing, {1e12, 0, 1}).empty());
  CHECK_FALSE(rule(Framework::masing, {0, 1e7, 1}).empty());
  CHECK_FALSE(rule(Framework::masing, {1e12, -1, 1}).empty());
  CHECK_FALSE(rule(Framework::masing, {1e12, 1e7, 0.05}).empty());
  CHECK_FALSE(rule(Framework::masing, {1e12, 1e7, 11}).empty());
  CHECK(rule(Framework::non_masing, {1e12, 1e7, 1, 1}).empty());
  CHECK_FALSE(rule(Framework::non_masing, {1e12, 1e7, 1.01, 1}).empty());
  CHECK_FALSE(rule(Framework::non_masing, {1e12, -1e7, 0, 1}).empty());
  CHECK(masing(1e12, 1e7, 1)->history_size(1) == 0);
  CHECK(non_masing(1e12, 1e7, 0, 1)->history_size(1) == 2);
  CHECK(non_masing(1e12, 1e7, 0, 1)->history_size(2) == 0);
}
