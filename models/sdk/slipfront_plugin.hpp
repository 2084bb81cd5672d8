// The one header of a plugin: write a class, export it, done.
//
//   struct MyLaw {
//     static constexpr slipfront::plugin::Law law = {
//         .name = "my_law", .title = "My law", .source = "paper, equation"};
//     static constexpr slipfront::plugin::Parameter parameters[] = {
//         {.name = "slip_traction", .symbol = "ts", .unit = "N/m^2", .log10_scale = true,
//          .lower = 1e3, .upper = 1e7, .area_scaled = true}, ...};
//
//     template <class T>
//     static T force(const T& u, const T* p) { ... }
//   };
//   SLIPFRONT_EXPORT_LAW(MyLaw)
//
// T is double, or a ceres::Jet that carries derivatives: tangents and parameter
// derivatives come from it. Call exp, pow, ... unqualified after `using std::exp;`.
// Everything is per area: u [m], traction [N/m^2]. A law gives either
//
//   force   T force(const T& u, const T* p)       loading from the origin, u >= 0 (slipfront
//           makes it odd); with force(0) = 0 and a finite slope there
//           T force(const T& u, const T& normal, const T* p)   where it depends on the
//           normal traction [N/m^2]
//   rate    T rate(const T& u, const T& t, double s, const T* p)     dt/du while moving in
//           direction s = +1 or -1 from u = 0, t = 0 (models/rate_law.hpp)
//           and, to change how it is integrated (models/rate_walk.hpp),
//           static constexpr slipfront::RateOptions rate_options = {
//               .method = slipfront::RateMethod::dormand_prince};
//
// and, if it wants, beside a force,
//
//   loop_area        T loop_area(const T& u, const T* p), with the arguments of force: the
//                    area 8 int_0^u f du - 4 u f(u) of the Masing loop; by quadrature if
//                    left out (models/sdk/loop_area.hpp)
//   masing_branches  static constexpr bool masing_branches = true;   unloading and reloading
//                    by Masing's second rule, with memory of nested reversals
//                    (models/masing_memory.hpp): gives the framework non_masing
//   own hysteresis   static constexpr int history(int directions)   doubles per point; 0: no
//                    form in so many directions. With directions = 2, the coupled form
//                    template <int D> static void start(const double* u, const double* p,
//                                                       double* past)
//                    template <int D, class T> static void load(const T* u, const T& normal,
//                        const T* p, const T* past, T* traction, T* next, T& work)
//                    from the past to u[D], with the work int t.du on the way
//
//   spring           template <class T> static T spring(const T* p), beside a rate too: stiffness
//                    of a linear spring [N/m^3] that is part of the law beside its hysteresis
//                    (a post-slip stiffness). force and rate contain it. With a history of your
//                    own also
//                    template <int D> static void settle(const double* u, const double* origin,
//                        const double* p, double* past)
//                    the past of a point whose hysteretic part is free of traction at u[D] and
//                    whose spring is free at origin[D]: affine in both, and the same for all p
//
// and beside any, std::string domain_violation(const double* p): empty, or the rule that
// the values break. Parameters on a log10 scale have to be above 0 anyway.
//
// What the SDK needs: these headers, Eigen, Boost.Odeint and ceres/jet.h to compile, and four
// source files of slipfront (models/rate_law.cpp, models/rate_walk.cpp, core/failure.cpp,
// core/number.cpp) that slipfront::sdk compiles into the plugin, with the plugin's own flags.
// Nothing of slipfront is linked, so a plugin works with any build of slipfront that speaks its
// ABI.
#pragma once

#include "models/sdk/plugin_border.hpp"

/// Exports the class behind the C ABI of slipfront_plugin.h. One law per plugin.
#define SLIPFRONT_EXPORT_LAW(L)                                                                  \
  extern "C" __attribute__((visibility("default"))) const slipfront_plugin_v1* slipfront_plugin( \
      void) {                                                                                    \
    static const slipfront_plugin_v1 table = slipfront::plugin::make_table<L>();                 \
    return &table;                                                                               \
  }
