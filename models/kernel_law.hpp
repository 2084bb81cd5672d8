// Turns a small kernel, written once on a scalar template, into a BoundLaw.
//
// A kernel is a struct of static functions:
//
//   static constexpr int kParameters;
//   template <class T> struct Constants;                     // what is worth computing once
//   template <class T> static Constants<T> prepare(const T* parameters);
//
//   template <class T>
//   static VirginPoint<T> virgin(const Constants<T>&, const T& u, const T& normal);
//   static TractionTangent virgin_tangent(const Constants<double>&, double u, double normal);
//
// both for u >= 0 only: the adapter makes the curve odd and the loop area even. A kernel whose
// curve is faster for many points at once may give, in place of virgin_tangent,
//
//   static void virgin_tangents(const Constants<double>&, std::size_t count, const double* u,
//                               double* traction, double* tangent);
//
// A kernel with a hysteretic form adds, with D directions (1 or 2),
//
//   static constexpr int history(int directions);            // doubles per point, 0 = no form
//   template <int D> static void start(const Constants<double>&, const double* u, double* history);
//   static double spring(const Constants<double>&);          // optional, with settle:
//   template <int D>                                         // the law's own linear spring
//   static void settle(const Constants<double>&, const double* u, const double* origin,
//                      double* history);
//   template <int D, class T>
//   static void load(const Constants<T>&, const T* u, const T& normal, const T* history,
//                    T* traction, T* new_history, T& work);
//   template <int D>                                         // optional; Jets otherwise
//   static void load_tangent(const Constants<double>&, const double* u, double normal,
//                            const double* history, double* traction, double* tangent,
//                            double* d_normal);
//   template <int D>                                         // or for the whole batch
//   static void load_tangents(const Constants<double>&, const HystereticBatch&);
//
// Values and tangents come from plain doubles, all other derivatives from ceres::Jet.
// A kernel without history(int) has no hysteretic form. If the Constants hold more than
// arithmetic (a table, say), derive from BoundLaw directly instead.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "core/friction_law.hpp"
#include "models/scalar.hpp"

namespace slipfront {

template <class T>
struct VirginPoint {
  T traction;   // f(u)
  T loop_area;  // 8 int_0^u f - 4 u f, without cancellation
};

struct TractionTangent {
  double traction;
  double tangent;
};

template <class Kernel>
concept HystereticKernel = requires {
  Kernel::history(1);
};

/// history(directions) of a kernel, 0 if it has no hysteretic form.
template <class Kernel>
constexpr int kernel_history(int directions) {
  if constexpr (HystereticKernel<Kernel>)
    return Kernel::history(directions);
  else
    return 0;
}

/// f(u) alone, which a kernel may have cheaper than with its loop area:
///   template <class T>
///   static T virgin_traction(const Constants<T>&, const T& u, const T& normal);
template <class Kernel, class C, class T>
T traction_alone(const C& constants, const T& u, const T& normal) {
  if constexpr (requires { Kernel::template virgin_traction<T>(constants, u, normal); })
    return Kernel::template virgin_traction<T>(constants, u, normal);
  else
    return Kernel::template virgin<T>(constants, u, normal).traction;
}

/// f(u) and f'(u) of many points, u >= 0, in the way that the kernel has. `normal` may be null.
template <class Kernel, class C>
void tangents_of(const C& constants, std::size_t count, const double* u, const double* normal,
                 double* traction, double* tangent) {
  if constexpr (requires { Kernel::virgin_tangents(constants, count, u, traction, tangent); }) {
    Kernel::virgin_tangents(constants, count, u, traction, tangent);
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      const TractionTangent at = Kernel::virgin_tangent(constants, u[i], normal ? normal[i] : 0);
      traction[i] = at.traction;
      tangent[i] = at.tangent;
    }
  }
}

template <class Kernel>
class KernelBoundLaw final : public BoundLaw {
  static constexpr int kP = Kernel::kParameters;
  template <class T>
  using Constants = typename Kernel::template Constants<T>;

 public:
  explicit KernelBoundLaw(std::span<const double> values) {
    for (int i = 0; i < kP; ++i) values_[i] = values[i];
    constants_ = Kernel::template prepare<double>(values_.data());
  }

  std::size_t parameter_count() const override { return kP; }

  void virgin(const VirginBatch& batch) const override {
    if (batch.traction || batch.tangent) virgin_values(batch);
    if (batch.loop_area) virgin_areas(batch);
    if (batch.d_traction || batch.d_loop_area) virgin_derivatives(batch);
  }

  std::size_t history_size(std::size_t directions) const override {
    return directions == 1 || directions == 2 ? kernel_history<Kernel>(int(directions)) : 0;
  }

  void start_history(std::size_t directions, const double* displacement,
                     double* history) const override {
    if constexpr (kernel_history<Kernel>(1) > 0)
      if (directions == 1) Kernel::template start<1>(constants_, displacement, history);
    if constexpr (kernel_history<Kernel>(2) > 0)
      if (directions == 2) Kernel::template start<2>(constants_, displacement, history);
  }

  double spring_stiffness() const override {
    if constexpr (requires { Kernel::spring(constants_); })
      return Kernel::spring(constants_);
    else
      return 0;
  }

  void settle_history(std::size_t directions, const double* displacement, const double* origin,
                      double* history) const override {
    if constexpr (requires { Kernel::spring(constants_); }) {
      if constexpr (kernel_history<Kernel>(1) > 0)
        if (directions == 1) Kernel::template settle<1>(constants_, displacement, origin, history);
      if constexpr (kernel_history<Kernel>(2) > 0)
        if (directions == 2) Kernel::template settle<2>(constants_, displacement, origin, history);
    } else {
      start_history(directions, displacement, history);
    }
  }

  void hysteretic(const HystereticBatch& batch) const override {
    if constexpr (kernel_history<Kernel>(1) > 0)
      if (batch.directions == 1) hysteretic_in<1>(batch);
    if constexpr (kernel_history<Kernel>(2) > 0)
      if (batch.directions == 2) hysteretic_in<2>(batch);
  }

 private:
  static double normal_at(const double* normal, std::size_t i) { return normal ? normal[i] : 0; }

  // Constants as Jets whose derivatives by the parameters begin in slot `first`.
  template <int N>
  Constants<ceres::Jet<double, N>> jet_constants(int first) const {
    std::array<ceres::Jet<double, N>, kP> p;
    for (int i = 0; i < kP; ++i) p[i] = ceres::Jet<double, N>(values_[i], first + i);
    return Kernel::template prepare<ceres::Jet<double, N>>(p.data());
  }

  void virgin_values(const VirginBatch& b) const {
    constexpr std::size_t kChunk = 128;  // points: their numbers stay close to the processor
    double distance[kChunk], traction[kChunk], tangent[kChunk];
    for (std::size_t first = 0; first < b.points; first += kChunk) {
      const std::size_t count = std::min(kChunk, b.points - first);
      const double* u = b.displacement + first;
      for (std::size_t i = 0; i < count; ++i) distance[i] = std::abs(u[i]);
      tangents_of<Kernel>(constants_, count, distance,
                          b.normal_traction ? b.normal_traction + first : nullptr, traction,
                          tangent);
      if (b.traction)
        for (std::size_t i = 0; i < count; ++i)
          b.traction[first + i] = u[i] < 0 ? -traction[i] : traction[i];
      if (b.tangent) std::copy_n(tangent, count, b.tangent + first);
    }
  }

  void virgin_areas(const VirginBatch& b) const {
    for (std::size_t i = 0; i < b.points; ++i)
      b.loop_area[i] = Kernel::template virgin<double>(constants_, std::abs(b.displacement[i]),
                                                       normal_at(b.normal_traction, i))
                           .loop_area;
  }

  void virgin_derivatives(const VirginBatch& b) const {
    constexpr int kColumns = 2 + kP;  // u, normal, parameters
    using Jet = ceres::Jet<double, kColumns>;
    const Constants<Jet> constants = jet_constants<kColumns>(2);
    for (std::size_t i = 0; i < b.points; ++i) {
      const double sign = b.displacement[i] < 0 ? -1 : 1;
      Jet u(std::abs(b.displacement[i]));
      u.v[0] = sign;
      const Jet normal(normal_at(b.normal_traction, i), 1);
      const VirginPoint<Jet> at = Kernel::template virgin<Jet>(constants, u, normal);
      for (int c = 0; c < kColumns; ++c) {
        if (b.d_traction) b.d_traction[i * kColumns + c] = sign * at.traction.v[c];
        if (b.d_loop_area) b.d_loop_area[i * kColumns + c] = at.loop_area.v[c];
      }
    }
  }

  template <int D>
  static constexpr bool has_load_tangent() {
    return requires(const Constants<double>& c, const double* in, double* out) {
      Kernel::template load_tangent<D>(c, in, 0.0, in, out, out, out);
    };
  }

  template <int D>
  void hysteretic_in(const HystereticBatch& b) const {
    if (b.work || b.new_history || (b.traction && !(b.tangent || b.d_normal))) load_values<D>(b);
    if (b.tangent || b.d_normal) load_tangents<D>(b);
    if (b.jacobian) load_jacobian<D>(b);
  }

  template <int D>
  void load_values(const HystereticBatch& b) const {
    constexpr int kH = kernel_history<Kernel>(D);
    for (std::size_t i = 0; i < b.points; ++i) {
      double traction[D], history[kH], work = 0;
      Kernel::template load<D, double>(constants_, b.displacement + i * D,
                                       normal_at(b.normal_traction, i), b.history + i * kH,
                                       traction, history, work);
      if (b.traction)
        for (int d = 0; d < D; ++d) b.traction[i * D + d] = traction[d];
      if (b.new_history)
        for (int h = 0; h < kH; ++h) b.new_history[i * kH + h] = history[h];
      if (b.work) b.work[i] = work;
    }
  }

  template <int D>
  void load_tangents(const HystereticBatch& b) const {
    if constexpr (requires { Kernel::template load_tangents<D>(constants_, b); })
      Kernel::template load_tangents<D>(constants_, b);
    else
      load_tangents_one_by_one<D>(b);
  }

  template <int D>
  void load_tangents_one_by_one(const HystereticBatch& b) const {
    constexpr int kH = kernel_history<Kernel>(D);
    const auto constants = tangent_constants<D>();
    for (std::size_t i = 0; i < b.points; ++i) {
      double traction[D], tangent[D * D], d_normal[D];
      const double normal = normal_at(b.normal_traction, i);
      if constexpr (has_load_tangent<D>())
        Kernel::template load_tangent<D>(constants, b.displacement + i * D, normal,
                                         b.history + i * kH, traction, tangent, d_normal);
      else
        jet_tangent<D>(constants, b.displacement + i * D, normal, b.history + i * kH, traction,
                       tangent, d_normal);
      for (int d = 0; d < D; ++d) {
        if (b.traction) b.traction[i * D + d] = traction[d];
        if (b.d_normal) b.d_normal[i * D + d] = d_normal[d];
      }
      if (b.tangent)
        for (int k = 0; k < D * D; ++k) b.tangent[i * D * D + k] = tangent[k];
    }
  }

  // Constants for load_tangent, or for Jets that carry displacement and normal traction.
  template <int D>
  auto tangent_constants() const {
    if constexpr (has_load_tangent<D>()) {
      return constants_;
    } else {
      using Jet = ceres::Jet<double, D + 1>;
      std::array<Jet, kP> p;
      for (int k = 0; k < kP; ++k) p[k] = Jet(values_[k]);
      return Kernel::template prepare<Jet>(p.data());
    }
  }

  template <int D>
  static void jet_tangent(const Constants<ceres::Jet<double, D + 1>>& constants, const double* u,
                          double normal, const double* history, double* traction, double* tangent,
                          double* d_normal) {
    constexpr int kH = kernel_history<Kernel>(D);
    using Jet = ceres::Jet<double, D + 1>;
    Jet displacement[D], past[kH], t[D], next[kH], work(0.0);
    for (int d = 0; d < D; ++d) displacement[d] = Jet(u[d], d);
    for (int h = 0; h < kH; ++h) past[h] = Jet(history[h]);
    Kernel::template load<D, Jet>(constants, displacement, Jet(normal, D), past, t, next, work);
    for (int d = 0; d < D; ++d) {
      traction[d] = t[d].a;
      d_normal[d] = t[d].v[D];
      for (int e = 0; e < D; ++e) tangent[d * D + e] = t[d].v[e];
    }
  }

  template <int D>
  void load_jacobian(const HystereticBatch& b) const {
    constexpr int kH = kernel_history<Kernel>(D);
    constexpr int kColumns = D + 1 + kH + kP;
    constexpr int kRows = D + kH + 1;
    using Jet = ceres::Jet<double, kColumns>;
    const Constants<Jet> constants = jet_constants<kColumns>(D + 1 + kH);
    for (std::size_t i = 0; i < b.points; ++i) {
      Jet u[D], history[kH], rows[kRows];
      for (int d = 0; d < D; ++d) u[d] = Jet(b.displacement[i * D + d], d);
      for (int h = 0; h < kH; ++h) history[h] = Jet(b.history[i * kH + h], D + 1 + h);
      Kernel::template load<D, Jet>(constants, u, Jet(normal_at(b.normal_traction, i), D), history,
                                    rows, rows + D, rows[D + kH]);
      double* out = b.jacobian + i * kRows * kColumns;
      for (int r = 0; r < kRows; ++r)
        for (int c = 0; c < kColumns; ++c) out[r * kColumns + c] = rows[r].v[c];
    }
  }

  std::array<double, kP> values_;
  Constants<double> constants_;
};

/// A LawDeclaration::bind for one kernel in both frameworks.
template <class Kernel>
std::unique_ptr<const BoundLaw> bind_kernel(Framework, std::span<const double> values) {
  return std::make_unique<KernelBoundLaw<Kernel>>(values);
}

/// A LawDeclaration::bind for laws with other parameters in the non-Masing framework.
template <class MasingKernel, class NonMasingKernel>
std::unique_ptr<const BoundLaw> bind_kernels(Framework framework, std::span<const double> values) {
  if (framework == Framework::masing) return std::make_unique<KernelBoundLaw<MasingKernel>>(values);
  return std::make_unique<KernelBoundLaw<NonMasingKernel>>(values);
}

}  // namespace slipfront
