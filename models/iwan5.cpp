// 5-parameter Iwan (Porter et al., eq 8-9): sliders that carry theta times their breakaway
// force once they slide. The virgin curve, used as if Masing, is iwan_distribution.hpp; the
// hysteretic form follows every slider, slider_bands.hpp.
#include "models/declared_law.hpp"
#include "models/laws.hpp"
#include "models/parameter_table.hpp"
#include "models/slider_bands.hpp"

namespace slipfront {

namespace {

struct Iwan5 {
  static constexpr int kParameters = 5;  // fs, kt, chi, beta, theta
  template <class T>
  using Constants = IwanConstants<T>;

  template <class T>
  static Constants<T> prepare(const T* p) {
    constexpr int kBeta = 3, kTheta = 4;  // positions
    return iwan_constants<T>(p[0], p[1], p[2], p[kBeta], p[kTheta]);
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
    return directions == 1 ? SliderBands::kHistory : 0;
  }
  template <int D>
  static void start(const Constants<double>&, const double* u, double* past) {
    SliderBands::start(*u, past);
  }
  template <int D, class T>
  static void load(const Constants<T>& c, const T* u, const T&, const T* past, T* traction, T* next,
                   T& work) {
    SliderBands::load<T>(c, *u, past, *traction, next, work);
  }
  template <int D>
  static void load_tangents(const Constants<double>& c, const HystereticBatch& batch) {
    SliderBands::load_tangents(c, batch);
  }
};

std::string violation(Framework, std::span<const double> p) {
  const double beta = p[p.size() - 2];
  return iwan_violation(p[0], p[1], p[2], beta, p.back());
}

}  // namespace

std::unique_ptr<FrictionLaw> make_iwan5() {
  const std::vector<Parameter> parameters = {
      parameter::slip_traction(), parameter::tangential_stiffness(), parameter::chi_iwan5(),
      parameter::beta(), parameter::theta()};
  return std::make_unique<DeclaredLaw>(
      LawDeclaration{.description = {.name = "iwan5",
                                     .title = "5-parameter Iwan",
                                     .source = "Porter et al. eq 8-9",
                                     .frameworks = {Framework::masing, Framework::non_masing}},
                     .masing = parameters,
                     .non_masing = parameters,
                     .violation = violation,
                     .bind = bind_kernel<Iwan5>});
}

}  // namespace slipfront
