// One point of a bound law, asked by value instead of by batch: for checks and tests.
#pragma once

#include <memory>
#include <vector>

#include "core/friction_law.hpp"

namespace slipfront {

struct VirginAnswer {
  double traction = 0, tangent = 0, loop_area = 0;
  std::vector<double> d_traction, d_loop_area;
};

inline VirginAnswer virgin_at(const BoundLaw& law, double u, double normal = 0) {
  VirginAnswer at;
  at.d_traction.resize(2 + law.parameter_count());
  at.d_loop_area.resize(2 + law.parameter_count());
  law.virgin({.points = 1,
              .displacement = &u,
              .normal_traction = &normal,
              .traction = &at.traction,
              .tangent = &at.tangent,
              .loop_area = &at.loop_area,
              .d_traction = at.d_traction.data(),
              .d_loop_area = at.d_loop_area.data()});
  return at;
}

/// The traction of loading from the origin alone.
inline double virgin_traction(const BoundLaw& law, double u, double normal = 0) {
  double traction = 0;
  law.virgin({.points = 1, .displacement = &u, .normal_traction = &normal, .traction = &traction});
  return traction;
}

struct HystereticAnswer {
  std::vector<double> traction, tangent, d_normal, new_history, jacobian;
  double work = 0;
};

inline std::vector<double> start_at(const BoundLaw& law, const std::vector<double>& u) {
  std::vector<double> history(law.history_size(u.size()));
  law.start_history(u.size(), u.data(), history.data());
  return history;
}

/// Everything about loading from `history` to u; the jacobian only if asked for.
inline HystereticAnswer load_to(const BoundLaw& law, const std::vector<double>& u,
                                const std::vector<double>& history, double normal = 0,
                                bool jacobian = true) {
  const std::size_t d = u.size(), h = history.size();
  HystereticAnswer at;
  at.traction.resize(d);
  at.tangent.resize(d * d);
  at.d_normal.resize(d);
  at.new_history.resize(h);
  if (jacobian) at.jacobian.resize((d + h + 1) * (d + 1 + h + law.parameter_count()));
  law.hysteretic({.points = 1,
                  .directions = d,
                  .displacement = u.data(),
                  .normal_traction = &normal,
                  .history = history.data(),
                  .traction = at.traction.data(),
                  .tangent = at.tangent.data(),
                  .d_normal = at.d_normal.data(),
                  .work = &at.work,
                  .new_history = at.new_history.data(),
                  .jacobian = jacobian ? at.jacobian.data() : nullptr});
  return at;
}

/// The tractions at the turning points of a path that starts at the origin, and the work.
struct Walk {
  std::vector<std::vector<double>> traction;
  std::vector<double> work;  // of each segment
  double total_work = 0;
};

inline Walk walk(const BoundLaw& law, const std::vector<std::vector<double>>& path,
                 double normal = 0) {
  Walk result;
  if (path.empty()) return result;
  std::vector<double> history = start_at(law, std::vector<double>(path.front().size(), 0.0));
  for (const std::vector<double>& u : path) {
    const HystereticAnswer at = load_to(law, u, history, normal, false);
    result.traction.push_back(at.traction);
    result.work.push_back(at.work);
    result.total_work += at.work;
    history = at.new_history;
  }
  return result;
}

}  // namespace slipfront
