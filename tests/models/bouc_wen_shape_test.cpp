// The Bouc-Wen shape against double-exponential quadrature, in long double, of
//   x = b int_0^L p^(b-1) dL,   w = int y dx = b int_0^L p^(2b-1) dL
// with p = y^n = 1 - e^-L and b = 1/n, and against the closed forms of n = 1 and n = 2.
#include "models/rate/bouc_wen_shape.hpp"

#include <boost/math/quadrature/tanh_sinh.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <initializer_list>
#include <limits>

using namespace slipfront;

namespace {

using Wide = long double;

Wide integral(Wide top, auto integrand) {
  static boost::math::quadrature::tanh_sinh<Wide> rule(20);
  // The second argument is the distance to the nearer end: exact near zero.
  const auto at = [&](Wide x, Wide distance) {
    return integrand(x < top / 2 ? std::abs(distance) : x);
  };
  return rule.integrate(at, Wide(0), top, std::sqrt(std::numeric_limits<Wide>::epsilon()));
}

struct Reference {
  Wide p, q, y, x, w, x_b, w_b;  // x_b, w_b: derivatives by b at fixed L
  Reference(Wide n, Wide l) {
    const Wide b = 1 / n;
    const auto power = [](Wide e) { return [e](Wide s) { return std::pow(-std::expm1(-s), e); }; };
    const auto slope = [](Wide e) {
      return [e](Wide s) {
        const Wide v = -std::expm1(-s);
        return std::pow(v, e) * std::log(v);
      };
    };
    p = -std::expm1(-l);
    q = std::exp(-l);
    y = std::pow(p, b);
    const Wide i1 = integral(l, power(b - 1)), i2 = integral(l, power(2 * b - 1));
    x = b * i1;
    w = b * i2;
    x_b = i1 + b * integral(l, slope(b - 1));
    w_b = i2 + 2 * b * integral(l, slope(2 * b - 1));
  }
};

const double kExponents[] = {0.1, 0.15, 0.22,  0.3, 0.5,   0.71828, 0.999999, 1, 1.000001,
                             1.3, 1.5,  1.999, 2,   2.001, 3,       4.7,      6, 10};

}  // namespace

TEST_CASE("loading agrees with quadrature from the origin into saturation") {
  for (const double n : kExponents) {
    const BoucWenShape shape(n);
    for (const double l : {1e-9, 1e-5, 1e-3, 0.02, 0.1, 0.3, 0.5, 0.693, 0.75,  1.0,
                           1.6,  2.2,  2.5,  3.0,  3.7, 5.0, 9.0, 20.0,  100.0, 600.0}) {
      const Reference r(n, l);
      const double log_t = static_cast<double>(n * std::log(r.x));
      const BranchSlope fast = shape.loading_slope(log_t);
      const BranchPoint point = shape.loading(log_t);
      CAPTURE(n, l, log_t);
      CHECK(point.ratio == Approx(double(r.y / r.x)).epsilon(1e-13).margin(0));
      CHECK(fast.ratio == point.ratio);
      CHECK(fast.slope == point.slope);
      // ln t is rounded: q falls by e^(-n dx), and n x dlnt/n = x dlnt.
      const double lost = 1e-15 * std::abs(log_t) * double(r.x);
      CHECK(point.slope == Approx(double(r.q)).epsilon(1e-13 + 4 * lost).margin(0));
      const double bend = double(r.y / r.x - r.q);
      CHECK(point.bend == Approx(bend).epsilon(1e-12).margin(1e-18));
      const double loss = double((8 * r.w - 4 * r.x * r.y) / (r.x * r.x));
      CHECK(point.loss == Approx(loss).epsilon(1e-12).margin(2e-17));
      // S = x/y, S2 = 2 w/y^2 at fixed p (fixed L); y_b = y ln p.
      const Wide log_p = std::log(r.p);
      const Wide s_b = r.x_b / r.y - r.x / r.y * log_p;
      const Wide s2_b = 2 * r.w_b / (r.y * r.y) - 4 * r.w / (r.y * r.y) * log_p;
      const double s_n = double(-s_b / (n * n)), loss_n = double(-(s2_b - s_b) / (n * n));
      CHECK(point.s_n == Approx(s_n).epsilon(2e-12).margin(1e-15));
      CHECK(point.loss_n ==
            Approx(loss_n).epsilon(1e-11).margin(1e-18 / double(r.p) - 2e-13 * s_n));
    }
  }
}

TEST_CASE("loading has the closed forms of n = 1 and n = 2") {
  const BoucWenShape one(1), two(2);
  for (const double x : {1e-12, 1e-6, 1e-3, 0.1, 0.5, 0.999, 1.0, 1.001, 2.0, 5.0, 30.0, 300.0}) {
    CAPTURE(x);
    const BranchPoint p1 = one.loading(std::log(x)), p2 = two.loading(2 * std::log(x));
    CHECK(p1.ratio * x == Approx(-std::expm1(-x)).epsilon(1e-14).margin(0));
    CHECK(p1.slope == Approx(std::exp(-x)).epsilon(1e-13 + 1e-15 * x).margin(0));
    CHECK(p2.ratio * x == Approx(std::tanh(x)).epsilon(1e-14).margin(0));
    const double sech = 1 / std::cosh(x);
    CHECK(p2.slope == Approx(sech * sech).epsilon(1e-13 + 1e-14 * x).margin(0));
    // D/x^2 = 8 (x - 1 + e^-x)/x^2 - 4 (1 - e^-x)/x, 8 ln cosh x / x^2 - 4 tanh x / x
    if (x > 0.05) {
      CHECK(p1.loss * x * x == Approx(8 * (x + std::expm1(-x)) + 4 * x * std::expm1(-x)));
      CHECK(p2.loss * x * x ==
            Approx(8 * (x + std::log1p(std::exp(-2 * x)) - std::log(2)) - 4 * x * std::tanh(x)));
    }
  }
}

TEST_CASE("small loading follows its leading terms") {
  for (const double n : kExponents) {
    const BoucWenShape shape(n);
    const double t = 1e-13;
    const BranchPoint point = shape.loading(std::log(t));
    CAPTURE(n);
    CHECK(point.bend == Approx(t * n / (1 + n)).epsilon(1e-11));
    CHECK(point.loss == Approx(t * 4 * n / ((1 + n) * (2 + n))).epsilon(1e-11));
    CHECK(point.s_n == Approx(-t / ((1 + n) * (1 + n))).epsilon(1e-11));
    CHECK(point.loss_n == Approx(t * (1 / ((1 + n) * (1 + n)) - 0.5 / ((1 + n / 2) * (1 + n / 2))))
                              .epsilon(1e-11)
                              .margin(1e-24));
    const BranchPoint origin = shape.loading(-std::numeric_limits<double>::infinity());
    CHECK(origin.ratio == 1);
    CHECK(origin.slope == 1);
    CHECK(origin.loss == 0);
  }
}

TEST_CASE("a point at known p is the loading point there") {
  for (const double n : kExponents) {
    const BoucWenShape shape(n);
    for (const double l : {1e-6, 0.1, 0.69, 0.7, 1.5, 2.4, 4.0, 12.0}) {
      const double q = std::exp(-l), p = -std::expm1(-l);
      const BranchPoint point = shape.at(p, q);
      const BranchPoint same = shape.loading(std::log(p) - n * std::log(point.ratio));
      CAPTURE(n, l);
      CHECK(point.ratio == Approx(same.ratio).epsilon(1e-12));
      CHECK(point.bend == Approx(same.bend).epsilon(1e-11));
      CHECK(point.loss == Approx(same.loss).epsilon(1e-11));
      CHECK(point.s_n == Approx(same.s_n).epsilon(1e-11));
      CHECK(point.loss_n == Approx(same.loss_n).epsilon(1e-11).margin(1e-14));
    }
  }
}

TEST_CASE("unloading agrees with quadrature and with the tangent of n = 2") {
  const BoucWenShape one(1), two(2);
  for (const double y0 : {1e-6, 0.1, 0.6, 0.75, 1.0, 3.0, 40.0, 3000.0}) {
    for (const double part : {1.0, 1 - 1e-9, 0.99, 0.7, 0.5, 0.1, 1e-3, 1e-9}) {
      CAPTURE(y0, part);
      const double x1 = std::log1p(y0), x2 = std::atan(y0);
      CHECK(one.unloading_ratio(-y0, y0 / x1, part) * part * x1 ==
            Approx(std::expm1(part * x1)).epsilon(1e-12).margin(0));
      // Near its pole the tangent multiplies the rounding of its argument.
      const double lost = 3e-15 * (y0 * part + 1);
      CHECK(two.unloading_ratio(-y0 * y0, y0 / x2, part) * part * x2 ==
            Approx(std::tan(part * x2)).epsilon(1e-13 + lost).margin(0));
    }
  }
  for (const double n : kExponents) {
    const BoucWenShape shape(n);
    for (const double y0 : {0.2, 0.9, 1.2, 8.0}) {
      const auto x_of = [&](Wide y) {
        return integral(y, [n](Wide v) { return 1 / (1 + std::pow(v, Wide(n))); });
      };
      const auto w_of = [&](Wide y) {
        return integral(y, [n](Wide v) { return v / (1 + std::pow(v, Wide(n))); });
      };
      const double p0 = -std::pow(y0, n);
      const BranchPoint start = shape.at(p0, 1 - p0);
      CAPTURE(n, y0);
      const double x0 = double(x_of(y0));
      CHECK(start.ratio == Approx(y0 / x0).epsilon(1e-13));
      CHECK(
          start.loss * x0 * x0 ==
          Approx(double(8 * w_of(y0) - 4 * x_of(y0) * y0)).epsilon(1e-10).margin(1e-14 * x0 * y0));
      const auto s_of = [&](Wide m) {  // S at fixed p = -y0^n
        const Wide y = std::pow(Wide(-p0), 1 / m);
        return integral(y, [m](Wide v) { return 1 / (1 + std::pow(v, m)); }) / y;
      };
      const auto s2_of = [&](Wide m) {
        const Wide y = std::pow(Wide(-p0), 1 / m);
        return 2 * integral(y, [m](Wide v) { return v / (1 + std::pow(v, m)); }) / (y * y);
      };
      const Wide h = 1e-4L * n;
      const auto derivative = [&](auto f) {
        return double((8 * (f(n + h) - f(n - h)) - (f(n + 2 * h) - f(n - 2 * h))) / (12 * h));
      };
      const double s_n = derivative(s_of), s2_n = derivative(s2_of);
      CHECK(start.s_n == Approx(s_n).epsilon(1e-10).margin(1e-15));
      CHECK(start.loss_n == Approx(s2_n - s_n).epsilon(1e-9).margin(1e-11));
      for (const double y : {0.19, 0.05, 1e-4}) {
        const double part = double(x_of(y)) / x0;
        CHECK(shape.unloading_ratio(p0, start.ratio, part) * part * x0 == Approx(y).epsilon(1e-12));
      }
    }
  }
}
