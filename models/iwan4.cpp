// 4-parameter Iwan (Porter et al., eq 7-8; Segalman 2002): iwan_distribution.hpp with
// theta = 1; in one direction with complete memory, masing_memory.hpp; in two coupled ones
// (beyond the paper) as a set of sliders, iwan_sliders.hpp and coupled_sliders.hpp, which
// follows the exact curve within 1e-4 of fs and exists for chi >= -1.
#include <algorithm>
#include <array>
#include <mutex>

#include "models/coupled_sliders.hpp"
#include "models/declared_law.hpp"
#include "models/iwan_distribution.hpp"
#include "models/iwan_sliders.hpp"
#include "models/laws.hpp"
#include "models/masing_memory.hpp"
#include "models/parameter_table.hpp"

namespace slipfront {

namespace {

struct Iwan4 {
  static constexpr int kParameters = 4;  // fs, kt, chi, beta
  template <class T>
  using Constants = IwanConstants<T>;

  template <class T>
  static Constants<T> prepare(const T* p) {
    constexpr int kBeta = 3;  // position of beta
    return iwan_constants<T>(p[0], p[1], p[2], p[kBeta], T(1.0));
  }
  template <class T>
  static VirginPoint<T> virgin(const Constants<T>& c, const T& u, const T&) {
    return iwan_virgin(c, u);
  }
  static void virgin_tangents(const Constants<double>& c, std::size_t count, const double* u,
                              double* traction, double* tangent) {
    iwan_virgin_tangents(c, count, u, traction, tangent);
  }

  static constexpr int history(int directions) {
    return directions == 1 ? MasingMemory<Iwan4>::kHistory : 0;
  }
  template <int D>
  static void start(const Constants<double>&, const double* u, double* past) {
    MasingMemory<Iwan4>::start(*u, past);
  }
  template <int D, class T>
  static void load(const Constants<T>& c, const T* u, const T&, const T* past, T* traction, T* next,
                   T& work) {
    MasingMemory<Iwan4>::load(c, *u, past, *traction, next, work);
  }
  template <int D>
  static void load_tangents(const Constants<double>& c, const HystereticBatch& batch) {
    MasingMemory<Iwan4>::load_tangents(c, batch);
  }
};

class BoundIwan4 final : public BoundLaw {
 public:
  explicit BoundIwan4(std::span<const double> values) : line_(values) {
    std::copy(values.begin(), values.end(), values_.begin());
  }

  std::size_t parameter_count() const override { return kParameters; }
  void virgin(const VirginBatch& batch) const override { line_.virgin(batch); }
  std::size_t history_size(std::size_t directions) const override {
    if (directions != 2) return line_.history_size(directions);
    const double chi = values_[2];
    return chi >= -1 ? CoupledSliders::history_of(kIwanSliders) : 0;
  }
  void start_history(std::size_t directions, const double* displacement,
                     double* history) const override {
    if (directions == 1) return line_.start_history(1, displacement, history);
    if (history_size(2) == 0) return;
    std::fill_n(history, history_size(2), 0.0);
    std::copy_n(displacement, 2, history);
  }
  void hysteretic(const HystereticBatch& batch) const override {
    if (batch.directions == 1) return line_.hysteretic(batch);
    if (history_size(2) > 0) sliders().hysteretic(batch);
  }

 private:
  static constexpr int kParameters = Iwan4::kParameters;

  // Only elements ask for them: built at the first question.
  const CoupledSliders& sliders() const {
    std::call_once(built_, [this] {
      using Jet = ceres::Jet<double, kParameters>;
      std::array<Jet, kParameters> p;
      for (int i = 0; i < kParameters; ++i) p[i] = Jet(values_[i], i);
      iwan_sliders(Iwan4::prepare(p.data()), [this](const Jet& stiffness, const Jet& limit) {
        sliders_.add(stiffness.a, limit.a, stiffness.v.data(), limit.v.data());
      });
    });
    return sliders_;
  }

  KernelBoundLaw<Iwan4> line_;
  std::array<double, kParameters> values_;
  mutable std::once_flag built_;
  mutable CoupledSliders sliders_{kParameters};
};

std::string violation(Framework, std::span<const double> p) {
  return iwan_violation(p[0], p[1], p[2], p.back(), 1);
}

}  // namespace

std::unique_ptr<FrictionLaw> make_iwan4() {
  const std::vector<Parameter> parameters = {parameter::slip_traction(),
                                             parameter::tangential_stiffness(), parameter::chi(),
                                             parameter::beta()};
  return std::make_unique<DeclaredLaw>(
      LawDeclaration{.description = {.name = "iwan4",
                                     .title = "4-parameter Iwan",
                                     .source = "Porter et al. eq 7-8; Segalman 2002",
                                     .frameworks = {Framework::masing, Framework::non_masing},
                                     .coupled = true},
                     .masing = parameters,
                     .non_masing = parameters,
                     .violation = violation,
                     .bind = [](Framework, std::span<const double> values) {
                       return std::unique_ptr<const BoundLaw>(new BoundIwan4(values));
                     }});
}

}  // namespace slipfront
