// Conformance of a law's own spring: what prestress without friction asks of spring_stiffness
// and settle_history.
#include <cmath>

#include "core/number.hpp"
#include "models/conformance_case.hpp"
#include "models/probe.hpp"

namespace slipfront {

namespace {

using Point = std::vector<double>;

std::vector<double> settle_at(const BoundLaw& law, const Point& u, const Point& origin) {
  std::vector<double> history(law.history_size(u.size()));
  law.settle_history(u.size(), u.data(), origin.data(), history.data());
  return history;
}

Point between(const Point& a, const Point& b, double share) {
  Point result;
  for (std::size_t i = 0; i < a.size(); ++i) result.push_back(a[i] + share * (b[i] - a[i]));
  return result;
}

// A settled point behaves as one that starts there, with the spring's traction beside it.
void check_settled(ConformanceCase& at, const Point& u, const Point& origin, const Point& to,
                   double size, const std::string& where) {
  const BoundLaw& law = at.bound();
  const double k = law.spring_stiffness();
  const auto settled = load_to(law, to, settle_at(law, u, origin), at.normal(), false);
  const auto begun = load_to(law, to, start_at(law, u), at.normal(), false);
  const double tolerance = at.options().path_tolerance;
  double spring_work = 0;
  for (std::size_t i = 0; i < u.size(); ++i) {
    const double spring = k * (u[i] - origin[i]);
    spring_work += spring * (to[i] - u[i]);
    at.expect_near(settled.traction[i], begun.traction[i] + spring, size, tolerance,
                   "a settled point carries its spring's traction besides", where);
  }
  at.expect_near(settled.work, begun.work + spring_work, size * at.slip(), tolerance,
                 "a settled point does its spring's work besides", where);
}

// The history at rest is differentiated by its arguments as an affine function, and by the
// parameters not at all.
void check_affine(ConformanceCase& at, const Point& u, const Point& origin, double size,
                  const std::string& where) {
  const BoundLaw& law = at.bound();
  const Point rest(u.size(), 0.0);
  const double share = at.uniform(0.2, 0.8);
  const auto none = settle_at(law, rest, rest), all = settle_at(law, u, origin);
  const auto part = settle_at(law, between(rest, u, share), between(rest, origin, share));
  for (std::size_t h = 0; h < all.size(); ++h) {
    const double scale = std::abs(all[h]) + std::abs(none[h]);
    at.expect_near(part[h], none[h] + share * (all[h] - none[h]), scale,
                   at.options().path_tolerance, "a settled history is affine", where);
  }
  const std::size_t d = u.size(), columns = d + 1 + all.size() + at.values().size();
  const auto here = load_to(law, u, settle_at(law, u, rest), at.normal());
  for (std::size_t p = 0; p < at.values().size(); ++p)
    for (std::size_t i = 0; i < d; ++i)
      at.expect_derivative(
          [&](double value) {
            const auto other = at.with(p, value);
            return other ? other->spring_stiffness() * u[i] : NAN;
          },
          at.values()[p], at.parameter_scale(p),
          here.jacobian[i * columns + columns - at.values().size() + p], size,
          "derivative of a settled point's traction by " + at.parameters()[p].name, where);
}

}  // namespace

void check_spring(ConformanceCase& at) {
  constexpr int kPoints = 3;
  const double k = at.bound().spring_stiffness();
  at.expect(k >= 0 && std::isfinite(k), "the law's own spring is finite and not negative",
            to_text(k) + " N/m^3");
  if (!(k >= 0) || !std::isfinite(k)) return;
  for (const std::size_t directions : {1, 2}) {
    if (at.bound().history_size(directions) == 0) continue;
    for (int i = 0; i < kPoints; ++i) {
      const double length = at.draw_displacement();
      Point u, origin, to;
      for (Point* point : {&u, &origin, &to})
        for (std::size_t d = 0; d < directions; ++d) point->push_back(at.uniform(-length, length));
      const double size =
          k * length + virgin_at(at.bound(), 0, at.normal()).tangent * std::min(length, at.knee()) +
          std::abs(virgin_traction(at.bound(), 4 * length, at.normal()));
      std::string where = "settled at";
      for (std::size_t d = 0; d < directions; ++d)
        where += " " + to_text(u[d]) + " with its spring free at " + to_text(origin[d]) +
                 ", loaded to " + to_text(to[d]);
      check_settled(at, u, origin, to, size, where);
      check_affine(at, u, origin, size, where);
    }
  }
}

}  // namespace slipfront
