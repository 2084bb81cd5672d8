// Conformance of the virgin curve: values, symmetry, derivatives, loop area.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/number.hpp"
#include "models/conformance_case.hpp"
#include "models/probe.hpp"
#include "models/quadrature.hpp"

namespace slipfront {

namespace {

bool finite(const VirginAnswer& at) {
  const auto all = [](const std::vector<double>& v) {
    return std::all_of(v.begin(), v.end(), [](double x) { return std::isfinite(x); });
  };
  return std::isfinite(at.traction) && std::isfinite(at.tangent) && std::isfinite(at.loop_area) &&
         all(at.d_traction) && all(at.d_loop_area);
}

void check_symmetry(ConformanceCase& at, double u) {
  const VirginAnswer plus = virgin_at(at.bound(), u, at.normal());
  const VirginAnswer minus = virgin_at(at.bound(), -u, at.normal());
  bool good = plus.traction == -minus.traction && plus.tangent == minus.tangent &&
              plus.loop_area == minus.loop_area && plus.d_traction[0] == minus.d_traction[0] &&
              plus.d_loop_area[0] == -minus.d_loop_area[0];
  for (std::size_t i = 1; i < plus.d_traction.size(); ++i)
    good = good && plus.d_traction[i] == -minus.d_traction[i] &&
           plus.d_loop_area[i] == minus.d_loop_area[i];
  at.expect(good, "the virgin curve is odd and its loop area even", "u = " + to_text(u));
}

// 8 int_0^u f - 4 u f in geometric pieces, since f may be steep at 0.
double quadrature_of_loop(const ConformanceCase& at, double u) {
  constexpr int kPieces = 60, kDepth = 40, kPotential = 8, kSecant = 4;
  constexpr double kTolerance = 1e-15;  // of u f(u), so that a panel adds less than rounding
  const auto f = [&](double x) { return virgin_traction(at.bound(), x, at.normal()); };
  const double tolerance = kTolerance * u * std::abs(f(u));
  double integral = 0, top = u;
  for (int i = 0; i < kPieces; ++i) {
    const double bottom = i + 1 < kPieces ? 0.5 * top : 0;
    integral += adaptive_integral(f, bottom, top, tolerance, kDepth);
    top = bottom;
  }
  return kPotential * integral - kSecant * u * f(u);
}

void check_derivatives(ConformanceCase& at, double u) {
  const BoundLaw& law = at.bound();
  const VirginAnswer here = virgin_at(law, u, at.normal());
  const std::string where = "u = " + to_text(u);
  const double traction = std::abs(here.traction), area = std::abs(here.loop_area);
  const double energy = std::max(area, traction * u);

  at.expect_near(here.d_traction[0], here.tangent, std::max(std::abs(here.tangent), traction / u),
                 at.options().path_tolerance, "tangent and derivative by u agree", where);
  const auto curve = [&](double x) { return virgin_traction(law, x, at.normal()); };
  at.expect_derivative(curve, u, u, here.tangent, traction, "tangent of the virgin curve", where);
  const auto loop = [&](double x) { return virgin_at(law, x, at.normal()).loop_area; };
  at.expect_derivative(loop, u, u, here.d_loop_area[0], energy, "derivative of the loop area by u",
                       where);

  if (at.pressure_dependent()) {
    const auto traction_by = [&](double n) { return virgin_traction(law, u, n); };
    const auto area_by = [&](double n) { return virgin_at(law, u, n).loop_area; };
    at.expect_derivative(traction_by, at.normal(), at.normal(), here.d_traction[1], traction,
                         "derivative of the traction by the normal traction", where);
    at.expect_derivative(area_by, at.normal(), at.normal(), here.d_loop_area[1], energy,
                         "derivative of the loop area by the normal traction", where);
  }
  for (std::size_t i = 0; i < at.values().size(); ++i) {
    const auto with = [&](double p) {
      const auto other = at.with(i, p);
      if (other) return virgin_at(*other, u, at.normal());
      VirginAnswer none;
      none.traction = none.loop_area = NAN;
      return none;
    };
    const std::string name = at.parameters()[i].name;
    at.expect_derivative([&](double p) { return with(p).traction; }, at.values()[i],
                         at.parameter_scale(i), here.d_traction[2 + i], traction,
                         "derivative of the traction by " + name, where);
    at.expect_derivative([&](double p) { return with(p).loop_area; }, at.values()[i],
                         at.parameter_scale(i), here.d_loop_area[2 + i], energy,
                         "derivative of the loop area by " + name, where);
  }
}

}  // namespace

void check_virgin(ConformanceCase& at) {
  constexpr double kTiny = 1e-300, kHuge = 1e6;  // tiny: nearly underflow; huge: times slip
  for (const double u : {0.0, kTiny, at.knee(), at.slip(), kHuge * at.slip()}) {
    const VirginAnswer here = virgin_at(at.bound(), u, at.normal());
    at.expect(finite(here), "the virgin curve is finite", "u = " + to_text(u));
    check_symmetry(at, u);
  }
  const VirginAnswer rest = virgin_at(at.bound(), 0, at.normal());
  at.expect(rest.traction == 0 && rest.loop_area == 0, "the virgin curve starts at the origin",
            "traction " + to_text(rest.traction) + ", loop area " + to_text(rest.loop_area));

  constexpr int kDisplacements = 8;
  for (int i = 0; i < kDisplacements; ++i) {
    const double u = at.draw_displacement();
    check_symmetry(at, u);
    check_derivatives(at, u);
    const VirginAnswer here = virgin_at(at.bound(), u, at.normal());
    // The quadrature itself cancels where the curve is nearly straight.
    constexpr double kQuadrature = 1e-9, kCancellation = 1e-13;
    const double allowed =
        kQuadrature * std::abs(here.loop_area) + kCancellation * std::abs(here.traction) * u;
    at.expect_near(here.loop_area, quadrature_of_loop(at, u), allowed, 1,
                   "loop area of the virgin curve", "u = " + to_text(u));
    at.expect(here.loop_area >= 0, "the Masing loop does not create energy",
              "u = " + to_text(u) + ", loop area " + to_text(here.loop_area));
  }
}

}  // namespace slipfront
