// Hysteresis with Masing's rules and complete memory, from a virgin curve F alone: what
// any set of parallel Jenkins sliders does (Preisach, Ishlinskii).
//
//   from the start p_0           t = s F(|u - p_0|)
//   from the k-th reversal p_k   t = t_k + 2 s F(|u - p_k| / 2),   s = sign(u - p_k)
//   wiping out: a branch from p_k that reaches p_{k-1} goes on as the branch from
//   p_{k-2}, and the first one, from p_1, becomes the virgin curve again at 2 p_0 - p_1.
//   work of a branch: with I(x) = int_0^x F,  I(x) from p_0 and 4 I(x/2) from p_k.
//
// Moving on in the direction in which a reversal point was reached undoes that reversal:
// cutting a monotone path into pieces changes nothing.
//
// History of a point, 2 + kReversals doubles: count of reversals, p_0, p_1 .. p_count.
// Limit: kReversals nested reversals. One more drops a pair of neighbouring reversals, as
// if the path had gone straight past them: the pair between whose ranges a, b, c (before,
// between, after) the product (a - b)(b - c) is least. What that changes in the traction
// is a second difference of F, of the order of that product.
#pragma once

#include <cmath>

#include "models/kernel_law.hpp"

namespace slipfront {

/// Nested reversals that a point remembers: six loops within each other.
inline constexpr int kReversals = 12;

template <class Kernel>
struct MasingMemory {
  static constexpr int kHistory = 2 + kReversals;

  static void start(double u, double* past) {
    for (int h = 0; h < kHistory; ++h) past[h] = 0;
    past[1] = u;
  }

  template <class T, class C>
  static void load(const C& c, const T& u, const T* past, T& traction, T* next, T& work) {
    const int count = int(value_of(past[0]));
    const T* p = past + 1;
    for (int h = 0; h < kHistory; ++h) next[h] = past[h];
    Branch<T> branch(c, p, count, value_of(u));
    work = T(0.0);
    T here = p[count];
    while (branch.closes_before(value_of(u))) {
      const T closing = branch.closing();
      work += branch.work(here, closing);
      here = closing;
      branch.wipe_out();
    }
    traction = branch.base + branch.traction(u);
    work += branch.work(here, u);
    if (value_of(u) == value_of(p[count])) return;
    remember(u, branch.from, next);
  }

  static TractionTangent load_tangent(const typename Kernel::template Constants<double>& c,
                                      double u, const double* past) {
    const int count = int(past[0]);
    const double* p = past + 1;
    Branch<double> branch(c, p, count, u);
    while (branch.closes_before(u)) branch.wipe_out();
    const double distance = std::abs(u - p[branch.from]), half = branch.from == 0 ? 1 : 0.5;
    const TractionTangent at = Kernel::virgin_tangent(c, half * distance, 0);
    return {branch.base + (u < p[branch.from] ? -at.traction : at.traction) / half, at.tangent};
  }

 private:
  // The branch that begins at p[from], with base the traction there.
  template <class T>
  struct Branch {
    using C = typename Kernel::template Constants<T>;

    Branch(const C& constants, const T* points, int count, double u)
        : c(constants), p(points), from(count), base(0.0) {
      for (int k = 0; k < count; ++k) base += piece(k, p[k + 1]);
      const double before = count > 0 ? value_of(p[count]) - value_of(p[count - 1]) : 0;
      if (before * (u - value_of(p[count])) > 0) step_back();
    }

    // Traction that the branch from p[k] adds between there and u.
    T piece(int k, const T& u) const {
      const double sign = value_of(u) < value_of(p[k]) ? -1 : 1;
      const double half = k == 0 ? 1 : 0.5;
      const T x = sign * half * (u - p[k]);
      return sign / half * traction_alone<Kernel, C, T>(c, x, T(0.0));
    }
    T traction(const T& u) const { return piece(from, u); }

    T potential(const T& u) const {
      const double sign = value_of(u) < value_of(p[from]) ? -1 : 1;
      const double half = from == 0 ? 1 : 0.5;
      const T x = sign * half * (u - p[from]);
      const VirginPoint<T> at = Kernel::template virgin<T>(c, x, T(0.0));
      return (at.loop_area + kMasingSecant * x * at.traction) / (kMasingPotential * half * half);
    }
    T work(const T& begin, const T& end) const {
      return base * (end - begin) + (potential(end) - potential(begin));
    }

    T closing() const { return from == 1 ? T(2.0 * p[0] - p[1]) : p[from - 1]; }
    bool closes_before(double u) const {
      if (from == 0) return false;
      const double begin = value_of(p[from]), end = value_of(closing());
      return (u - begin) * (end - begin) > 0 && std::abs(u - begin) >= std::abs(end - begin);
    }

    void step_back() {
      --from;
      base -= piece(from, p[from + 1]);
    }
    void wipe_out() {
      step_back();
      if (from > 0) step_back();
    }

    const C& c;
    const T* p;
    int from;
    T base;
  };

  template <class T>
  static void remember(const T& u, int from, T* next) {
    T* p = next + 1;
    if (from == kReversals) {
      const int pair = least_pair(p, u);
      for (int k = pair; k + 2 <= from; ++k) p[k] = p[k + 2];
      from -= 2;
    }
    next[0] = T(from + 1.0);
    p[from + 1] = u;
    for (int k = from + 2; k <= kReversals; ++k) p[k] = T(0.0);
  }

  // First of the pair of reversals to drop from a full list that u follows. The first
  // reversal stays: it alone ends the virgin curve.
  template <class T>
  static int least_pair(const T* p, const T& u) {
    const auto at = [&](int k) { return value_of(k > kReversals ? u : p[k]); };
    const auto range = [&](int k) { return std::abs(at(k + 1) - at(k)); };
    int least = 2;
    double least_change = 0;
    for (int k = 2; k < kReversals; ++k) {
      const double change = (range(k - 1) - range(k)) * (range(k) - range(k + 1));
      if (k == 2 || change < least_change) {
        least = k;
        least_change = change;
      }
    }
    return least;
  }
};

}  // namespace slipfront
