// 4-parameter Iwan (Porter et al., eq 7-8; Segalman 2002): iwan_distribution.hpp with
// theta = 1; in one direction with complete memory, masing_memory.hpp.
#include "models/declared_law.hpp"
#include "models/iwan_distribution.hpp"
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
  static TractionTangent virgin_tangent(const Constants<double>& c, double u, double) {
    return iwan_virgin_tangent(c, u);
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
  static void load_tangent(const Constants<double>& c, const double* u, double, const double* past,
                           double* traction, double* tangent, double* d_normal) {
    const TractionTangent at = MasingMemory<Iwan4>::load_tangent(c, *u, past);
    *traction = at.traction;
    *tangent = at.tangent;
    *d_normal = 0;
  }
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
                                     .coupled = false},
                     .masing = parameters,
                     .non_masing = parameters,
                     .violation = violation,
                     .bind = bind_kernel<Iwan4>});
}

}  // namespace slipfront
