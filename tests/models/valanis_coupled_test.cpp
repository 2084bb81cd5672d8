// The coupled Valanis law against its differential equation, its limits and its bounds.
#include "models/rate/valanis_coupled.hpp"

#include <boost/numeric/odeint.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "models/laws.hpp"
#include "models/probe.hpp"

using namespace slipfront;

namespace {

using Vector = std::array<double, 2>;

std::unique_ptr<const BoundLaw> bound(const std::vector<double>& p) {
  return make_valanis()->bind(Framework::non_masing, p);
}

// dz = a du - z dh, dh = lambda |(1 - kappa Et/E0) du - (kappa/E0) dz|, with dh found by
// bisection from its definition; state z and its work.
struct Equation {
  double e0, et, lambda, kappa;

  double path_rate(const Vector& n, const Vector& z) const {
    const double a = e0 - et, rho = 1 - kappa * et / e0;
    const auto excess = [&](double h) {
      double square = 0;
      for (int d = 0; d < 2; ++d)
        square += std::pow(rho * n[d] - kappa / e0 * (a * n[d] - z[d] * h), 2);
      return lambda * std::sqrt(square) - h;
    };
    // |right side| grows slower than h inside the limit circle: one crossing.
    double low = 0, high = 1;
    while (excess(high) > 0) high *= 2;
    for (int i = 0; i < 200 && low < high; ++i) {
      const double middle = 0.5 * (low + high);
      (excess(middle) > 0 ? low : high) = middle;
    }
    return 0.5 * (low + high);
  }

  /// z and the work of z after `length` along n.
  std::array<double, 3> to(const Vector& z0, const Vector& n, double length) const {
    using namespace boost::numeric::odeint;
    using State = std::array<double, 3>;
    State state = {z0[0], z0[1], 0};
    const auto rate = [&](const State& s, State& change, double) {
      const double h = path_rate(n, {s[0], s[1]});
      for (int d = 0; d < 2; ++d) change[d] = (e0 - et) * n[d] - s[d] * h;
      change[2] = s[0] * n[0] + s[1] * n[1];
    };
    const double limit = e0 / lambda;
    integrate_adaptive(make_controlled(1e-13 * limit, 1e-13, runge_kutta_dopri5<State>()), rate,
                       state, 0.0, length, 1e-4 * length);
    return state;
  }
};

}  // namespace

TEST_CASE("coupled Valanis follows its differential equation") {
  std::mt19937_64 random(17);
  std::uniform_real_distribution<double> unit(0, 1);
  for (const double kappa : {0.0, 0.1, 0.5, 0.9, 0.98}) {
    for (int i = 0; i < 12; ++i) {
      const double e0 = 5e12, et = 6e11, lambda = 3e7, limit = e0 / lambda;
      const Equation ode{e0, et, lambda, kappa};
      const double angle = 6.28 * unit(random), turn = 6.28 * unit(random);
      const double size = limit * std::sqrt(unit(random)) * (e0 - et) / (e0 - kappa * et);
      const Vector z0 = {size * std::cos(turn), size * std::sin(turn)};
      const Vector n = {std::cos(angle), std::sin(angle)};
      const double length = std::pow(10, 2.5 * unit(random) - 1.5) / lambda;
      const auto expected = ode.to(z0, n, length);
      const double u[] = {length * n[0], length * n[1]};
      const HystereticAnswer at = load_to(*bound({e0, et, lambda, kappa}), {u[0], u[1]},
                                          {0, 0, z0[0], z0[1], 0, 0}, 0, false);
      CAPTURE(kappa, i, size / limit, length * lambda);
      for (int d = 0; d < 2; ++d)
        CHECK(at.traction[d] - et * u[d] == Approx(expected[d]).margin(1e-9 * limit));
      CHECK(at.work - 0.5 * et * length * length ==
            Approx(expected[2]).margin(1e-9 * limit * length));
    }
  }
}

TEST_CASE("coupled Valanis at kappa = 1 slides around its limit circle") {
  // Elastic up to the circle, then an angle to the travel with tan(angle/2) falling as e^-x.
  const double e0 = 4e12, lambda = 2e7, limit = e0 / lambda;
  const auto law = bound({e0, 0, lambda, 1});
  const double start = 1.9;  // rad, on the circle: elastic unloading first
  const std::vector<double> past = {0, 0, limit * std::cos(start), limit * std::sin(start), 0, 0};
  const double chord = -2 * std::cos(start);  // elastic travel, in 1/lambda, to the circle again
  for (const double more : {0.1, 1.0, 3.0}) {
    const double length = (chord + more) / lambda;
    const HystereticAnswer at = load_to(*law, {length, 0}, past, 0, false);
    const double angle = 2 * std::atan(std::tan(0.5 * (M_PI - start)) * std::exp(-more));
    CHECK(at.traction[0] == Approx(limit * std::cos(angle)).epsilon(1e-7));
    CHECK(at.traction[1] == Approx(limit * std::sin(angle)).epsilon(1e-7));
  }
  const HystereticAnswer elastic = load_to(*law, {0.5 * chord / lambda, 0}, past, 0, false);
  CHECK(elastic.traction[0] == Approx(0).margin(1e-7 * limit));
  CHECK(elastic.traction[1] == Approx(limit * std::sin(start)).epsilon(1e-7));
}

TEST_CASE("coupled Valanis at kappa = 0 is coupled Bouc-Wen n = 1 beside a spring") {
  const double e0 = 5e12, et = 4e11, lambda = 3e7;
  const auto law = bound({e0, et, lambda, 0});
  const auto other =
      make_bouc_wen_1()->bind(Framework::non_masing, std::vector{e0 - et, lambda, 0.0});
  const std::vector<std::vector<double>> path = {
      {2e-8, 1e-8}, {-3e-8, 5e-8}, {-3e-8, 5.1e-8}, {4e-7, -1e-7}};
  const Walk mine = walk(*law, path), theirs = walk(*other, path);
  for (std::size_t k = 0; k < path.size(); ++k)
    for (int d = 0; d < 2; ++d)
      CHECK(mine.traction[k][d] == Approx(theirs.traction[k][d] + et * path[k][d]).epsilon(1e-12));
}

TEST_CASE("coupled Valanis never exceeds its limit, dissipates, and may be cut into pieces") {
  std::mt19937_64 random(29);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (const double kappa : {0.0, 0.34, 0.9, 0.999, 1 - 1e-9, 1.0}) {
    const double e0 = 5e12, et = 6e11, lambda = 3e7;
    const double a = e0 - et, limit = a / (lambda * (1 - kappa * et / e0));
    const auto law = bound({e0, et, lambda, kappa});
    std::vector<double> history = start_at(*law, {0, 0}), u = {0, 0};
    for (int turn = 0; turn < 200; ++turn) {
      const double reach = std::pow(10, 1 + 2 * unit(random)) / lambda;
      const std::vector<double> next = {reach * unit(random), reach * unit(random)};
      const HystereticAnswer at = load_to(*law, next, history, 0, false);
      const auto& past = history;
      CAPTURE(kappa, turn);
      const double before = std::hypot(past[2], past[3]);
      const double after = std::hypot(at.new_history[2], at.new_history[3]);
      CHECK(after <= limit * (1 + 1e-12));
      const double stored =
          (after * after - before * before) / (2 * a) +
          0.5 * et *
              (std::pow(std::hypot(next[0], next[1]), 2) - std::pow(std::hypot(u[0], u[1]), 2));
      CHECK(at.work - stored >= -1e-11 * limit * reach);
      const std::vector<double> half = {0.5 * (u[0] + next[0]), 0.5 * (u[1] + next[1])};
      const HystereticAnswer first = load_to(*law, half, history, 0, false);
      const HystereticAnswer second = load_to(*law, next, first.new_history, 0, false);
      for (int d = 0; d < 2; ++d)
        CHECK(second.new_history[2 + d] == Approx(at.new_history[2 + d]).margin(2e-11 * limit));
      CHECK(first.work + second.work ==
            Approx(at.work).margin(1e-11 * (limit * reach + et * reach * reach)));
      history = at.new_history;
      u = next;
    }
  }
}

TEST_CASE("the integrals of coupled Valanis belong together") {
  // M' = q - M, X' = q e^-p, Y' = q M at the end of the path.
  for (const double c : {1e-9, 1e-3, 0.2, 0.8}) {
    for (const double part : {0.1, 0.7, 1.0}) {
      const double w0 = part * (1 - c) * (1 - c);
      for (const double psi : {0.01, 1.0, 30.0}) {
        const double h = 1e-4 * psi;
        const auto low = valanis::across(w0, c, psi - h, true);
        const auto high = valanis::across(w0, c, psi + h, true);
        const auto here = valanis::across(w0, c, psi, true);
        const double w = w0 * std::exp(-2 * c * psi), q = w / (1 + std::sqrt(1 - w));
        CAPTURE(c, part, psi);
        CHECK((high.memory - low.memory) / (2 * h) == Approx(q - here.memory).margin(1e-6));
        CHECK((high.fading - low.fading) / (2 * h) == Approx(q * std::exp(-psi)).margin(1e-6));
        CHECK((high.carried - low.carried) / (2 * h) == Approx(q * here.memory).margin(1e-6));
      }
    }
  }
}
