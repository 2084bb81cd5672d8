// The hybrid against the study's genetic algorithm, for every Masing model on patches (Porter
// et al., Table 6: population 100, at most 300 generations), on one reduced model and one
// measured mode: hypervolume on the log scale of eq 42 up to errors of 100 %, the additive
// epsilon (how far the hybrid's front misses the worst of NSGA-II's points, in eq 42), and cost
// in backbones, an evaluation with gradient counted as two. Then the time of the hybrid on one
// thread and on two.
//
//   bench_optimize WJROM.mat BACKBONE.csv [COMBINATION...]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "experiment/backbone_file.hpp"
#include "models/registry.hpp"
#include "optimize/fit.hpp"
#include "optimize/optimizer.hpp"
#include "rom/load.hpp"

using namespace slipfront;

namespace {

constexpr std::size_t kAmplitudes = 20;
constexpr int kModalPoints = 51;  // of elastic dry friction, between amplitudes

class MemoryStore : public EvaluationStore {
 public:
  std::optional<Evaluation> find(const std::string& key) const override {
    const std::lock_guard lock(mutex_);
    const auto found = kept_.find(key);
    if (found == kept_.end()) return {};
    return found->second;
  }
  void add(const std::string& key, const Evaluation& evaluation) override {
    const std::lock_guard lock(mutex_);
    kept_[key] = evaluation;
  }
  void save_checkpoint(std::string_view) override {}
  std::optional<std::string> load_checkpoint() const override { return {}; }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, Evaluation> kept_;
};

struct Case {
  std::string id;
  const char* model;
  bool post_slip = false;
  bool modal = false;  // dissipation, with the residual penalty
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {{"jenkins-wj", "jenkins"},
                                        {"gjp-wj", "generalized_jenkins_prager"},
                                        {"prager-wj", "prager"},
                                        {"edf-wj", "elastic_dry_friction", false, true},
                                        {"iwan4-wj", "iwan4"},
                                        {"iwan4-kp-wj", "iwan4", true},
                                        {"iwan5-wj", "iwan5"},
                                        {"bouc-wen-1-wj", "bouc_wen_1"},
                                        {"bouc-wen-1-kp-wj", "bouc_wen_1", true},
                                        {"bouc-wen-2-wj", "bouc_wen_2"},
                                        {"bouc-wen-wj", "bouc_wen"},
                                        {"valanis-wj", "valanis"}};
  return all;
}

Fit fit_of(const ModalSolver& solver, const Case& c, const MeasuredBackbone& measured) {
  const ContactModel contact(Registry::built_in().find(c.model), Framework::masing,
                             {.post_slip = c.post_slip});
  FitMode mode;
  mode.measured = resample(measured, kAmplitudes);
  mode.options.zeta0 = mode.measured.damping.front();
  if (c.modal) {
    mode.options.dissipation = Dissipation::modal;
    mode.options.quadrature = kModalPoints;
  }
  return Fit(solver, contact, {mode}, contact.parameters(), c.modal, c.id);
}

/// How far `front` misses the point of `others` that it misses most.
double additive_epsilon(const OptimizerResult& front, const OptimizerResult& others) {
  double worst = -std::numeric_limits<double>::infinity();
  for (const Evaluation& p : others.front) {
    double least = std::numeric_limits<double>::infinity();
    for (const Evaluation& q : front.front)
      least = std::min(least, std::max(q.frequency_objective - p.frequency_objective,
                                       q.damping_objective - p.damping_objective));
    worst = std::max(worst, least);
  }
  return worst;
}

struct Timed {
  OptimizerResult result;
  double seconds = 0;
};

Timed run(const Fit& fit, OptimizerEngine engine, int threads) {
  OptimizerOptions options;
  options.engine = engine;
  MemoryStore store;
  const auto start = std::chrono::steady_clock::now();
  Timed timed{run_optimizer(fit, options, store, threads)};
  timed.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return timed;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "bench_optimize WJROM.mat BACKBONE.csv [COMBINATION...]\n");
    return 2;
  }
  const ModalSolver solver(std::make_shared<const Structure>(load_structure(argv[1])));
  const MeasuredBackbone measured = read_backbone(argv[2]);
  std::printf("%-18s %9s %9s %8s %8s %7s %7s %6s %7s %9s %9s %6s\n", "combination", "HV NSGA-II",
              "HV hybrid", "gain %", "epsilon", "cost N", "cost h", "share", "points", "median s",
              "1 thread", "2");
  for (const Case& c : cases()) {
    if (argc > 3 && std::find(argv + 3, argv + argc, c.id) == argv + argc) continue;
    const Fit fit = fit_of(solver, c, measured);
    const Timed nsga2 = run(fit, OptimizerEngine::nsga2, 2);
    const Timed one = run(fit, OptimizerEngine::hybrid, 1);
    const Timed two = run(fit, OptimizerEngine::hybrid, 2);
    const double before = nsga2.result.quality.hypervolume, now = one.result.quality.hypervolume;
    constexpr double kPercent = 100;
    std::printf("%-18s %9.4f %9.4f %8.2f %8.4f %7ld %7ld %6.3f %7zu %9.1e %8.1fs %5.1fs\n",
                c.id.c_str(), before, now, kPercent * (now / before - 1),
                additive_epsilon(one.result, nsga2.result), nsga2.result.cost(), one.result.cost(),
                static_cast<double>(one.result.cost()) / static_cast<double>(nsga2.result.cost()),
                one.result.front.size(), one.result.stationarity.median, one.seconds, two.seconds);
    std::fflush(stdout);
  }
}
