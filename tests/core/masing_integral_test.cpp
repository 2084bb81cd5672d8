#include "core/masing_integral.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "simple_equations.hpp"

using namespace slipfront;

namespace {

const test::TanhLaw kTanh("tanh");
const test::BilinearLaw kBilinear("bilinear");

/// tanh up to twice the displacement ts/kt, and nothing beyond.
test::Curve torn(double u, double ts, double kt) {
  test::Curve curve = test::smooth(u, ts, kt);
  if (kt * u > 2 * ts) curve.f = curve.tangent = std::nan("");
  return curve;
}
const test::SimpleLaw<torn> kTorn("torn");

double dissipation(test::Equations& equations, bool modal, int points,
                   const std::vector<double>& amplitudes) {
  ModalPath path = equations.path();
  MasingIntegral integral(*equations.newton, path, modal, points, false);
  for (const double q : amplitudes) REQUIRE(integral.advance(q) == PointStatus::converged);
  return integral.dissipation().value;
}

}  // namespace

TEST_CASE("on one mass both integrals converge spectrally to the loop of a smooth law") {
  const double area = 2e-4, ts = 1e5, kt = 5e10, q = 5e-6, x = kt * q / ts;
  test::Equations equations(test::single_mass(1e6, 9e7, area),
                            ContactModel(kTanh, Framework::masing), {ts, kt, 1e12});
  const double exact = area * ts * ts / kt * (8 * std::log(std::cosh(x)) - 4 * x * std::tanh(x));
  for (const bool modal : {false, true}) {
    double last = 1;
    for (const int n : {4, 8, 12, 16, 20}) {
      const double error = std::abs(dissipation(equations, modal, n, {q}) / exact - 1);
      CAPTURE(modal, n, error);
      CHECK(error < 0.1 * last);  // tanh has its pole at i pi/2: a decade for 4 points is slow
      last = std::max(error, 1e-11);
    }
    CHECK(last < 1e-9);
  }
}

TEST_CASE("on a bilinear law both integrals are of second order") {
  // The error depends on where the kink falls between the points: its largest over many.
  const double area = 2e-4, ts = 1e5, kt = 5e10;
  test::Equations equations(test::single_mass(1e6, 9e7, area),
                            ContactModel(kBilinear, Framework::masing), {ts, kt, 1e12});
  for (const bool modal : {false, true}) {
    std::vector<double> worst;
    for (const int n : {10, 20, 40}) {
      worst.push_back(0);
      for (int k = 0; k < 24; ++k) {
        const double q = ts / kt * (1.5 + 0.1 * k);
        const double exact = 4 * area * ts * (q - ts / kt);
        worst.back() =
            std::max(worst.back(), std::abs(dissipation(equations, modal, n, {q}) / exact - 1));
      }
    }
    CAPTURE(modal, worst);
    CHECK(worst[0] / worst[1] == Approx(4).margin(1.5));
    CHECK(worst[1] / worst[2] == Approx(4).margin(1.5));
    CHECK(worst[2] < 2e-3);
  }
}

TEST_CASE("on many unknowns local and modal dissipation are those of the closed form") {
  test::Equations equations(test::random_joint(3, 6, 7),
                            ContactModel(kTanh, Framework::masing, {.post_slip = true}),
                            {3e4, 3e10, 1e9, 1e11});
  const std::vector<double> amplitudes{1e-7, 1e-6, 5e-6};
  ModalPath path = equations.path();
  REQUIRE(path.advance(amplitudes.back()) == PointStatus::converged);
  const double exact = equations.rows.loop_area(path.here().state.z, equations.newton->work());
  CHECK(dissipation(equations, false, 24, amplitudes) == Approx(exact).epsilon(1e-9));
  CHECK(dissipation(equations, true, 24, amplitudes) == Approx(exact).epsilon(1e-9));
  // In one step from rest, with more points.
  CHECK(dissipation(equations, false, 48, {5e-6}) == Approx(exact).epsilon(1e-9));
  CHECK(dissipation(equations, true, 48, {5e-6}) == Approx(exact).epsilon(1e-9));
}

TEST_CASE("slopes of the integrals agree with central differences") {
  const Structure s = test::random_joint(3, 6, 11);
  const ContactModel contact(kTanh, Framework::masing);
  const std::vector<double> values{3e4, 3e10, 1e11};
  for (const bool modal : {false, true}) {
    const auto work = [&](const std::vector<double>& at, bool slopes) {
      test::Equations equations(s, contact, at, 0, {}, slopes);
      ModalPath path = equations.path();
      MasingIntegral integral(*equations.newton, path, modal, 20, slopes);
      REQUIRE(integral.advance(1e-6) == PointStatus::converged);
      REQUIRE(integral.advance(6e-6) == PointStatus::converged);
      return integral.dissipation();
    };
    const Work at = work(values, true);
    for (std::size_t p = 0; p < values.size(); ++p) {
      const double h = 1e-4 * values[p];
      auto up = values, down = values;
      up[p] += h;
      down[p] -= h;
      const double slope = (work(up, false).value - work(down, false).value) / (2 * h);
      CHECK(at.slope[static_cast<Eigen::Index>(p)] ==
            Approx(slope).epsilon(1e-5).margin(1e-7 * at.value / values[p]));
    }
  }
}

TEST_CASE("an amplitude that fails leaves path and integral where they were") {
  const double ts = 1e5, kt = 5e10, q = ts / kt;  // displacement ts/kt
  test::Equations equations(test::single_mass(1e6, 9e7, 2e-4),
                            ContactModel(kTorn, Framework::masing), {ts, kt, 1e12});
  for (const bool modal : {false, true}) {
    const double alone = dissipation(equations, modal, 20, {1.2 * q});
    ModalPath path = equations.path();
    MasingIntegral integral(*equations.newton, path, modal, 20, false);
    REQUIRE(integral.advance(q) == PointStatus::converged);
    REQUIRE(integral.advance(3 * q) != PointStatus::converged);  // its first points can be solved
    CHECK(path.here().state.amplitude == q);
    REQUIRE(integral.advance(1.2 * q) == PointStatus::converged);
    CHECK(integral.dissipation().value == Approx(alone).epsilon(1e-8));
  }
}
