// Two friction laws with textbook closed forms, for tests of the mechanics in core/.
//   bilinear  t = kt u up to ts, then ts
//   tanh      t = ts tanh(kt u / ts)
// Parameters: slip_traction, tangential_stiffness.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "core/friction_law.hpp"

namespace slipfront::test {

inline LawDescription describe(const std::string& name) {
  LawDescription about;
  about.name = name;
  about.frameworks = {Framework::masing};
  return about;
}

struct Curve {
  double f, tangent, area;  // at u >= 0
  double f_ts, f_kt, area_ts, area_kt;
};

inline Curve bilinear(double u, double ts, double kt) {
  if (kt * u < ts) return {kt * u, kt, 0, 0, u, 0, 0};
  return {ts, 0, 4 * ts * (u - ts / kt), 1, 0, 4 * (u - 2 * ts / kt), 4 * ts * ts / (kt * kt)};
}

inline Curve smooth(double u, double ts, double kt) {
  const double x = kt * u / ts, t = std::tanh(x), s = 1 - t * t, l = std::log(std::cosh(x));
  // 8 l - 4 x t, by its series where the difference would lose its digits.
  const double x2 = x * x;
  const double loop =
      x < 0.02 ? x2 * x2 * (2.0 / 3 - x2 * (16.0 / 45 - x2 * 51.0 / 315)) : 8 * l - 4 * x * t;
  const double f = ts * t, area = ts * ts / kt * loop;
  return {f,
          kt * s,
          area,
          t - x * s,
          u * s,
          16 * ts / kt * l - 8 * u * t - 4 * u * (t - x * s),
          -8 * ts * ts / (kt * kt) * l + 8 * ts * u * t / kt - 4 * u * u * s};
}

template <Curve (*curve)(double, double, double)>
class SimpleBound : public BoundLaw {
 public:
  SimpleBound(double ts, double kt) : ts_(ts), kt_(kt) {}
  std::size_t parameter_count() const override { return 2; }
  void virgin(const VirginBatch& b) const override {
    for (std::size_t i = 0; i < b.points; ++i) {
      const double u = std::abs(b.displacement[i]), sign = b.displacement[i] < 0 ? -1 : 1;
      const Curve c = curve(u, ts_, kt_);
      if (b.traction) b.traction[i] = sign * c.f;
      if (b.tangent) b.tangent[i] = c.tangent;
      if (b.loop_area) b.loop_area[i] = c.area;
      if (b.d_traction) {
        const double row[] = {c.tangent, 0, sign * c.f_ts, sign * c.f_kt};
        std::copy(row, row + 4, b.d_traction + 4 * i);
      }
      if (b.d_loop_area) {
        const double row[] = {sign * 4 * (c.f - u * c.tangent), 0, c.area_ts, c.area_kt};
        std::copy(row, row + 4, b.d_loop_area + 4 * i);
      }
    }
  }
  std::size_t history_size(std::size_t) const override { return 0; }
  void start_history(std::size_t, const double*, double*) const override {}
  void hysteretic(const HystereticBatch&) const override {}

 private:
  double ts_, kt_;
};

template <Curve (*curve)(double, double, double)>
class SimpleLaw : public FrictionLaw {
 public:
  explicit SimpleLaw(std::string name) : about_(describe(name)) {}
  const LawDescription& description() const override { return about_; }
  const std::vector<Parameter>& parameters(Framework) const override { return parameters_; }
  std::string domain_violation(Framework, std::span<const double> v) const override {
    return v[0] > 0 && v[1] > 0 ? "" : "slip_traction and tangential_stiffness must be above 0";
  }
  std::unique_ptr<const BoundLaw> bind(Framework, std::span<const double> v) const override {
    return std::make_unique<SimpleBound<curve>>(v[0], v[1]);
  }

 private:
  LawDescription about_;
  std::vector<Parameter> parameters_{
      {"slip_traction", "ts", "N/m^2", Scale::log10, 1e3, 1e7, true},
      {"tangential_stiffness", "kt", "N/m^3", Scale::log10, 1e10, 1e18, true}};
};

using BilinearLaw = SimpleLaw<bilinear>;
using TanhLaw = SimpleLaw<smooth>;

}  // namespace slipfront::test
