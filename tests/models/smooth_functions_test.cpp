#include "models/smooth_functions.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

namespace {

using Jet = ceres::Jet<double, 1>;

// Values against the quotient in long double, which cancels eleven bits later, and the
// derivative against the derivative that the function's definition implies.
template <class F, class Exact>
void check(F f, Exact exact, double from, double to) {
  for (double y = from; y < to; y *= 1.7) {
    CAPTURE(y);
    CHECK(f(Jet(y, 0)).a == Approx(double(exact((long double)y))).epsilon(2e-13));
    const long double h = 1e-4L * y;
    const long double slope =
        (8 * (exact(y + h) - exact(y - h)) - (exact(y + 2 * h) - exact(y - 2 * h))) / (12 * h);
    CHECK(f(Jet(y, 0)).v[0] == Approx(double(slope)).epsilon(1e-8).margin(1e-12));
  }
}

}  // namespace

TEST_CASE("smooth quotients away from zero") {
  using L = long double;
  check([](Jet y) { return exp_mean(y); }, [](L y) { return -std::expm1(-y) / y; }, 1e-3, 700);
  check([](Jet y) { return exp_mean2(y); }, [](L y) { return (y + std::expm1(-y)) / (y * y); },
        2e-2, 700);
  check([](Jet y) { return log_mean(y); }, [](L y) { return std::log1p(y) / y; }, 1e-3, 1e8);
  check([](Jet y) { return log_mean2(y); }, [](L y) { return (y - std::log1p(y)) / (y * y); }, 2e-2,
        1e8);
  check([](Jet y) { return atan_mean(y); },
        [](L y) { return std::atan(std::sqrt(y)) / std::sqrt(y); }, 1e-3, 1e8);
  check([](Jet y) { return tanh_mean(y); },
        [](L y) { return std::tanh(std::sqrt(y)) / std::sqrt(y); }, 1e-3, 1e5);
  check([](Jet y) { return tanh_mean(-y); },
        [](L y) { return std::tan(std::sqrt(y)) / std::sqrt(y); }, 1e-3, 2.4);
  check([](Jet y) { return cosh_mean(y); },
        [](L y) { return std::log(std::cosh(std::sqrt(y))) / y; }, 2e-2, 1e5);
  check([](Jet y) { return cosh_mean(-y); },
        [](L y) { return -std::log(std::cos(std::sqrt(y))) / y; }, 2e-2, 2.4);
}

TEST_CASE("smooth quotients at zero") {
  const auto at_zero = [](auto f, double value, double slope) {
    const Jet here = f(Jet(0, 0));
    CHECK(here.a == Approx(value));
    CHECK(here.v[0] == Approx(slope));
  };
  at_zero([](Jet y) { return exp_mean(y); }, 1, -0.5);
  at_zero([](Jet y) { return exp_mean2(y); }, 0.5, -1.0 / 6);
  at_zero([](Jet y) { return exp_bend(y); }, 0, 1.0 / 6);
  at_zero([](Jet y) { return log_mean(y); }, 1, -0.5);
  at_zero([](Jet y) { return log_mean2(y); }, 0.5, -1.0 / 3);
  at_zero([](Jet y) { return atan_mean(y); }, 1, -1.0 / 3);
  at_zero([](Jet y) { return tanh_mean(y); }, 1, -1.0 / 3);
  at_zero([](Jet y) { return cosh_mean(y); }, 0.5, -1.0 / 12);
  at_zero([](Jet y) { return tanh_bend(y); }, 0, 1.0 / 6);
}

TEST_CASE("bends are the differences that they are short for") {
  for (const double y : {0.05, 0.09, 0.11, 0.5, 0.99, 1.01, 3.0, 50.0, 1e4}) {
    CAPTURE(y);
    CHECK(exp_bend(y) == Approx(2 * exp_mean2(y) - exp_mean(y)).epsilon(1e-12).margin(1e-15));
    CHECK(tanh_bend(y) == Approx(2 * cosh_mean(y) - tanh_mean(y)).epsilon(1e-12).margin(1e-15));
  }
}

TEST_CASE("series and closed forms meet") {
  const auto meet = [](auto f, double range) {
    const double below = f(std::nextafter(range, 0.0)), above = f(range);
    CHECK(below == Approx(above).epsilon(5e-13));  // a bend has lost two digits above
  };
  meet([](double y) { return exp_mean(y); }, series::kExpRange);
  meet([](double y) { return exp_mean2(y); }, series::kExpRange);
  meet([](double y) { return exp_bend(y); }, series::kExpRange);
  meet([](double y) { return log_mean(y); }, series::kLogRange);
  meet([](double y) { return log_mean2(y); }, series::kLogRange);
  meet([](double y) { return atan_mean(y); }, series::kLogRange);
  meet([](double y) { return tanh_mean(y); }, series::kTanhRange);
  meet([](double y) { return tanh_mean(-y); }, series::kTanhRange);
  meet([](double y) { return cosh_mean(y); }, series::kTanhRange);
  meet([](double y) { return cosh_mean(-y); }, series::kTanhRange);
  meet([](double y) { return tanh_bend(y); }, series::kTanhRange);
}
