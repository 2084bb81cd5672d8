// Laws as an author writes them, through the table of the C ABI, against the conformance kit
// and closed forms.
#include "models/sdk/slipfront_plugin.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/law_failure.hpp"
#include "models/conformance.hpp"
#include "models/plugin/plugin_file.hpp"
#include "models/probe.hpp"

using namespace slipfront;

namespace {

constexpr plugin::Parameter kTwo[] = {{.name = "slip_traction",
                                       .symbol = "ts",
                                       .unit = "N/m^2",
                                       .log10_scale = true,
                                       .lower = 3e3,
                                       .upper = 5e6,
                                       .area_scaled = true},
                                      {.name = "tangential_stiffness",
                                       .symbol = "kt",
                                       .unit = "N/m^3",
                                       .log10_scale = true,
                                       .lower = 3e10,
                                       .upper = 1e18,
                                       .area_scaled = true}};

// t = kt u / (1 + kt u/ts); loop area by quadrature, hysteresis by Masing's rules.
struct Hyperbola {
  static constexpr plugin::Law law = {.name = "hyperbola", .title = "Hyperbola", .source = "test"};
  static constexpr auto& parameters = kTwo;
  static constexpr bool masing_branches = true;
  template <class T>
  static T force(const T& u, const T* p) {
    return p[1] * u / (1.0 + p[1] * u / p[0]);
  }
};

// dt/du = kt (1 - s t/ts), so t = ts (1 - exp(-kt u/ts)) on the virgin curve.
struct Dahl {
  static constexpr plugin::Law law = {.name = "dahl", .title = "Dahl", .source = "test"};
  static constexpr auto& parameters = kTwo;
  template <class T>
  static T rate(const T&, const T& t, double s, const T* p) {
    return p[1] * (1.0 - s * t / p[0]);
  }
};

// t = mu pn tanh(kt u / (mu pn)).
struct Pressed {
  static constexpr plugin::Law law = {.name = "pressed", .title = "Pressed", .source = "test"};
  static constexpr plugin::Parameter parameters[] = {{.name = "friction_coefficient",
                                                      .symbol = "mu",
                                                      .unit = "1",
                                                      .log10_scale = false,
                                                      .lower = 0.1,
                                                      .upper = 1,
                                                      .area_scaled = false},
                                                     kTwo[1]};
  template <class T>
  static T force(const T& u, const T& normal, const T* p) {
    using std::tanh;
    return p[0] * normal * tanh(p[1] * u / (p[0] * normal));
  }
};

// Jenkins without a formula for its loop area, and a rule for its values.
struct Kinked {
  static constexpr plugin::Law law = {.name = "kinked", .title = "Kinked", .source = "test"};
  static constexpr auto& parameters = kTwo;
  template <class T>
  static T force(const T& u, const T* p) {
    const T stuck = p[1] * u;
    return stuck < p[0] ? stuck : p[0];
  }
  static std::string domain_violation(const double* p) {
    return p[1] > p[0] ? "" : "tangential_stiffness must be above slip_traction";
  }
};

// The hyperbola beside a spring of its own.
struct Stiffened {
  static constexpr plugin::Law law = {.name = "stiffened", .title = "Stiffened", .source = "test"};
  static constexpr plugin::Parameter parameters[] = {kTwo[0],
                                                     kTwo[1],
                                                     {.name = "post_slip_stiffness",
                                                      .symbol = "kp",
                                                      .unit = "N/m^3",
                                                      .log10_scale = true,
                                                      .lower = 1e8,
                                                      .upper = 1e11,
                                                      .area_scaled = true}};
  static constexpr bool masing_branches = true;
  template <class T>
  static T force(const T& u, const T* p) {
    return p[1] * u / (1.0 + p[1] * u / p[0]) + p[2] * u;
  }
  template <class T>
  static T spring(const T* p) {
    return p[2];
  }
};

// Dahl beside a spring: dt/du = kp + kt (1 - s (t - kp u)/ts).
struct StiffenedRate {
  static constexpr plugin::Law law = {.name = "rate", .title = "Rate", .source = "test"};
  static constexpr auto& parameters = Stiffened::parameters;
  template <class T>
  static T rate(const T& u, const T& t, double s, const T* p) {
    return p[2] + p[1] * (1.0 - s * (t - p[2] * u) / p[0]);
  }
  template <class T>
  static T spring(const T* p) {
    return p[2];
  }
};

template <class L>
std::unique_ptr<FrictionLaw> law_of() {
  static const slipfront_plugin_v1 table = plugin::make_table<L>();
  return law_of_table(&table, "test");
}

template <class L>
void check_conforms(Framework framework, ConformanceOptions options = {}) {
  options.parameter_sets = 3;
  for (const std::string& sentence : check_law(*law_of<L>(), framework, options))
    FAIL_CHECK(sentence);
}

}  // namespace

TEST_CASE("a force has tangents, derivatives, loop areas and Masing branches") {
  ConformanceOptions options;
  options.masing = true;
  check_conforms<Hyperbola>(Framework::masing, options);
  const auto law = law_of<Hyperbola>();
  CHECK(law->description().frameworks.size() == 2);
  CHECK_FALSE(law->description().coupled);
  // D of the hyperbola in closed form, with x = kt u/ts:
  //   D = ts^2/kt [8 (x - log(1 + x)) - 4 x^2/(1 + x)]
  const double ts = 2e5, kt = 3e12;
  const auto bound = law->bind(Framework::masing, std::vector{ts, kt});
  for (const double x : {1e-3, 0.1, 1.0, 30.0, 1e4}) {
    const double area = ts * ts / kt * (8 * (x - std::log1p(x)) - 4 * x * x / (1 + x));
    const VirginAnswer at = virgin_at(*bound, x * ts / kt);
    CHECK(at.loop_area == Approx(area).epsilon(1e-9).margin(1e-13 * x * ts * ts / kt));
    CHECK(at.tangent == Approx(kt / ((1 + x) * (1 + x))).epsilon(1e-11));
  }
}

TEST_CASE("a force or a rate may have a spring of its own") {
  check_conforms<Stiffened>(Framework::non_masing);
  // A rate loses digits of t - kp u where kp u is very many slip tractions.
  ConformanceOptions options;
  options.bounds = {{"tangential_stiffness", "kt", "N/m^3", Scale::log10, 1e12, 1e13, true},
                    {"slip_traction", "ts", "N/m^2", Scale::log10, 1e5, 1e6, true},
                    {"post_slip_stiffness", "kp", "N/m^3", Scale::log10, 1e7, 1e8, true}};
  check_conforms<StiffenedRate>(Framework::non_masing, options);
  const double ts = 2e5, kt = 3e12, kp = 2e10, u = 3e-7, origin = -5e-8;
  for (const auto& law : {law_of<Stiffened>(), law_of<StiffenedRate>()}) {
    const auto bound = law->bind(Framework::non_masing, std::vector{ts, kt, kp});
    CHECK(bound->spring_stiffness() == kp);
    std::vector<double> past(bound->history_size(1));
    bound->settle_history(1, &u, &origin, past.data());
    const auto at = load_to(*bound, {u}, past);
    CHECK(at.traction[0] == Approx(kp * (u - origin)));
    CHECK(at.tangent[0] == Approx(kt + kp));
    // Beyond, the loading curve from there on and the spring from its origin.
    const double x = 1.5 * ts / kt;
    const double curve = virgin_traction(*bound, x) - kp * x;
    CHECK(load_to(*bound, {u + x}, past).traction[0] == Approx(curve + kp * (u + x - origin)));
  }
  CHECK(law_of<Hyperbola>()->bind(Framework::masing, std::vector{ts, kt})->spring_stiffness() == 0);
}

TEST_CASE("a rate is integrated in both frameworks, far beyond slip too") {
  check_conforms<Dahl>(Framework::masing);
  check_conforms<Dahl>(Framework::non_masing);
  const double ts = 2e5, kt = 3e12;
  const auto bound = law_of<Dahl>()->bind(Framework::masing, std::vector{ts, kt});
  for (const double x : {1e-4, 0.5, 8.0, 1e7}) {
    const VirginAnswer at = virgin_at(*bound, x * ts / kt);
    CHECK(at.traction == Approx(-ts * std::expm1(-x)).epsilon(1e-11));
    CHECK(at.d_traction[2] == Approx(-std::expm1(-x) - x * std::exp(-x)).epsilon(1e-9));
  }
}

TEST_CASE("a force may depend on the normal traction") {
  check_conforms<Pressed>(Framework::masing);
  CHECK(law_of<Pressed>()->description().pressure_dependent);
  CHECK(law_of<Pressed>()->description().frameworks == std::vector{Framework::masing});
}

TEST_CASE("a kink needs no formula for the loop area") {
  check_conforms<Kinked>(Framework::masing);
  const double ts = 2e5, kt = 3e12, u = 2.7e-7;
  const auto bound = law_of<Kinked>()->bind(Framework::masing, std::vector{ts, kt});
  CHECK(virgin_at(*bound, u).loop_area == Approx(4 * ts * (u - ts / kt)).epsilon(1e-12));
}

TEST_CASE("values are judged by the scale and by the author's rule") {
  const auto law = law_of<Kinked>();
  CHECK(law->domain_violation(Framework::masing, std::vector{1e5, 1e12}).empty());
  CHECK(law->domain_violation(Framework::masing, std::vector{-1.0, 1e12}) ==
        "slip_traction must be above 0");
  CHECK(law->domain_violation(Framework::masing, std::vector{2.0, 1.0}) ==
        "tangential_stiffness must be above slip_traction");
  CHECK_THROWS_AS(law->bind(Framework::masing, std::vector{2.0, 1.0}), LawFailure);
}
