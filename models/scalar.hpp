// What a law's kernel may ask of its scalar type T: double, or a ceres::Jet that
// carries derivatives along. Kernels call log, exp, sqrt, ... unqualified after
// `using std::log;` and decide branches with value_of.
#pragma once

#include <ceres/jet.h>

namespace slipfront {

inline double value_of(double x) { return x; }

template <class T, int N>
double value_of(const ceres::Jet<T, N>& x) {
  return x.a;
}

/// +1 or -1; +1 at zero.
template <class T>
double sign_of(const T& x) {
  return value_of(x) < 0 ? -1.0 : 1.0;
}

// The Masing loop of a virgin curve f with potential I(u) = int_0^u f has the area
//   D(u) = 8 I(u) - 4 u f(u)        (Porter et al., 2.3.1)
inline constexpr double kMasingPotential = 8;  // 4 for each of the two branches of the loop
inline constexpr double kMasingSecant = 4;     // the chord's triangle, 2 for each branch

}  // namespace slipfront
