// Time per point and direction of every law, all in one run: with tangent, as virgin curve,
// from a history in one direction and in two coupled ones; beside them what binding a
// parameter set costs, the Dormand-Prince integration of the same rate (1e-8), and the
// conformance kit. Displacements from well below slip to far beyond it.
//
// Run: bench_laws [PLUGIN]    with a plugin: also the way to its worker process and back
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <vector>

#include "models/conformance.hpp"
#include "models/plugin/isolated_law.hpp"
#include "models/plugin/plugin_file.hpp"
#include "models/rate_law.hpp"
#include "models/registry.hpp"

using namespace slipfront;

namespace {

constexpr std::size_t kPoints = 512;       // of one batch
constexpr double kMeasuredSeconds = 0.05;  // of one figure: well above the clock
constexpr int kRepetitions = 5;            // the fastest counts: nothing else ran then
constexpr double kNano = 1e9, kMicro = 1e6;

// The case: a joint that slips at 40 nm.
constexpr double kStiffness = 5e12, kLimit = 2e5, kSlip = kLimit / kStiffness;
constexpr double kNormal = 4e5;  // N/m^2, friction coefficient 0.5

struct BoucWenRate {  // A, alpha, beta/alpha, n
  static constexpr int kParameters = 4;
  template <class T>
  static T rate(const T&, const T& t, double s, const T* p) {
    using std::pow;
    if (value_of(t) == 0) return p[0];
    const double sign = sign_of(t);
    return p[0] - p[1] * (sign * s - p[2]) * pow(sign * t, p[3]);
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

/// Seconds of the clock per call, the fastest of some repetitions; the clock is read so seldom
/// that reading it costs nothing.
double seconds_per_call(const std::function<void()>& work, double (*now)()) {
  double best = HUGE_VAL;
  long calls = 1;
  for (int i = 0; i < kRepetitions;) {
    const double start = now();
    for (long k = 0; k < calls; ++k) work();
    const double elapsed = now() - start;
    if (elapsed < kMeasuredSeconds) {
      calls *= 2;
      continue;
    }
    best = std::min(best, elapsed / static_cast<double>(calls));
    ++i;
  }
  return best;
}

/// Processor time: what else runs on the machine counts little.
double processor() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }
/// Of a call that waits for another process.
double wall() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Displacements between a hundredth and ten times the slip displacement, in a mixed order.
std::vector<double> displacements() {
  constexpr double kLeast = 0.01, kDecades = 3;
  constexpr std::size_t kStride = 199;  // without a common divisor with kPoints
  std::vector<double> u(kPoints);
  for (std::size_t i = 0; i < kPoints; ++i)
    u[i] = kSlip * kLeast *
           std::pow(10, kDecades * static_cast<double>(i * kStride % kPoints) / kPoints);
  return u;
}

double virgin_time(const BoundLaw& law, bool everything) {
  const std::vector<double> u = displacements(), normal(kPoints, kNormal);
  const std::size_t columns = 2 + law.parameter_count();
  std::vector<double> f(kPoints), k(kPoints), area(kPoints), d(kPoints * columns),
      d_area(kPoints * columns);
  VirginBatch batch{.points = kPoints,
                    .displacement = u.data(),
                    .normal_traction = normal.data(),
                    .traction = f.data(),
                    .tangent = k.data()};
  if (everything) {
    batch.loop_area = area.data();
    batch.d_traction = d.data();
    batch.d_loop_area = d_area.data();
  }
  return kNano / kPoints * seconds_per_call([&] { law.virgin(batch); }, processor);
}

/// Where points have turned [slips]: loaded to 5 and come back by 3; six loops within each other.
const std::vector<double> kTurned = {5, 2}, kNested = {1.5, -1.2, 0.9, -0.6, 0.4, -0.2};

/// From points that have turned so: per point and direction.
double hysteretic_time(const BoundLaw& law, std::size_t directions,
                       const std::vector<double>& turns = kTurned) {
  const std::size_t h = law.history_size(directions), d = directions;
  if (h == 0) return 0;
  std::vector<double> u(kPoints * d), normal(kPoints, kNormal), past(kPoints * h),
      next(past.size());
  std::vector<double> t(kPoints * d), k(kPoints * d * d);
  const std::vector<double> rest(d, 0.0);
  for (std::size_t i = 0; i < kPoints; ++i) law.start_history(d, rest.data(), &past[i * h]);
  HystereticBatch batch{.points = kPoints,
                        .directions = d,
                        .displacement = u.data(),
                        .normal_traction = normal.data(),
                        .history = past.data(),
                        .new_history = next.data()};
  constexpr double kTilt = 0.3;  // of the second direction
  for (const double turn : turns) {
    for (std::size_t i = 0; i < kPoints; ++i) {
      u[i * d] = turn * kSlip;
      if (d == 2) u[i * d + 1] = kTilt * turn * turn * kSlip;
    }
    law.hysteretic(batch);
    past = next;
    batch.history = past.data();
  }
  const std::vector<double> further = displacements();
  for (std::size_t i = 0; i < kPoints; ++i) {
    u[i * d] -= further[i];
    if (d == 2) u[i * d + 1] += kTilt * further[i];
  }
  batch.traction = t.data();
  batch.tangent = k.data();
  batch.new_history = nullptr;
  const double points = static_cast<double>(kPoints * d);
  return kNano / points * seconds_per_call([&] { law.hysteretic(batch); }, processor);
}

/// Every point a path of its own.
double integrated_time(RateFunction rate, std::size_t parameters) {
  constexpr double kTolerance = 1e-8;
  const RateLaw law(std::move(rate), parameters,
                    {.relative_tolerance = kTolerance, .method = RateMethod::dormand_prince});
  return hysteretic_time(law, 1);
}

double bind_time(const FrictionLaw& law, Framework framework, const std::vector<double>& p) {
  return kMicro * seconds_per_call([&] { law.bind(framework, p); }, processor);
}

void print_time(double time) {
  if (time > 0)
    std::printf(" %9.1f", time);
  else
    std::printf(" %9s", "-");
}

void report(const char* text, const char* name, const std::vector<double>& masing,
            const std::vector<double>& non_masing, const RateFunction& rate = {}) {
  const FrictionLaw& law = Registry::built_in().find(name);
  const auto virgin = law.bind(Framework::masing, masing);
  const auto traced = law.bind(Framework::non_masing, non_masing);
  const double line = hysteretic_time(*traced, 1);
  std::printf("%-24s %8.2f", text, bind_time(law, Framework::masing, masing));
  print_time(virgin_time(*virgin, false));
  print_time(virgin_time(*virgin, true));
  print_time(line);
  print_time(hysteretic_time(*traced, 1, kNested));
  print_time(hysteretic_time(*traced, 2));
  if (rate) {
    const double integrated = integrated_time(rate, non_masing.size());
    std::printf(" %9.0f %7.0f", integrated, integrated / line);
  } else {
    std::printf(" %9s %7s", "-", "-");
  }
  std::printf("\n");
  std::fflush(stdout);
}

void report_laws() {
  std::printf("%-24s %8s %9s %9s %9s %9s %9s %9s %7s\n", "ns/point and direction", "bind us",
              "virgin", "all of it", "traced", "nested", "coupled", "D.-Prince", "ratio");
  report("jenkins", "jenkins", {kLimit, kStiffness}, {kLimit, kStiffness});
  report("elastic_dry_friction", "elastic_dry_friction", {0.5, kStiffness}, {0.5, kStiffness});
  report("prager", "prager", {kLimit, 1e10}, {kLimit, 1e10});
  const std::vector<double> gjp = {kLimit, kStiffness, 1e10};
  report("gen. jenkins prager", "generalized_jenkins_prager", gjp, gjp);
  report("iwan4", "iwan4", {kLimit, kStiffness, -0.4, 0.3}, {kLimit, kStiffness, -0.4, 0.3});
  report("iwan5", "iwan5", {kLimit, kStiffness, -0.4, 0.3, 0.8},
         {kLimit, kStiffness, -0.4, 0.3, 0.8});
  const auto bouc_wen = [](const char* name, double n, bool general) {
    const double eta = kStiffness / std::pow(kLimit, n);
    std::vector<double> masing = {kStiffness, eta}, traced = {kStiffness, eta / 1.5, -0.5};
    const std::vector<double> rate = {kStiffness, eta / 1.5, -0.5, n};
    if (general) {
      masing.push_back(n);
      traced.push_back(n);
    }
    char text[32];
    std::snprintf(text, sizeof text, general ? "%s n = %g" : "%s", name, n);
    report(text, name, masing, traced, rate_function<BoucWenRate>(rate));
  };
  bouc_wen("bouc_wen_1", 1, false);
  bouc_wen("bouc_wen_2", 2, false);
  for (const double n : {0.15, 0.5, 1.08, 3.0, 6.0}) bouc_wen("bouc_wen", n, true);
  for (const double kappa : {0.01, 0.34, 0.9, 0.999}) {
    const std::vector<double> p = {kStiffness, 1e10, kStiffness / kLimit, kappa};
    char text[32];
    std::snprintf(text, sizeof text, "valanis kappa = %g", kappa);
    report(text, "valanis", p, p, rate_function<ValanisRate>(p));
  }
}

void report_kit() {
  std::printf("\nconformance kit, 12 parameter sets\n");
  for (const std::string& name : Registry::built_in().names()) {
    ConformanceOptions options;
    // As in the tests: the domain in which Iwan's law is one, and its coupled accuracy.
    if (name == "iwan4" || name == "iwan5")
      options.bounds.push_back({"chi", "chi", "1", Scale::linear, -0.999, 1, false});
    options.units = name != "prager";  // its stiffness before slip is a constant
    if (name == "iwan4") options.line_tolerance = 2e-4;
    const auto start = std::chrono::steady_clock::now();
    std::size_t faults = 0;
    for (const Framework framework : {Framework::masing, Framework::non_masing})
      faults += check_law(Registry::built_in().find(name), framework, options).size();
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    std::printf("%-28s %6.2f s, %zu kinds of fault\n", name.c_str(), spent.count(), faults);
  }
}

/// One batch of virgin tractions and tangents, in this process and in a worker.
void report_plugin(const char* file) {
  std::printf("\nplugin %s, us per batch call\n%8s %12s %12s %12s\n", file, "points", "here",
              "worker", "the way");
  const auto far = isolate_plugin(file), near = open_plugin(file);
  const Framework framework = near->description().frameworks.front();
  std::vector<double> values;
  for (const Parameter& p : near->parameters(framework))
    values.push_back(from_search(p, 0.5 * (to_search(p, p.lower) + to_search(p, p.upper))));
  const auto a = near->bind(framework, values), b = far->bind(framework, values);
  for (const std::size_t points : {1, 4, 152, 1000, 10000}) {
    std::vector<double> u(points, kSlip), f(points), k(points);
    const VirginBatch batch{
        .points = points, .displacement = u.data(), .traction = f.data(), .tangent = k.data()};
    const double here = kMicro * seconds_per_call([&] { a->virgin(batch); }, wall);
    const double there = kMicro * seconds_per_call([&] { b->virgin(batch); }, wall);
    std::printf("%8zu %12.2f %12.2f %12.2f\n", points, here, there, there - here);
  }
}

}  // namespace

int main(int count, char** arguments) {
  report_laws();
  report_kit();
  if (count > 1) report_plugin(arguments[1]);
}
