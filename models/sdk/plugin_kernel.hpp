// From an author's class (slipfront_plugin.hpp tells what stands in it) to a BoundLaw, by
// the adapters of the built-in laws: kernel_law.hpp and masing_memory.hpp for a force,
// rate_law.hpp for a rate.
#pragma once

#include <array>
#include <iterator>
#include <memory>
#include <span>
#include <string>

#include "models/kernel_law.hpp"
#include "models/masing_memory.hpp"
#include "models/rate_law.hpp"
#include "models/sdk/loop_area.hpp"
#include "models/sdk/slipfront_plugin.h"

namespace slipfront::plugin {

/// The law in words.
struct Law {
  const char* name;    // "my_law": small letters, digits and '_'
  const char* title;   // "My law"
  const char* source;  // paper and equation
  int version = 1;     // raise it when numbers change
};

/// A parameter, per area.
using Parameter = slipfront_parameter_v1;

template <class L>
inline constexpr int kCount = static_cast<int>(std::size(L::parameters));

// What an author's class has.
template <class L>
concept HasForce = requires(const double& x) {
  L::force(x, &x);
};
template <class L>
concept HasPressureForce = requires(const double& x) {
  L::force(x, x, &x);
};
template <class L>
concept HasRate = requires(const double& x) {
  L::rate(x, x, 1.0, &x);
};
template <class L>
concept HasLoopArea = requires(const double& x) {
  L::loop_area(x, &x);
};
template <class L>
concept HasPressureLoopArea = requires(const double& x) {
  L::loop_area(x, x, &x);
};
template <class L>
concept HasHistory = requires {
  L::history(1);
};
template <class L>
concept HasDomain = requires(const double* p) {
  std::string(L::domain_violation(p));
};

template <class L>
concept HasSpring = requires(const double* p) {
  L::spring(p);
};
template <class L>
concept HasSettle = requires(const double* x, double* past) {
  L::template settle<1>(x, x, x, past);
};

template <class L>
constexpr bool has_masing_branches() {
  if constexpr (requires { L::masing_branches; })
    return L::masing_branches;
  else
    return false;
}

/// Doubles per point that describe the past of a force law.
template <class L>
constexpr int history_of(int directions) {
  if constexpr (HasHistory<L>)
    return L::history(directions);
  else if constexpr (has_masing_branches<L>())
    // MasingMemory's, and where the law's own spring is free.
    return directions == 1 ? 2 + kReversals + (HasSpring<L> ? 1 : 0) : 0;
  else
    return 0;
}

/// A kernel as kernel_law.hpp wants it.
template <class L>
struct ForceKernel {
  static constexpr int kParameters = kCount<L>;
  template <class T>
  using Constants = std::array<T, kParameters>;

  template <class T>
  static Constants<T> prepare(const T* parameters) {
    Constants<T> constants;
    for (int i = 0; i < kParameters; ++i) constants[i] = parameters[i];
    return constants;
  }

  template <class T>
  static T virgin_traction(const Constants<T>& c, const T& u, const T& normal) {
    if constexpr (HasPressureForce<L>)
      return L::force(u, normal, c.data());
    else
      return L::force(u, c.data());
  }
  template <class T>
  static VirginPoint<T> virgin(const Constants<T>& c, const T& u, const T& normal) {
    const T traction = virgin_traction(c, u, normal);
    if constexpr (HasPressureLoopArea<L>)
      return {traction, L::loop_area(u, normal, c.data())};
    else if constexpr (HasLoopArea<L>)
      return {traction, L::loop_area(u, c.data())};
    else
      return {traction,
              plugin::loop_area([&](const T& x) { return virgin_traction(c, x, normal); }, u)};
  }
  static TractionTangent virgin_tangent(const Constants<double>& c, double u, double normal) {
    using Jet = ceres::Jet<double, 1>;
    Constants<Jet> constants;
    for (int i = 0; i < kParameters; ++i) constants[i] = Jet(c[i]);
    const Jet at = virgin_traction(constants, Jet(u, 0), Jet(normal));
    return {at.a, at.v[0]};
  }

  static constexpr int history(int directions) { return history_of<L>(directions); }

  template <int D>
  static void start(const Constants<double>& c, const double* u, double* past) {
    if constexpr (HasHistory<L>)
      L::template start<D>(u, c.data(), past);
    else
      start_memory(*u, *u, past);
  }

  static double spring(const Constants<double>& c) requires HasSpring<L> {
    return L::spring(c.data());
  }
  template <int D>
  requires HasSpring<L>
  static void settle(const Constants<double>& c, const double* u, const double* origin,
                     double* past) {
    if constexpr (HasHistory<L>)
      L::template settle<D>(u, origin, c.data(), past);
    else
      start_memory(*u, *origin, past);
  }
  template <int D, class T>
  static void load(const Constants<T>& c, const T* u, const T& normal, const T* past, T* traction,
                   T* next, T& work) {
    if constexpr (HasHistory<L>)
      L::template load<D>(u, normal, c.data(), past, traction, next, work);
    else
      load_memory(c, *u, past, *traction, next, work);
  }
  template <int D>
  requires(!HasHistory<L>) static void load_tangents(const Constants<double>& c,
                                                     const HystereticBatch& batch) {
    constexpr int kHistory = history_of<L>(1);
    Memory::load_tangents(c, batch, kHistory);
    if constexpr (HasSpring<L>)
      for (std::size_t i = 0; batch.traction && i < batch.points; ++i)
        batch.traction[i] += spring_beside(c, batch.history + i * kHistory);
  }

 private:
  using Memory = MasingMemory<ForceKernel>;

  // Masing's rules leave a spring linear: the memory counts it as free where the point began,
  // and what it carries more, being free elsewhere, is a constant.
  template <class T>
  static T spring_beside(const Constants<T>& c, const T* past) {
    return L::spring(c.data()) * (past[1] - past[Memory::kHistory]);
  }
  static void start_memory(double u, double origin, double* past) {
    Memory::start(u, past);
    if constexpr (HasSpring<L>) past[Memory::kHistory] = origin;
  }
  template <class T>
  static void load_memory(const Constants<T>& c, const T& u, const T* past, T& traction, T* next,
                          T& work) {
    Memory::load(c, u, past, traction, next, work);
    if constexpr (HasSpring<L>) {
      const T constant = spring_beside(c, past), here = Memory::last_place(past);
      traction += constant;
      work += constant * (u - here);
      next[Memory::kHistory] = past[Memory::kHistory];
    }
  }
};

/// How an author wants a rate integrated, if the class says so.
template <class L>
struct RateKernelOptions {};
template <class L>
requires requires { L::rate_options; }
struct RateKernelOptions<L> {
  static constexpr RateOptions rate_options = L::rate_options;
};

/// A kernel as rate_law.hpp wants it.
template <class L>
struct RateKernel : RateKernelOptions<L> {
  static constexpr int kParameters = kCount<L>;
  template <class T>
  static T rate(const T& u, const T& t, double s, const T* parameters) {
    return L::rate(u, t, s, parameters);
  }
  template <class T>
  requires HasSpring<L>
  static T spring(const T* parameters) { return L::spring(parameters); }
};

template <class L>
std::unique_ptr<const BoundLaw> bind(std::span<const double> values) {
  static_assert(HasForce<L> + HasPressureForce<L> + HasRate<L> == 1,
                "a law needs either `template <class T> static T force(const T& u, const T* p)` "
                "(or `force(u, normal, p)`) or `template <class T> static T rate(const T& u, "
                "const T& t, double s, const T* p)`");
  static_assert(
      !HasPressureForce<L> || !has_masing_branches<L>(),
      "Masing's rules know no pressure: a law of `force(u, normal, p)` needs a history of "
      "its own in place of masing_branches");
  static_assert(!HasSpring<L> || HasRate<L> || history_of<L>(1) > 0,
                "a law with a spring of its own needs masing_branches, or a history");
  static_assert(!HasSpring<L> || !HasHistory<L> || HasSettle<L>,
                "a law with a spring and a history of its own needs `template <int D> static void "
                "settle(const double* u, const double* origin, const double* p, double* past)`");
  if constexpr (HasRate<L>)
    return bind_rate<RateKernel<L>>(Framework::masing, values);
  else
    return std::make_unique<KernelBoundLaw<ForceKernel<L>>>(values);
}

/// Empty, or the rule that finite values break.
template <class L>
std::string domain_violation(const double* values) {
  for (int i = 0; i < kCount<L>; ++i)
    if (L::parameters[i].log10_scale && !(values[i] > 0))
      return std::string(L::parameters[i].name) + " must be above 0";
  if constexpr (HasDomain<L>)
    return L::domain_violation(values);
  else
    return {};
}

template <class L>
constexpr int frameworks_of() {
  if constexpr (HasRate<L>)
    return SLIPFRONT_MASING | SLIPFRONT_NON_MASING;
  else
    return SLIPFRONT_MASING | (history_of<L>(1) > 0 ? SLIPFRONT_NON_MASING : 0);
}

template <class L>
constexpr bool is_coupled() {
  if constexpr (HasRate<L>)
    return false;
  else
    return history_of<L>(2) > 0;
}

template <class L>
constexpr bool owns_post_slip() {
  for (const Parameter& parameter : L::parameters)
    if (std::string_view(parameter.name) == "post_slip_stiffness") return true;
  return false;
}

}  // namespace slipfront::plugin
