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

#include <algorithm>
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
    while (closes_before(p, branch.from, value_of(u))) {
      const T end = closing(p, branch.from);
      work += branch.work(here, end);
      here = end;
      branch.wipe_out();
    }
    traction = branch.base + branch.traction(u);
    work += branch.work(here, u);
    if (value_of(u) == value_of(p[count])) return;
    remember(u, branch.from, next);
  }

  /// Where a point with this past is.
  template <class T>
  static const T& last_place(const T* past) {
    return past[1 + int(value_of(past[0]))];
  }

  /// Tractions and tangents of a batch in one direction: all that the points ask of the virgin
  /// curve, for their own branches and those that led there, in one question. `history`: doubles
  /// per point, of which the memory is the first.
  template <class C>
  static void load_tangents(const C& c, const HystereticBatch& b, int history = kHistory) {
    constexpr std::size_t kChunk = 32;  // points: their pieces stay close to the processor
    constexpr std::size_t kMost = kReversals + 1;
    double x[kChunk * kMost], traction[kChunk * kMost], tangent[kChunk * kMost];
    int from[kChunk];
    const auto stride = static_cast<std::size_t>(history);
    for (std::size_t first = 0; first < b.points; first += kChunk) {
      const std::size_t count = std::min(kChunk, b.points - first);
      const double* u = b.displacement + first;
      const double* past = b.history + first * stride;
      std::size_t pieces = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const double* p = past + i * stride + 1;
        from[i] = branch_at(p, int(p[-1]), u[i]);
        for (int k = 0; k < from[i]; ++k) x[pieces++] = share(k) * std::abs(p[k + 1] - p[k]);
        x[pieces++] = share(from[i]) * std::abs(u[i] - p[from[i]]);
      }
      tangents_of<Kernel>(c, pieces, x, nullptr, traction, tangent);
      std::size_t at = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const double* p = past + i * stride + 1;
        double sum = 0;
        for (int k = 0; k <= from[i]; ++k, ++at) {
          const bool down = (k < from[i] ? p[k + 1] : u[i]) < p[k];
          sum += (down ? -traction[at] : traction[at]) / share(k);
        }
        if (b.traction) b.traction[first + i] = sum;
        if (b.tangent) b.tangent[first + i] = tangent[at - 1];
        if (b.d_normal) b.d_normal[first + i] = 0;
      }
    }
  }

 private:
  // The virgin curve at full length, all later branches at half of it.
  static double share(int k) { return k == 0 ? 1 : 0.5; }

  // Where the branch from p[k] joins an earlier one.
  template <class T>
  static T closing(const T* p, int k) {
    return k == 1 ? T(2.0 * p[0] - p[1]) : p[k - 1];
  }
  template <class T>
  static bool closes_before(const T* p, int k, double u) {
    if (k == 0) return false;
    const double begin = value_of(p[k]), end = value_of(closing(p, k));
    return (u - begin) * (end - begin) > 0 && std::abs(u - begin) >= std::abs(end - begin);
  }
  // The branch that a point is on who has `count` reversals behind it, before it closes any: the
  // one from the last, or the one before if that reversal is undone.
  template <class T>
  static int branch_before(const T* p, int count, double u) {
    const double before = count > 0 ? value_of(p[count]) - value_of(p[count - 1]) : 0;
    return before * (u - value_of(p[count])) > 0 ? count - 1 : count;
  }
  static int branch_at(const double* p, int count, double u) {
    int from = branch_before(p, count, u);
    while (closes_before(p, from, u)) from = std::max(from - 2, 0);
    return from;
  }

  // The branch that begins at p[from], with base the traction there.
  template <class T>
  struct Branch {
    using C = typename Kernel::template Constants<T>;

    Branch(const C& constants, const T* points, int count, double u)
        : c(constants), p(points), from(branch_before(points, count, u)), base(0.0) {
      for (int k = 0; k < from; ++k) base += piece(k, p[k + 1]);
    }

    // Traction that the branch from p[k] adds between there and u.
    T piece(int k, const T& u) const {
      const double sign = value_of(u) < value_of(p[k]) ? -1 : 1, half = share(k);
      const T x = sign * half * (u - p[k]);
      return sign / half * traction_alone<Kernel, C, T>(c, x, T(0.0));
    }
    T traction(const T& u) const { return piece(from, u); }

    T potential(const T& u) const {
      const double sign = value_of(u) < value_of(p[from]) ? -1 : 1, half = share(from);
      const T x = sign * half * (u - p[from]);
      const VirginPoint<T> at = Kernel::template virgin<T>(c, x, T(0.0));
      return (at.loop_area + kMasingSecant * x * at.traction) / (kMasingPotential * half * half);
    }
    T work(const T& begin, const T& end) const {
      return base * (end - begin) + (potential(end) - potential(begin));
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
