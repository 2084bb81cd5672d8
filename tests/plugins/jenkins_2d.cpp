// Jenkins once more, by the SDK: its own hysteresis in one and two directions. What comes
// through the border and the worker process can be compared with the built-in law.
#include "models/bilinear_kernel.hpp"
#include "models/sdk/slipfront_plugin.hpp"

namespace {

struct Jenkins2d {
  static constexpr bool kPressure = false, kPostSlip = false;
  template <class T>
  static slipfront::BilinearConstants<T> prepare(const T* p) {
    return {p[0], p[1], T(0.0)};
  }
  static constexpr int kParameters = 2;
  using Kernel = slipfront::BilinearKernel<Jenkins2d>;

  static constexpr slipfront::plugin::Law law = {
      .name = "jenkins_2d", .title = "Jenkins again", .source = "a test", .version = 3};
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
                                                                 .area_scaled = true}};

  template <class T>
  static T force(const T& u, const T* p) {
    return Kernel::virgin(prepare(p), u, T(0.0)).traction;
  }
  template <class T>
  static T loop_area(const T& u, const T* p) {
    return Kernel::virgin(prepare(p), u, T(0.0)).loop_area;
  }
  static constexpr int history(int directions) { return Kernel::history(directions); }
  template <int D>
  static void start(const double* u, const double* p, double* past) {
    Kernel::start<D>(prepare(p), u, past);
  }
  template <int D, class T>
  static void load(const T* u, const T& normal, const T* p, const T* past, T* traction, T* next,
                   T& work) {
    Kernel::load<D>(prepare(p), u, normal, past, traction, next, work);
  }
};

}  // namespace

SLIPFRONT_EXPORT_LAW(Jenkins2d)
