#include "results/area.hpp"

#include <algorithm>
#include <cmath>

#include "core/failure.hpp"
#include "core/number.hpp"

namespace slipfront {

namespace {

void check(const Box& box) {
  std::vector<Problem> problems;
  const auto side = [&](const char* name, double lower, double upper) {
    if (std::isfinite(lower) && std::isfinite(upper) && lower < upper) return;
    problems.push_back({"box", std::string(name) + " error",
                        "lower " + to_text(lower) + ", upper " + to_text(upper),
                        "lower must be below upper, and both finite", ""});
  };
  side("frequency", box.lower.frequency, box.upper.frequency);
  side("damping", box.lower.damping, box.upper.damping);
  throw_if_any(std::move(problems));
}

/// Integral over [a, b] of max(0, h) for h linear from ha to hb.
double positive_part(double a, double b, double ha, double hb) {
  if (ha <= 0 && hb <= 0) return 0;
  if (ha >= 0 && hb >= 0) return 0.5 * (b - a) * (ha + hb);
  const double top = std::max(ha, hb);
  return 0.5 * (b - a) * top * top / (top - std::min(ha, hb));
}

/// Area between the line from (a, ya) to (b, yb) and the top of the box, inside the box.
double area_above(double a, double ya, double b, double yb, const Box& box) {
  if (b <= box.lower.frequency || a >= box.upper.frequency || !(a < b)) return 0;
  const auto line = [&](double x) {
    if (x <= a) return ya;
    return x >= b ? yb : ya + (yb - ya) * ((x - a) / (b - a));
  };
  const double left = std::max(a, box.lower.frequency);
  const double right = std::min(b, box.upper.frequency);
  // min(top - y, height) = (top - y) - max(0, bottom - y), each cut at zero.
  const double yl = line(left), yr = line(right);
  return positive_part(left, right, box.upper.damping - yl, box.upper.damping - yr) -
         positive_part(left, right, box.lower.damping - yl, box.lower.damping - yr);
}

}  // namespace

std::string to_text(AreaRule rule) {
  return rule == AreaRule::trapezoid ? "trapezoid" : "staircase";
}

double area_fraction(std::span<const ErrorPair> errors, const Box& errors_box, AreaRule rule) {
  check(errors_box);
  // Both axes scaled by powers of two, which loses no digit, to a box of size 1: products of
  // large boxes would leave what a double can hold.
  const auto exponent = [](double lower, double upper) {
    return std::ilogb(std::max(std::abs(lower), std::abs(upper)));
  };
  const int frequency = exponent(errors_box.lower.frequency, errors_box.upper.frequency);
  const int damping = exponent(errors_box.lower.damping, errors_box.upper.damping);
  const auto scaled = [&](const ErrorPair& pair) {
    return ErrorPair{std::scalbn(pair.frequency, -frequency), std::scalbn(pair.damping, -damping)};
  };
  const Box box = {scaled(errors_box.lower), scaled(errors_box.upper)};
  std::vector<ErrorPair> points;
  for (const ErrorPair& pair : errors) points.push_back(scaled(pair));
  const std::vector<std::size_t> front = non_dominated(points);
  double dominated = 0;
  for (std::size_t i = 0; i < front.size(); ++i) {
    const ErrorPair& here = points[front[i]];
    if (i + 1 == front.size()) {  // the right end goes on horizontally
      const double end = std::max(here.frequency, box.upper.frequency);
      dominated += area_above(here.frequency, here.damping, end, here.damping, box);
      break;
    }
    const ErrorPair& next = points[front[i + 1]];
    const double height = rule == AreaRule::trapezoid ? next.damping : here.damping;
    dominated += area_above(here.frequency, here.damping, next.frequency, height, box);
  }
  const double whole =
      (box.upper.frequency - box.lower.frequency) * (box.upper.damping - box.lower.damping);
  return std::clamp(1 - dominated / whole, 0.0, 1.0);
}

}  // namespace slipfront
