#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "bouc_wen_ode.hpp"
#include "models/laws.hpp"
#include "models/probe.hpp"

using namespace slipfront;

namespace {

std::unique_ptr<const BoundLaw> masing(double A, double eta) {
  return make_bouc_wen_1()->bind(Framework::masing, std::vector<double>{A, eta});
}

std::unique_ptr<const BoundLaw> non_masing(double A, double alpha, double ratio) {
  return make_bouc_wen_1()->bind(Framework::non_masing, std::vector<double>{A, alpha, ratio});
}

}  // namespace

TEST_CASE("Bouc-Wen n = 1, loading from the origin, by the paper's formula") {
  const double A = 5, eta = 3;
  const auto law = masing(A, eta);
  for (const double u : {0.01, 0.4, 2.0, 30.0}) {
    const VirginAnswer at = virgin_at(*law, -u);
    CHECK(at.traction == Approx(-A / eta * (1 - std::exp(-eta * u))).epsilon(1e-13));
    CHECK(at.tangent == Approx(A * std::exp(-eta * u)).epsilon(1e-13));
    // 8 int f - 4 u f with int f = A/eta (u - (1 - e^(-eta u))/eta)
    const double f = A / eta * (1 - std::exp(-eta * u)), integral = (A * u - f) / eta;
    CHECK(at.loop_area == Approx(8 * integral - 4 * u * f).epsilon(1e-8));
  }
  CHECK(law->history_size(1) == 0);
}

TEST_CASE("Bouc-Wen n = 1 is linear at alpha = beta and as eta goes to zero") {
  const auto linear = non_masing(5, 3, 1);
  CHECK(virgin_at(*linear, 2).traction == 10);
  CHECK(virgin_at(*linear, 2).loop_area == 0);
  for (const double eta : {1e-300, 1e-18, 1e-12}) {
    const VirginAnswer at = virgin_at(*masing(5, eta), 2);
    CHECK(at.traction == Approx(10).epsilon(1e-10));
    CHECK(at.tangent == Approx(5).epsilon(1e-10));
    // D = 4 A u^2 (eta u) / 6 to first order
    CHECK(at.loop_area == Approx(4 * 5 * 4 * eta * 2 / 6).epsilon(1e-10));
  }
}

TEST_CASE("Bouc-Wen n = 1 on random histories is its differential equation") {
  std::mt19937 random(20240901);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const double ratio : {-1.0, -0.5, 0.0, 0.7, 1.0}) {
    const double A = 4, alpha = 3;
    const auto law = non_masing(A, alpha, ratio);
    const BoucWenOde ode{A, alpha, alpha * ratio, 1};
    std::vector<double> past = start_at(*law, {0.0});
    BoucWenOde::State state{};
    double here = 0;
    for (int turn = 0; turn < 12; ++turn) {
      const double u = uniform(random);
      const auto at = load_to(*law, {u}, past);
      state = ode.to(state, {here, 0}, {u, 0});
      CHECK(at.traction[0] == Approx(state[0]).epsilon(1e-10).margin(1e-10));
      CHECK(at.work == Approx(state[2]).epsilon(1e-10).margin(1e-10));
      past = at.new_history;
      here = u;
    }
  }
}

namespace {

// In units of a joint's own: the kit shows that others give the same. All ratios, and paths far
// beyond slip.
void check_history_draws(int draws, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1), share(0, 1);
  for (int draw = 0; draw < draws; ++draw) {
    const double A = 1 + 9 * share(random), alpha = 1 + 9 * share(random);
    const double ratio = uniform(random), slip = 1 / alpha;
    const auto law = non_masing(A, alpha, ratio);
    const BoucWenOde ode{A, alpha, alpha * ratio, 1};
    std::vector<double> past = start_at(*law, {0.0});
    BoucWenOde::State state{};
    double here = 0, largest = 0;
    CAPTURE(A, alpha, ratio);
    for (int turn = 0; turn < 8; ++turn) {
      const double u = 3 * slip * uniform(random);
      const auto at = load_to(*law, {u}, past);
      state = ode.to(state, {here, 0}, {u, 0});
      largest = std::max(largest, std::abs(state[0]));
      CHECK(at.traction[0] == Approx(state[0]).epsilon(1e-10).margin(1e-10 * largest));
      CHECK(at.work == Approx(state[2]).epsilon(1e-10).margin(1e-10 * largest * slip));
      past = at.new_history;
      here = u;
    }
  }
}

}  // namespace

TEST_CASE("Bouc-Wen n = 1 at random parameters is its differential equation") {
  check_history_draws(20, 20240911);
}

TEST_CASE("Bouc-Wen n = 1 at many random parameters is its differential equation", "[long]") {
  check_history_draws(1000, 20240912);
}

TEST_CASE("Bouc-Wen n = 1 in two directions is its differential equation") {
  std::mt19937 random(20240911);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const double ratio : {-0.5, 0.0, 0.7}) {
    const double A = 4, alpha = 3;
    const auto law = non_masing(A, alpha, ratio);
    const BoucWenOde ode{A, alpha, alpha * ratio, 1};
    std::vector<double> past = start_at(*law, {0, 0});
    BoucWenOde::State state{};
    std::array<double, 2> here{};
    for (int turn = 0; turn < 12; ++turn) {
      const std::array<double, 2> u = {uniform(random), uniform(random)};
      const auto at = load_to(*law, {u[0], u[1]}, past);
      state = ode.to(state, here, u);
      for (int d = 0; d < 2; ++d)
        CHECK(at.traction[d] == Approx(state[d]).epsilon(1e-10).margin(1e-10));
      CHECK(at.work == Approx(state[2]).epsilon(1e-10).margin(1e-10));
      past = at.new_history;
      here = u;
    }
  }
}

TEST_CASE("Bouc-Wen n = 1 is continuous where the traction vanishes") {
  const double A = 4, alpha = 3, ratio = 0.4;
  const auto law = non_masing(A, alpha, ratio);
  const auto up = load_to(*law, {0.8}, start_at(*law, {0.0}));
  double low = 0, high = 0.8;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (load_to(*law, {middle}, up.new_history).traction[0] < 0 ? low : high) = middle;
  }
  const auto before = load_to(*law, {high}, up.new_history);
  const auto after = load_to(*law, {low - 1e-15}, up.new_history);
  CHECK(before.traction[0] == Approx(0).margin(1e-14));
  CHECK(after.traction[0] == Approx(0).margin(1e-14));
  CHECK(before.work == Approx(after.work).epsilon(1e-13));
  CHECK(before.tangent[0] == Approx(A).epsilon(1e-13));
  CHECK(after.tangent[0] == Approx(A).epsilon(1e-13));
}

TEST_CASE("Bouc-Wen n = 1 is finite at its extremes") {
  for (const double alpha : {0.0, 1e-300, 1e6, 1e15})
    for (const double ratio : {-1.0, 0.0, 1.0}) {
      const auto law = non_masing(1e14, alpha, ratio);
      for (const double u : {0.0, 1e-320, 1e-9, 1e-3, 1e3}) {
        const VirginAnswer at = virgin_at(*law, u);
        CHECK(std::isfinite(at.traction));
        CHECK(std::isfinite(at.tangent));
        for (const double x : at.d_traction) CHECK(std::isfinite(x));
        for (const double x : at.d_loop_area) CHECK(std::isfinite(x));
        const auto up = load_to(*law, {u}, start_at(*law, {0.0}));
        const auto down = load_to(*law, {-u}, up.new_history);
        CHECK(std::isfinite(down.traction[0]));
        for (const double x : down.jacobian) CHECK(std::isfinite(x));
      }
    }
  CHECK(
      make_bouc_wen_1()->domain_violation(Framework::non_masing, std::vector<double>{1, 1, 1.5}) ==
      "beta_over_alpha must be within -1 and 1");
}
