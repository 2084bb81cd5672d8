// The C side of an author's class: the table that slipfront_plugin() returns. Exceptions
// end here, as sentences.
#pragma once

#include <algorithm>
#include <cstring>
#include <exception>
#include <limits>

#include "models/sdk/plugin_kernel.hpp"

namespace slipfront::plugin {

inline void put_text(const char* sentence, char* text, std::size_t capacity) {
  if (capacity == 0) return;
  const std::size_t length = std::min(std::strlen(sentence), capacity - 1);
  std::memcpy(text, sentence, length);
  text[length] = '\0';
}

/// Runs `work`: 0, or 1 and what it threw as text.
template <class F>
int guarded(char* text, std::size_t capacity, const F& work) noexcept {
  try {
    work();
    return 0;
  } catch (const std::exception& error) {
    put_text(error.what(), text, capacity);
  } catch (...) {
    put_text("an exception that is no std::exception", text, capacity);
  }
  return 1;
}

inline const BoundLaw& bound(const void* law) { return *static_cast<const BoundLaw*>(law); }

inline int start_history(const void* law, std::size_t directions, const double* displacement,
                         double* history, char* text, std::size_t capacity) {
  return guarded(text, capacity,
                 [&] { bound(law).start_history(directions, displacement, history); });
}

inline double spring_stiffness(const void* law) {
  double stiffness = std::numeric_limits<double>::quiet_NaN();  // what slipfront refuses
  guarded(nullptr, 0, [&] { stiffness = bound(law).spring_stiffness(); });
  return stiffness;
}

inline int settle_history(const void* law, std::size_t directions, const double* displacement,
                          const double* origin, double* history, char* text, std::size_t capacity) {
  return guarded(text, capacity,
                 [&] { bound(law).settle_history(directions, displacement, origin, history); });
}

inline int virgin(const void* law, const slipfront_virgin_v1* b, char* text, std::size_t capacity) {
  return guarded(text, capacity, [&] {
    bound(law).virgin({.points = b->points,
                       .displacement = b->displacement,
                       .normal_traction = b->normal_traction,
                       .traction = b->traction,
                       .tangent = b->tangent,
                       .loop_area = b->loop_area,
                       .d_traction = b->d_traction,
                       .d_loop_area = b->d_loop_area});
  });
}

inline int hysteretic(const void* law, const slipfront_hysteretic_v1* b, char* text,
                      std::size_t capacity) {
  return guarded(text, capacity, [&] {
    bound(law).hysteretic({.points = b->points,
                           .directions = b->directions,
                           .displacement = b->displacement,
                           .normal_traction = b->normal_traction,
                           .history = b->history,
                           .traction = b->traction,
                           .tangent = b->tangent,
                           .d_normal = b->d_normal,
                           .work = b->work,
                           .new_history = b->new_history,
                           .jacobian = b->jacobian});
  });
}

/// The table of the class L.
template <class L>
slipfront_plugin_v1 make_table() {
  slipfront_plugin_v1 table = {};
  table.abi_version = SLIPFRONT_PLUGIN_ABI;
  table.struct_size = sizeof table;
  table.name = L::law.name;
  table.title = L::law.title;
  table.source = L::law.source;
  table.version = L::law.version;
  table.frameworks = frameworks_of<L>();
  table.coupled = is_coupled<L>();
  table.pressure_dependent = HasPressureForce<L>;
  table.has_post_slip = owns_post_slip<L>();
  table.parameter_count = std::size(L::parameters);
  table.parameters = L::parameters;
  table.domain_violation = [](int, const double* values, char* text, std::size_t capacity) {
    std::string rule;
    const int failed = guarded(text, capacity, [&] { rule = plugin::domain_violation<L>(values); });
    if (failed || rule.empty()) return failed;
    put_text(rule.c_str(), text, capacity);
    return 1;
  };
  table.bind = [](int, const double* values, char* text, std::size_t capacity) -> void* {
    const BoundLaw* law = nullptr;
    guarded(text, capacity, [&] {
      law = plugin::bind<L>({values, std::size(L::parameters)}).release();
    });
    return const_cast<BoundLaw*>(law);
  };
  table.release = [](void* law) { delete static_cast<BoundLaw*>(law); };
  table.history_size = [](const void* law, std::size_t directions) {
    return bound(law).history_size(directions);
  };
  table.start_history = start_history;
  table.spring_stiffness = spring_stiffness;
  table.settle_history = settle_history;
  table.virgin = virgin;
  table.hysteretic = hysteretic;
  return table;
}

}  // namespace slipfront::plugin
