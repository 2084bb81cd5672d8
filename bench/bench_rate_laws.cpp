// Time per point of the exact rate laws, with tangent, beside the integration of their
// rates in the same run. Displacements from well below slip to far beyond it.
//
// Run: bench_rate_laws
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <vector>

#include "models/laws.hpp"
#include "models/rate_law.hpp"

using namespace slipfront;

namespace {

constexpr std::size_t kPoints = 512;      // of one batch
constexpr double kMeasuredSeconds = 0.2;  // of one figure: well above the clock and jitter
constexpr double kNano = 1e9;
constexpr double kMicro = 1e6;

struct BoucWenRate {
  static constexpr int kParameters = 3;
  template <class T>
  static T rate(const T&, const T& t, double, const T* p) {
    using std::pow;
    return value_of(t) <= 0 ? p[0] : p[0] - p[1] * pow(t, p[2]);
  }
};

struct ValanisRate {
  static constexpr int kParameters = 4;
  template <class T>
  static T rate(const T& u, const T& t, double s, const T* p) {
    const T x = s * p[2] / p[0] * (p[1] * u - t);
    return p[0] * (1.0 + x) / (1.0 + p[3] * x);
  }
};

/// Processor time: what else runs on the machine does not count.
double seconds_per_call(const std::function<void()>& work) {
  work();
  const std::clock_t start = std::clock();
  long calls = 0;
  double elapsed = 0;
  while (elapsed < kMeasuredSeconds) {
    work();
    ++calls;
    elapsed = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  }
  return elapsed / static_cast<double>(calls);
}

/// Displacements between a hundredth and ten times the slip displacement.
std::vector<double> displacements(double slip) {
  constexpr double kLeast = 0.01, kDecades = 3;
  std::vector<double> u(kPoints);
  for (std::size_t i = 0; i < kPoints; ++i) {
    u[i] = slip * kLeast * std::pow(10, kDecades * static_cast<double>(i) / kPoints);
  }
  return u;
}

double virgin_nanoseconds(const BoundLaw& law, const std::vector<double>& u, bool derivatives) {
  const std::size_t columns = 2 + law.parameter_count();
  std::vector<double> f(kPoints), k(kPoints), area(kPoints), d(kPoints * columns),
      d_area(kPoints * columns);
  VirginBatch batch{
      .points = kPoints, .displacement = u.data(), .traction = f.data(), .tangent = k.data()};
  if (derivatives) {
    batch.loop_area = area.data();
    batch.d_traction = d.data();
    batch.d_loop_area = d_area.data();
  }
  return kNano / kPoints * seconds_per_call([&] { law.virgin(batch); });
}

double hysteretic_nanoseconds(const BoundLaw& law, const std::vector<double>& u, double slip,
                              double traction) {
  const std::size_t h = law.history_size(1);
  std::vector<double> f(kPoints), k(kPoints), next(kPoints * h), past(kPoints * h, 0.0);
  for (std::size_t i = 0; i < kPoints; ++i) {
    past[i * h] = slip;
    past[i * h + 1] = -traction / 2;
  }
  std::vector<double> ahead = u;
  for (double& x : ahead) x += slip;
  const HystereticBatch batch{.points = kPoints,
                              .displacement = ahead.data(),
                              .history = past.data(),
                              .traction = f.data(),
                              .tangent = k.data(),
                              .new_history = next.data()};
  return kNano / kPoints * seconds_per_call([&] { law.hysteretic(batch); });
}

double bind_microseconds(const FrictionLaw& law, const std::vector<double>& p) {
  return kMicro * seconds_per_call([&] { law.bind(Framework::masing, p); });
}

void report(const char* name, double bind, double virgin, double full, double hysteretic,
            double ode) {
  std::printf("%-22s %9.1f %9.0f %9.0f %12.0f %12.0f\n", name, bind, virgin, full, hysteretic, ode);
}

}  // namespace

int main() {
  const double stiffness = 5e12, limit = 2e5, slip = limit / stiffness;
  const std::vector<double> u = displacements(slip);
  std::printf("%-22s %9s %9s %9s %12s %12s\n", "", "bind", "t, dt/du", "all", "from history",
              "by ODE, 1e-8");
  std::printf("%-22s %9s %9s %9s %12s %12s\n", "", "us", "ns/point", "ns/point", "ns/point",
              "ns/point");
  const auto bouc_wen = make_bouc_wen();
  for (const double n : {0.15, 0.5, 1.08, 3.0, 6.0}) {
    const double eta = stiffness / std::pow(limit, n);
    const std::vector<double> p{stiffness, eta, n}, q{stiffness, eta / 1.5, -0.5, n};
    const auto law = bouc_wen->bind(Framework::masing, p);
    const auto history = bouc_wen->bind(Framework::non_masing, q);
    char name[32];
    std::snprintf(name, sizeof name, "bouc_wen n = %g", n);
    report(name, bind_microseconds(*bouc_wen, p), virgin_nanoseconds(*law, u, false),
           virgin_nanoseconds(*law, u, true), hysteretic_nanoseconds(*history, u, slip, limit),
           virgin_nanoseconds(RateLaw(rate_function<BoucWenRate>(p), 3), u, false));
  }
  const auto valanis = make_valanis();
  for (const double kappa : {0.01, 0.34, 0.9, 0.999}) {
    const std::vector<double> p{stiffness, 1e10, stiffness / limit, kappa};
    const auto law = valanis->bind(Framework::non_masing, p);
    char name[32];
    std::snprintf(name, sizeof name, "valanis kappa = %g", kappa);
    report(name, bind_microseconds(*valanis, p), virgin_nanoseconds(*law, u, false),
           virgin_nanoseconds(*law, u, true), hysteretic_nanoseconds(*law, u, slip, limit),
           virgin_nanoseconds(RateLaw(rate_function<ValanisRate>(p), 4), u, false));
  }
}
