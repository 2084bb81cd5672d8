// For tests of optimize/: an Objective that is a formula, and a store in memory.
#pragma once

#include <atomic>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <utility>

#include "core/hash.hpp"
#include "optimize/objective.hpp"

namespace slipfront::test {

class MemoryStore : public EvaluationStore {
 public:
  std::optional<Evaluation> find(const std::string& key) const override {
    const std::lock_guard lock(mutex_);
    const auto found = kept.find(key);
    if (found == kept.end()) return {};
    return found->second;
  }
  void add(const std::string& key, const Evaluation& evaluation) override {
    const std::lock_guard lock(mutex_);
    kept[key] = evaluation;
    ++added;
  }
  void save_checkpoint(std::string_view state) override { checkpoint = std::string(state); }
  std::optional<std::string> load_checkpoint() const override { return checkpoint; }

  std::map<std::string, Evaluation> kept;
  std::optional<std::string> checkpoint;
  int added = 0;

 private:
  mutable std::mutex mutex_;
};

class Formula : public Objective {
 public:
  using Function = std::function<Evaluation(std::span<const double>)>;
  Formula(std::vector<Parameter> parameters, Function function)
      : parameters_(std::move(parameters)), function_(std::move(function)) {}

  const std::vector<Parameter>& bounds() const override { return parameters_; }
  std::string key(std::span<const double> physical) const override {
    return evaluation_key("formula", physical);
  }
  Evaluation evaluate(std::span<const double> physical) const override {
    ++computed;
    return function_(physical);
  }
  double penalty(const Evaluation& evaluation) const override {
    return penalised ? evaluation.residual_l1 : 0;
  }

  mutable std::atomic<int> computed = 0;
  bool penalised = false;

 private:
  std::vector<Parameter> parameters_;
  Function function_;
};

inline Parameter parameter(const std::string& name, Scale scale, double lower, double upper) {
  Parameter p;
  p.name = name;
  p.scale = scale;
  p.lower = lower;
  p.upper = upper;
  return p;
}

/// k on log10 1e2 .. 1e6, a held third parameter, mu on 0 .. 1.
inline std::vector<Parameter> valley_parameters() {
  return {parameter("k", Scale::log10, 1e2, 1e6), parameter("held", Scale::linear, 7, 7),
          parameter("mu", Scale::linear, 0, 1)};
}

/// Two paraboloids: the best of one at log10 k = 3, of the other at 5, of both at
/// mu = 0.5. Its Pareto set is 3 <= log10 k <= 5, mu = 0.5: with a, b the objectives + 4,
/// sqrt(a) + sqrt(b) = 2. Above mu = 0.9 amplitudes fail; below 0.05 the errors are NaN.
inline Evaluation valley(std::span<const double> p) {
  Evaluation e;
  e.parameters.assign(p.begin(), p.end());
  const double s = std::log10(p[0]), d = p[2] - 0.5;
  e.frequency_objective = (s - 3) * (s - 3) + d * d - 4;
  e.damping_objective = (s - 5) * (s - 5) + d * d - 4;
  e.residual = 1e-12;
  e.frequency_hz = {s};
  e.damping = {d};
  if (p[2] > 0.9) {
    e.failed_amplitudes = p[2] > 0.95 ? 2 : 1;
    e.residual = p[2];
    e.reason = "not converged";
  } else if (p[2] < 0.05) {
    e.damping_objective = std::numeric_limits<double>::quiet_NaN();
  }
  return e;
}

}  // namespace slipfront::test
