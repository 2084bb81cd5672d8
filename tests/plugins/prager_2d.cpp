// Generalized Jenkins-Prager once more, by the SDK: hysteresis in one and two directions beside a
// spring of its own, which prestress without friction keeps.
#include "models/bilinear_kernel.hpp"
#include "models/sdk/slipfront_plugin.hpp"

namespace {

struct Prager2d {
  static constexpr bool kPressure = false, kPostSlip = true;
  template <class T>
  static slipfront::BilinearConstants<T> prepare(const T* p) {
    return {p[0], p[1], p[2]};
  }
  static constexpr int kParameters = 3;
  using Kernel = slipfront::BilinearKernel<Prager2d>;

  static constexpr slipfront::plugin::Law law = {
      .name = "prager_2d", .title = "Jenkins-Prager again", .source = "a test"};
  static constexpr slipfront::plugin::Parameter parameters[] = {{.name = "slip_traction",
                                                                 .symbol = "ts",
                                                                 .unit = "N/m^2",
                                                                 .log10_scale = true,
                                                                 .lower = 3e3,
                                                                 .upper = 5e6,
                                                                 .area_scaled = true},
                                                                {.name = "tangential_stiffness",
                                                                 .symbol = "kt",
                                                                 .unit = "N/m^3",
                                                                 .log10_scale = true,
                                                                 .lower = 3e10,
                                                                 .upper = 1e18,
                                                                 .area_scaled = true},
                                                                {.name = "post_slip_stiffness",
                                                                 .symbol = "kp",
                                                                 .unit = "N/m^3",
                                                                 .log10_scale = true,
                                                                 .lower = 1e6,
                                                                 .upper = 1e12,
                                                                 .area_scaled = true}};

  template <class T>
  static T force(const T& u, const T* p) {
    return Kernel::virgin(prepare(p), u, T(0.0)).traction;
  }
  template <class T>
  static T loop_area(const T& u, const T* p) {
    return Kernel::virgin(prepare(p), u, T(0.0)).loop_area;
  }
  template <class T>
  static T spring(const T* p) {
    return p[2];
  }
  static constexpr int history(int directions) { return Kernel::history(directions); }
  template <int D>
  static void start(const double* u, const double* p, double* past) {
    Kernel::start<D>(prepare(p), u, past);
  }
  template <int D>
  static void settle(const double* u, const double* origin, const double* p, double* past) {
    Kernel::settle<D>(prepare(p), u, origin, past);
  }
  template <int D, class T>
  static void load(const T* u, const T& normal, const T* p, const T* past, T* traction, T* next,
                   T& work) {
    Kernel::load<D>(prepare(p), u, normal, past, traction, next, work);
  }
};

}  // namespace

SLIPFRONT_EXPORT_LAW(Prager2d)
