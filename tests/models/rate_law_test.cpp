// Laws in rate form against rates that integrate by hand; rate_walk_test.cpp has the methods.
#include "models/rate_law.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "models/probe.hpp"
#include "rate_check.hpp"

using namespace slipfront;

namespace {

// dt/du = k (1 + c u) - r s t: linear in t, with u in it.
struct Linear {
  static constexpr int kParameters = 3;
  template <class T>
  static T rate(const T& u, const T& t, double s, const T* p) {
    return p[0] * (1.0 + p[1] * u) - p[2] * s * t;
  }
};

// dt/du = k, whatever the third parameter says.
struct Spring {
  static constexpr int kParameters = 2;
  template <class T>
  static T rate(const T&, const T&, double, const T* p) {
    return p[0] + 0.0 * p[1];
  }
};

// dz/du = k - r s z, beside a spring of stiffness p[2].
struct BesideSpring {
  static constexpr int kParameters = 3;
  template <class T>
  static T rate(const T& u, const T& t, double s, const T* p) {
    return p[0] - p[1] * s * (t - p[2] * u) + p[2];
  }
  template <class T>
  static T spring(const T* p) {
    return p[2];
  }
};

std::vector<double> parameters() { return {3.0, 0.5, 0.8}; }

}  // namespace

TEST_CASE("rate law: a spring is a spring, and an idle parameter has no influence") {
  const auto law = bind_rate<Spring>(Framework::masing, std::vector{5.0, 1.0});
  const VirginAnswer v = virgin_at(*law, -2);
  CHECK(v.traction == Approx(-10).epsilon(1e-12));
  CHECK(v.tangent == 5);
  CHECK(v.loop_area == Approx(0).margin(1e-11));
  CHECK(v.d_traction[2] == Approx(-2).epsilon(1e-12));
  CHECK(v.d_traction[3] == 0);
  CHECK(v.d_loop_area[3] == 0);
}

TEST_CASE("rate law: a linear rate has its closed solution") {
  const RateLaw law(rate_function<Linear>(parameters()), 3, {.relative_tolerance = 1e-12});
  const double k = 3, c = 0.5, r = 0.8, u = 1.3;
  // t = B (1 - e^-ru) + k c u / r, B = k/r - k c/r^2; W by its integral.
  const double b = k / r - k * c / (r * r), e = -std::expm1(-r * u);
  const double t = b * e + k * c * u / r, w = b * (u - e / r) + k * c * u * u / (2 * r);
  const VirginAnswer v = virgin_at(law, u);
  CHECK(v.traction == Approx(t).epsilon(1e-11));
  CHECK(v.tangent == Approx(k * (1 + c * u) - r * t).epsilon(1e-11));
  CHECK(v.loop_area == Approx(8 * w - 4 * u * t).epsilon(1e-9));
  CHECK(v.d_traction[2] == Approx(t / k).epsilon(1e-10));
  CHECK(v.d_traction[3] == Approx(k * (u / r - e / (r * r))).epsilon(1e-10));
  CHECK(virgin_at(law, -u).traction == -v.traction);
}

TEST_CASE("rate law: hysteresis and its jacobian against finite differences") {
  struct Tight final : FrictionLaw {
    LawDescription text;
    std::vector<Parameter> none;
    const LawDescription& description() const override { return text; }
    const std::vector<Parameter>& parameters(Framework) const override { return none; }
    std::string domain_violation(Framework, std::span<const double>) const override { return {}; }
    std::unique_ptr<const BoundLaw> bind(Framework, std::span<const double> p) const override {
      return std::make_unique<RateLaw>(rate_function<Linear>(p), 3,
                                       RateOptions{.relative_tolerance = 1e-13});
    }
  };
  for (const double u : {-1.0, 0.9, 2.0}) {
    check_hysteresis_by_differences(Tight(), parameters(), u, {0.5, 1.1, 0.2}, {1, 1, 1});
  }
}

TEST_CASE("rate law: the history starts free of traction, and turns where it is") {
  const auto law = bind_rate<Linear>(Framework::non_masing, parameters());
  CHECK(start_at(*law, {0.7}) == std::vector<double>{0.7, 0, 0.7});
  const auto at = load_to(*law, {1.0}, start_at(*law, {0.7}));
  CHECK(at.new_history == std::vector<double>{1.0, at.traction[0], 0.7});
  CHECK(load_to(*law, {1.0}, at.new_history).traction[0] == at.traction[0]);
  CHECK(law->history_size(2) == 0);
}

TEST_CASE("rate law: at rest the tangent is that of turning back, on either side") {
  const auto law = bind_rate<Linear>(Framework::masing, std::vector{3.0, 0.0, 0.8});
  for (const double side : {1.0, -1.0}) {
    const auto past = load_to(*law, {0.7 * side}, start_at(*law, {0}), 0, false).new_history;
    const HystereticAnswer rest = load_to(*law, {0.7 * side}, past, 0, false);
    const HystereticAnswer back = load_to(*law, {(0.7 - 1e-9) * side}, past, 0, false);
    CHECK(rest.tangent[0] == Approx(back.tangent[0]).epsilon(1e-6));
    CHECK(rest.tangent[0] == Approx(3.0 + 0.8 * std::abs(rest.traction[0])).epsilon(1e-6));
  }
}

TEST_CASE("rate law: a spring beside it does not say which way is back") {
  const auto law = bind_rate<BesideSpring>(Framework::non_masing, std::vector{3.0, 0.8, 0.5});
  // Free of force far away: the spring pulls more than the friction holds.
  std::vector<double> past(law->history_size(1));
  const double u = 0, origin = 20;
  law->settle_history(1, &u, &origin, past.data());
  const auto loaded = load_to(*law, {0.7}, past);
  REQUIRE(loaded.traction[0] < 0);
  REQUIRE(loaded.new_history[1] > 0);
  const auto rest = load_to(*law, {0.7}, loaded.new_history);
  const auto back = load_to(*law, {0.7 - 1e-9}, loaded.new_history);
  CHECK(rest.tangent[0] == Approx(back.tangent[0]).epsilon(1e-6));
  CHECK(rest.tangent[0] == Approx(3.5 + 0.8 * loaded.new_history[1]).epsilon(1e-6));
}

TEST_CASE("rate law: what is no displacement has no answer") {
  const auto law = bind_rate<Linear>(Framework::non_masing, parameters());
  const HystereticAnswer at = load_to(*law, {std::nan("")}, start_at(*law, {0.0}));
  CHECK(std::isnan(at.traction[0]));
  CHECK(std::isnan(at.tangent[0]));
  CHECK(std::isnan(at.work));
  for (const double d : at.jacobian) CHECK(std::isnan(d));
}
