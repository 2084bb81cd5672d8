// A spring t = k u as a plugin, written against the C ABI by hand; built once for each
// thing that a plugin may do wrong (FAULT_...). FAULT_none is right.
#include <signal.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "models/sdk/slipfront_plugin.h"

namespace {

const slipfront_parameter_v1 kParameters[] = {
#ifdef FAULT_bad_bounds
    {"stiffness", "k", "N/m^3", 1, 1e14, 1e10, 1},
#else
    {"stiffness", "k", "N/m^3", 1, 1e10, 1e14, 1},
#endif
};

int domain_violation(int, const double* values, char* text, size_t capacity) {
  if (values[0] > 0) return 0;
  std::snprintf(text, capacity, "stiffness must be above 0");
  return 1;
}

void* bind(int, const double* values, char* text, size_t capacity) {
#ifdef FAULT_bind_refuses
  std::snprintf(text, capacity, "no memory for %g", values[0]);
  return nullptr;
#else
  (void)text, (void)capacity;
  return new double(values[0]);
#endif
}

void release(void* law) { delete static_cast<double*>(law); }

size_t history_size(const void*, size_t) {
#ifdef FAULT_huge_history
  return static_cast<size_t>(-1) / 16;
#else
  return 0;
#endif
}

int start_history(const void*, size_t, const double*, double*, char*, size_t) { return 0; }

double spring_stiffness(const void*) {
#ifdef FAULT_nan_spring
  return NAN;
#else
  return 0;
#endif
}

int settle_history(const void*, size_t, const double*, const double*, double*, char*, size_t) {
  return 0;
}

int hysteretic(const void*, const slipfront_hysteretic_v1*, char*, size_t) { return 0; }

// A crash as a wild pointer makes it, without a sanitizer's help.
[[maybe_unused]] void crash() {
  signal(SIGSEGV, SIG_DFL);
  raise(SIGSEGV);
}

int virgin(const void* law, const slipfront_virgin_v1* b, char* text, size_t capacity) {
  const double k = *static_cast<const double*>(law);
  (void)text, (void)capacity;
#ifdef FAULT_segfault
  crash();
#endif
#ifdef FAULT_crashes_sometimes  // for one in seven stiffnesses
  if (std::fmod(1000 * std::log10(k), 7) < 1) crash();
#endif
#ifdef FAULT_hang
  for (;;) pause();
#endif
#ifdef FAULT_closes  // everything that it can find, and goes on
  for (int descriptor = 3; descriptor < 100; ++descriptor) close(descriptor);
  for (;;) pause();
#endif
#ifdef FAULT_spin
  for (volatile double more = 1; more > 0;) more = more + 1;
#endif
#ifdef FAULT_throws  // which nobody may; somewhere far from the middle of the bounds
  if (k > 1e13) throw std::runtime_error("out of range");
#endif
#ifdef FAULT_nan_somewhere
  if (k > 1e13) return b->traction ? (b->traction[0] = NAN, 0) : 0;
#endif
#ifdef FAULT_exit
  _exit(3);
#endif
#ifdef FAULT_reports
  std::snprintf(text, capacity, "table not found");
  return 1;
#endif
#ifdef FAULT_prints
  std::puts("a plugin that talks");
  std::fflush(stdout);
#endif
#ifdef FAULT_first_point
  const size_t points = 1;
#else
  const size_t points = b->points;
#endif
  for (size_t i = 0; i < points; ++i) {
    const double u = b->displacement[i];
    if (b->traction) b->traction[i] = k * u;
    if (b->tangent) b->tangent[i] = k;
    if (b->loop_area) b->loop_area[i] = 0;
    const double by[] = {k, 0, u};
    for (int c = 0; c < 3; ++c) {
      if (b->d_traction) b->d_traction[3 * i + c] = by[c];
      if (b->d_loop_area) b->d_loop_area[3 * i + c] = 0;
    }
#ifdef FAULT_nan
    if (b->traction) b->traction[i] = NAN;
#endif
#ifdef FAULT_wrong_tangent
    if (b->tangent) b->tangent[i] = 2 * k;
#endif
  }
  return 0;
}

const slipfront_plugin_v1 kTable = {
#ifdef FAULT_wrong_abi
    7,
#elif defined FAULT_old_abi
    0,
#else
    SLIPFRONT_PLUGIN_ABI,
#endif
#ifdef FAULT_wrong_size
    sizeof(slipfront_plugin_v1) - 2 * sizeof(void*),
#else
    sizeof(slipfront_plugin_v1),
#endif
#if defined FAULT_taken_name
    "jenkins",
#elif defined FAULT_bad_name
    "My Spring",
#elif defined FAULT_null_name
    nullptr,
#else
    "spring",
#endif
    "Linear spring",
    "a test",
    1,
    SLIPFRONT_MASING,
    0,
    0,
    0,
#ifdef FAULT_wrong_count
    100'000'000,
#else
    1,
#endif
    kParameters,
    domain_violation,
    bind,
    release,
    history_size,
    start_history,
    spring_stiffness,
    settle_history,
    virgin,
    hysteretic};

#ifdef FAULT_crash_on_load
const int kCrashed = (crash(), 0);
#endif

}  // namespace

#ifdef FAULT_no_symbol
extern "C" __attribute__((visibility("default"))) const void* some_other_function(void) {
  return &kTable;
}
#else
extern "C" __attribute__((visibility("default"))) const slipfront_plugin_v1* slipfront_plugin(
    void) {
  return &kTable;
}
#endif
