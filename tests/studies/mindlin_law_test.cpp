#include "studies/mindlin_law.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/failure.hpp"

using namespace slipfront;

namespace {

struct Point {
  double traction, tangent, area;
  double d_traction[4], d_area[4];
};

Point at(double u, double ts, double kt) {
  const double values[] = {ts, kt};
  const MindlinLaw law;
  Point p{};
  law.bind(Framework::masing, values)
      ->virgin({.points = 1,
                .displacement = &u,
                .normal_traction = nullptr,
                .traction = &p.traction,
                .tangent = &p.tangent,
                .loop_area = &p.area,
                .d_traction = p.d_traction,
                .d_loop_area = p.d_area});
  return p;
}

/// D(u) = 8 int_0^u f - 4 u f by the trapezoid rule on many points.
double area_by_quadrature(double u, double ts, double kt) {
  constexpr int n = 20000;
  double integral = 0;
  for (int i = 0; i < n; ++i)
    integral +=
        0.5 * (at(u * i / n, ts, kt).traction + at(u * (i + 1) / n, ts, kt).traction) * u / n;
  return 8 * integral - 4 * u * at(u, ts, kt).traction;
}

}  // namespace

TEST_CASE("the curve of the virtual joint has its stuck stiffness, its limit and is odd") {
  const double ts = 2e5, kt = 1e12, slip = 1.5 * ts / kt;
  CHECK(at(0, ts, kt).tangent == Approx(kt).epsilon(1e-14));
  CHECK(at(1e-6 * slip, ts, kt).traction == Approx(1e-6 * slip * kt).epsilon(1e-6));
  CHECK(at(0.75 * slip, ts, kt).traction == Approx(ts * (1 - std::pow(0.25, 1.5))).epsilon(1e-14));
  CHECK(at(slip, ts, kt).traction == ts);
  CHECK(at(9 * slip, ts, kt).traction == ts);
  CHECK(at(9 * slip, ts, kt).tangent == 0);
  CHECK(at(-0.3 * slip, ts, kt).traction == -at(0.3 * slip, ts, kt).traction);
  CHECK(at(-0.3 * slip, ts, kt).area == at(0.3 * slip, ts, kt).area);
}

TEST_CASE("series and closed form of the loop area agree with quadrature") {
  const double ts = 3e5, kt = 2e12, slip = 1.5 * ts / kt;
  for (const double x : {0.3, 0.5, 0.5000001, 0.9, 1.0, 2.5})
    CHECK(at(x * slip, ts, kt).area == Approx(area_by_quadrature(x * slip, ts, kt)).epsilon(1e-6));
  // Small amplitudes: h = x^3/2 to leading order, without cancellation.
  CHECK(at(1e-8 * slip, ts, kt).area == Approx(0.5e-24 * ts * slip).epsilon(1e-7));
}

TEST_CASE("derivatives of the curve of the virtual joint are those of finite differences") {
  const double ts = 3e5, kt = 2e12, slip = 1.5 * ts / kt, h = 1e-6;
  for (const double x : {-0.4, 0.2, 0.7, 1.6}) {
    const double u = x * slip;
    const Point p = at(u, ts, kt);
    const auto check = [](double given, double up, double down, double step, double scale) {
      CHECK(given == Approx((up - down) / (2 * step)).epsilon(1e-5).margin(1e-7 * scale));
    };
    const Point u1 = at(u + h * slip, ts, kt), u0 = at(u - h * slip, ts, kt);
    const Point s1 = at(u, ts * (1 + h), kt), s0 = at(u, ts * (1 - h), kt);
    const Point k1 = at(u, ts, kt * (1 + h)), k0 = at(u, ts, kt * (1 - h));
    check(p.tangent, u1.traction, u0.traction, h * slip, kt);
    check(p.d_traction[0], u1.traction, u0.traction, h * slip, kt);
    check(p.d_traction[2], s1.traction, s0.traction, h * ts, 1);
    check(p.d_traction[3], k1.traction, k0.traction, h * kt, ts / kt);
    check(p.d_area[0], u1.area, u0.area, h * slip, ts);
    check(p.d_area[2], s1.area, s0.area, h * ts, slip);
    check(p.d_area[3], k1.area, k0.area, h * kt, ts * slip / kt);
    CHECK(p.d_traction[1] == 0);
    CHECK(p.d_area[1] == 0);
  }
}

TEST_CASE("the law of the virtual joint refuses what it cannot be") {
  const MindlinLaw law;
  const double bad[] = {0, 1e12}, good[] = {1e5, 1e12};
  CHECK_THROWS_AS(law.bind(Framework::masing, bad), Failure);
  const auto bound = law.bind(Framework::masing, good);
  CHECK(bound->history_size(1) == 0);
  CHECK_THROWS_AS(bound->hysteretic({}), Failure);
}
