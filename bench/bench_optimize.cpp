// Two measurements of the searches on one reduced model and one measured mode.
//
//   bench_optimize WJROM.mat BACKBONE.csv [--seed N] [COMBINATION...]
//
// The hybrid against the study's genetic algorithm, for every Masing model on patches (Porter
// et al., Table 6: population 100, at most 300 generations): hypervolume on the log scale of
// eq 42 up to errors of 100 %, the additive epsilon (how far the hybrid's front misses the worst
// of NSGA-II's points, in eq 42), cost in backbones, an evaluation with gradient counted as two,
// and processor time.
//
//   bench_optimize --threads WJROM.mat FJROM.mat BACKBONE.csv
//
// How much of two processors a search on two threads uses, on patches and on elements:
//
//   efficiency = (C1 + I1) / (C2 + I2)
//
// with C the processor time of all threads and I the time that threads spent neither running nor
// waiting for a processor, n W - C - waited - stolen (W the wall time, n the number of threads;
// waited as Linux counts it in schedstat, stolen what a host took from a virtual machine, as in
// /proc/stat). On an idle machine this is W1 / (2 W2). Let nothing else run: a thread that another
// job holds up leaves the others idle, and what is stolen is counted for all jobs together.
//
//   of what two cores give = C / (2 (C2 + I2))
//
// with C the processor time of two such searches at once, on a thread each: two cores that share
// caches, clock or even arithmetic units slow each other whatever runs on them, and this leaves it
// out. The three kinds of runs take turns; medians.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
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

double processor_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// What all threads of this process have waited for a processor, in seconds.
double waited_seconds() {
  double sum = 0;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
    double running = 0, waiting = 0;  // nanoseconds
    if (std::ifstream(thread.path() / "schedstat") >> running >> waiting) sum += 1e-9 * waiting;
  }
  return sum;
}

/// What the host has taken from all processors of this machine, in seconds.
double stolen_seconds() {
  std::ifstream stat("/proc/stat");
  std::string name;
  double ticks = 0;
  constexpr int kSteal = 8;  // user, nice, system, idle, iowait, irq, softirq, steal
  stat >> name;
  for (int k = 0; k < kSteal; ++k) stat >> ticks;
  return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

struct Timed {
  OptimizerResult result;
  double wall = 0, processor = 0, waited = 0, stolen = 0;

  /// Processor time and what `threads` threads left unused of theirs.
  double taken(int threads) const { return std::max(threads * wall - waited - stolen, processor); }
};

Timed run(const Fit& fit, const OptimizerOptions& options, int threads) {
  MemoryStore store;
  const auto start = std::chrono::steady_clock::now();
  const double processor = processor_seconds(), waited = waited_seconds(),
               stolen = stolen_seconds();
  Timed timed{run_optimizer(fit, options, store, threads)};
  timed.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  timed.processor = processor_seconds() - processor;
  timed.waited = waited_seconds() - waited;
  timed.stolen = stolen_seconds() - stolen;
  return timed;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Processor time of two searches at once, on a thread each.
double side_by_side(const Fit& fit, const OptimizerOptions& options) {
  const double before = processor_seconds();
  std::thread other([&] { run(fit, options, 1); });
  run(fit, options, 1);
  other.join();
  return processor_seconds() - before;
}

/// One thread, two, and two searches in turns.
void print_efficiency(const char* what, const Fit& fit, const OptimizerOptions& options,
                      int rounds) {
  std::vector<double> one, two, walls, processors, pairs, stolen;
  for (int k = 0; k < rounds; ++k) {
    const Timed alone = run(fit, options, 1), both = run(fit, options, 2);
    pairs.push_back(side_by_side(fit, options) / (2 * both.taken(2)));
    stolen.push_back(both.stolen / (2 * both.wall));
    one.push_back(alone.taken(1));
    two.push_back(both.taken(2));
    walls.push_back(alone.wall / (2 * both.wall));
    processors.push_back(both.processor / alone.processor);
  }
  std::printf(
      "%-24s %8.2f s %8.2f s   efficiency %.3f   of what two cores give %.3f   wall ratio %.3f   "
      "processor %.3f   stolen %.3f\n",
      what, median(one), median(two), median(one) / median(two), median(pairs), median(walls),
      median(processors), median(stolen));
  std::fflush(stdout);
}

int measure_threads(const char* patches, const char* elements, const MeasuredBackbone& measured) {
  constexpr int kRounds = 5, kElementRounds = 3;
  std::printf("%-24s %10s %10s\n", "search", "1 thread", "2 threads");
  {
    const ModalSolver solver(std::make_shared<const Structure>(load_structure(patches)));
    const Fit fit = fit_of(solver, {"iwan4-wj", "iwan4"}, measured);
    OptimizerOptions options;
    options.engine = OptimizerEngine::nsga2;
    options.nsga2.generations = 30;
    print_efficiency("iwan4-wj, NSGA-II", fit, options, kRounds);
    options.engine = OptimizerEngine::hybrid;
    print_efficiency("iwan4-wj, hybrid", fit, options, kRounds);
  }
  const ModalSolver solver(std::make_shared<const Structure>(load_structure(elements)));
  const ContactModel contact(Registry::built_in().find("jenkins"), Framework::non_masing);
  FitMode mode;
  mode.measured = resample(measured, kAmplitudes);
  mode.options.zeta0 = mode.measured.damping.front();
  mode.options.dissipation = Dissipation::modal;
  mode.options.quadrature = 4;
  mode.options.loops = 3;
  mode.options.loop_tolerance = 0;
  // Values around those that fit: far from them a set fails at once, and costs little.
  std::vector<Parameter> bounds = contact.parameters();
  for (Parameter& p : bounds) {
    if (p.name == "slip_traction") p.lower = 5e4, p.upper = 5e5;
    if (p.name == "tangential_stiffness") p.lower = 1e12, p.upper = 1e13;
    if (p.name == "normal_stiffness") p.lower = 1e13, p.upper = 1e15;
  }
  const Fit fit(solver, contact, {mode}, bounds, false, "jenkins-fj");
  OptimizerOptions options;
  options.engine = OptimizerEngine::nsga2;
  options.nsga2.population = 32;  // as studies/brb26.json covers the box on elements
  options.nsga2.generations = 1;
  print_efficiency("jenkins-fj, NSGA-II", fit, options, kElementRounds);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  std::uint64_t seed = 1;
  if (words.size() == 4 && words[0] == "--threads")
    return measure_threads(argv[2], argv[3], read_backbone(argv[4]));
  if (words.size() > 3 && words[2] == "--seed") {
    seed = std::strtoull(argv[4], nullptr, 10);
    words.erase(words.begin() + 2, words.begin() + 4);
  }
  if (words.size() < 2) {
    std::fprintf(stderr,
                 "bench_optimize WJROM.mat BACKBONE.csv [--seed N] [COMBINATION...]\n"
                 "bench_optimize --threads WJROM.mat FJROM.mat BACKBONE.csv\n");
    return 2;
  }
  const ModalSolver solver(std::make_shared<const Structure>(load_structure(words[0])));
  const MeasuredBackbone measured = read_backbone(words[1]);
  std::printf("%-18s %9s %9s %8s %8s %7s %7s %6s %7s %9s %9s %9s\n", "combination", "HV NSGA-II",
              "HV hybrid", "gain %", "epsilon", "cost N", "cost h", "share", "points", "median s",
              "N cpu", "h cpu");
  for (const Case& c : cases()) {
    if (words.size() > 2 && std::find(words.begin() + 2, words.end(), c.id) == words.end())
      continue;
    const Fit fit = fit_of(solver, c, measured);
    OptimizerOptions options;
    options.seed = seed;
    options.engine = OptimizerEngine::nsga2;
    const Timed nsga2 = run(fit, options, 1);
    options.engine = OptimizerEngine::hybrid;
    const Timed hybrid = run(fit, options, 1);
    const double before = nsga2.result.quality.hypervolume, now = hybrid.result.quality.hypervolume;
    constexpr double kPercent = 100;
    std::printf(
        "%-18s %9.4f %9.4f %8.2f %8.4f %7ld %7ld %6.3f %7zu %9.1e %8.1fs %8.1fs\n", c.id.c_str(),
        before, now, kPercent * (now / before - 1), additive_epsilon(hybrid.result, nsga2.result),
        nsga2.result.cost(), hybrid.result.cost(),
        static_cast<double>(hybrid.result.cost()) / static_cast<double>(nsga2.result.cost()),
        hybrid.result.front.size(), hybrid.result.stationarity.median, nsga2.processor,
        hybrid.processor);
    std::fflush(stdout);
  }
}
