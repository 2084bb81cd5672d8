// For tests of optimize/: objectives with known Pareto sets and exact gradients.
#pragma once

#include <Eigen/Core>
#include <cmath>

#include "core/number.hpp"
#include "formula_objectives.hpp"
#include "optimize/boundary_options.hpp"
#include "optimize/error_factor.hpp"
#include "optimize/optimizer_result.hpp"
#include "optimize/search_space.hpp"

namespace slipfront::test {

/// A Formula with gradient: the function fills the factors when it is told to.
class GradientFormula : public Objective {
 public:
  using Function = std::function<Evaluation(std::span<const double>)>;
  GradientFormula(std::vector<Parameter> parameters, Function function)
      : parameters_(std::move(parameters)), function_(std::move(function)) {}

  const std::vector<Parameter>& bounds() const override { return parameters_; }
  std::string key(std::span<const double> physical) const override {
    return evaluation_key("gradient formula", physical);
  }
  Evaluation evaluate(std::span<const double> physical) const override {
    ++computed;
    Evaluation e = function_(physical);
    e.frequency_factor.clear();
    e.damping_factor.clear();
    return e;
  }
  bool has_gradient() const override { return true; }
  Evaluation evaluate_with_gradient(std::span<const double> physical) const override {
    ++with_gradient;
    return function_(physical);
  }

  mutable std::atomic<int> computed = 0, with_gradient = 0;

 private:
  std::vector<Parameter> parameters_;
  Function function_;
};

/// Smallest errors of `springs`: its objectives end at log10(kRest^2).
inline constexpr double kRest = 0.1;

/// Two least-squares fits over s = log10 k (1e2 .. 1e6) and mu (0 .. 1), d = mu - 0.5:
///   errors (s - 3, d, 0.1) and (s - 5, d, 0.1).
/// Pareto set: 3 <= s <= 5, d = 0. Above mu = 0.9 amplitudes fail.
inline Evaluation springs(std::span<const double> p) {
  Evaluation e;
  e.parameters.assign(p.begin(), p.end());
  const double s = std::log10(p[0]), d = p[2] - 0.5;
  const Eigen::Vector3d frequency(s - 3, d, kRest), damping(s - 5, d, kRest);
  e.frequency_objective = std::log10(frequency.squaredNorm());
  e.damping_objective = std::log10(damping.squaredNorm());
  Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(3, 3);
  slopes(0, 0) = 1;
  slopes(1, 2) = 1;
  e.frequency_factor = error_factor(slopes, frequency);
  e.damping_factor = error_factor(slopes, damping);
  e.residual = 1e-12;
  e.frequency_hz = {s};
  e.damping = {d};
  if (p[2] > 0.9) {
    e.failed_amplitudes = 1;
    e.reason = "not converged";
  }
  return e;
}

inline constexpr double kSlidersKink = 0.75, kSlidersFollow = 0.4;

inline std::vector<Parameter> sliders_parameters() {
  return {parameter("k", Scale::log10, 1e2, 1e6), parameter("force", Scale::log10, 1e3, 1e7),
          parameter("theta", Scale::linear, 0, 1)};
}

/// Errors (s - 3, f + follow theta - 5, r) in frequency and (s - 5, the same, r) in damping, with
/// s = log10 k, f = log10 force. r = 0.1 up to theta = 0.75, so that force and theta count together
/// only, and 0.1 - 0.36 (theta - 0.75) from there on: best at theta = 1, with r = 0.01.
inline Evaluation sliders(std::span<const double> p, double follow = kSlidersFollow,
                          double scale = 1) {
  Evaluation e;
  e.parameters.assign(p.begin(), p.end());
  const double s = std::log10(p[0]), f = std::log10(p[1]), theta = p[2];
  const bool behind = theta > kSlidersKink;
  const double together = f + follow * theta - 5;
  const double rest = kRest - (behind ? 0.36 * (theta - kSlidersKink) : 0);
  const Eigen::Vector3d frequency(s - 3, together, scale * rest), damping(s - 5, together, rest);
  e.frequency_objective = std::log10(frequency.squaredNorm());
  e.damping_objective = std::log10(damping.squaredNorm());
  Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(3, 3);
  slopes(0, 0) = 1;
  slopes(1, 1) = 1;
  slopes(1, 2) = follow;
  slopes(2, 2) = behind ? -0.36 : 0;
  Eigen::MatrixXd of_frequency = slopes;
  of_frequency(2, 2) *= scale;
  e.frequency_factor = error_factor(of_frequency, frequency);
  e.damping_factor = error_factor(slopes, damping);
  return e;
}

/// A hybrid of 12 x 4 generations and three rays.
inline HybridOptions small_hybrid(double gap, int gradients) {
  HybridOptions options;
  options.population = 12;
  options.generations = 4;
  options.rays = 3;
  options.gap = gap;
  options.gradients = gradients;
  return options;
}

inline GradientFormula springs_objective() { return GradientFormula(valley_parameters(), springs); }

/// Everything of a result that must not change, as text.
inline std::string bytes_of(const OptimizerResult& result) {
  std::string text = std::to_string(result.evaluations) + ' ' +
                     std::to_string(result.failed_evaluations) + ' ' +
                     std::to_string(result.gradients) + ' ' + std::to_string(result.repeated) +
                     ' ' + std::to_string(result.generations) + ' ' + result.stop_reason + ' ' +
                     to_text(result.quality.hypervolume);
  for (const Evaluation& e : result.front) {
    text += '\n' + to_text(e.frequency_objective) + ' ' + to_text(e.damping_objective);
    for (const double p : e.parameters) text += ' ' + to_text(p);
  }
  return text;
}

/// Calls run(objective, store, threads, progress) for `make()`, whole and interrupted in every
/// way, and checks that the bytes are the same and that nothing is computed twice.
template <class Make, class Run>
void check_same_bytes(Make make, Run run) {
  const auto objective = make();
  MemoryStore whole_store;
  const OptimizerResult whole = run(objective, whole_store, 1, ProgressCallback{});
  const std::string bytes = bytes_of(whole);
  REQUIRE(!whole.interrupted);
  REQUIRE(!whole.front.empty());
  const int computed = objective.computed, with_gradient = objective.with_gradient;
  CHECK(with_gradient == whole.gradients);

  for (const int threads : {2, 5}) {
    const auto again = make();
    MemoryStore store;
    CHECK(bytes_of(run(again, store, threads, ProgressCallback{})) == bytes);
    CHECK(again.computed == computed);
    CHECK(again.with_gradient == with_gradient);
  }

  // Stopped after every step in turn.
  const auto stopped = make();
  MemoryStore store;
  OptimizerResult part;
  int calls = 0;
  do {
    part = run(stopped, store, 1 + calls % 2, [](const OptimizerProgress&) { return false; });
    REQUIRE(++calls < 1000);
  } while (part.interrupted);
  CHECK(calls > 2);
  CHECK(bytes_of(part) == bytes);
  CHECK(stopped.computed == computed);
  CHECK(stopped.with_gradient == with_gradient);
  CHECK(store.checkpoint == whole_store.checkpoint);

  // Killed in the middle of a step: whatever was stored is found again.
  const int all = computed + with_gradient;
  for (const int kill_at : {3, all / 3, all - 2}) {
    struct Dying : public EvaluationStore {
      MemoryStore kept;
      int left = 0;
      std::optional<Evaluation> find(const std::string& key) const override {
        return kept.find(key);
      }
      void add(const std::string& key, const Evaluation& e) override {
        if (left-- == 0) throw Failure(Problem{"power", "", "", "cut", ""});
        kept.add(key, e);
      }
      void save_checkpoint(std::string_view state) override { kept.save_checkpoint(state); }
      std::optional<std::string> load_checkpoint() const override { return kept.checkpoint; }
    } dying;
    dying.left = kill_at;
    const auto killed = make();
    CHECK_THROWS_AS(run(killed, dying, 1, ProgressCallback{}), Failure);
    const auto resumed = make();
    CHECK(bytes_of(run(resumed, dying.kept, 2, ProgressCallback{})) == bytes);
    CHECK(resumed.computed + resumed.with_gradient == all - kill_at);
  }

  // Lines of the log that are lost are computed again, and change nothing else.
  for (const std::size_t third : {0, 1, 2}) {
    MemoryStore damaged;
    std::size_t n = 0;
    for (const auto& [key, evaluation] : whole_store.kept)
      if (n++ % 3 != third) damaged.kept[key] = evaluation;
    const auto again = make();
    CHECK(bytes_of(run(again, damaged, 2, ProgressCallback{})) == bytes);
    CHECK(damaged.kept.size() == whole_store.kept.size());
  }

  // A finished run stays as it is.
  CHECK(bytes_of(run(stopped, store, 1, ProgressCallback{})) == bytes);
  CHECK(stopped.computed + stopped.with_gradient == all);
}

}  // namespace slipfront::test
