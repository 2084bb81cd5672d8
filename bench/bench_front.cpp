// What a search pays where it ends: parameter sets of stored fronts, each fitted anew as the study
// says. A line a combination: sets, processor time and Newton steps of one, failures, and the
// largest relative difference of its errors in the fitted modes from the stored ones.
//
//   bench_front STUDY.json FOLDER [EVERY] [COMBINATION...]
//
// FOLDER is a run's, or what scripts/kept_results.sh keeps of one (docs/brb26/default); every
// EVERY-th point of a front is taken (default 10), the first among them.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <set>

#include "results/run_folder.hpp"
#include "studies/inputs.hpp"
#include "studies/load_study.hpp"
#include "studies/prepare_combination.hpp"
#include "studies/study_models.hpp"

using namespace slipfront;

namespace {

double processor_ms() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

struct Cost {
  int sets = 0, failed = 0;
  double ms = 0, steps = 0, drift = 0;
};

Cost cost_of(const PreparedCombination& prepared, const Front& front, std::size_t every) {
  Cost cost;
  for (std::size_t i = 0; i < front.points.size(); i += every) {
    const FrontPoint& point = front.points[i];
    ++cost.sets;
    bool failed = false;
    for (const FitMode& mode : prepared.fitted) {
      const double start = processor_ms();
      const Backbone backbone = prepared.solver->backbone(prepared.contact, point.parameters,
                                                          mode.measured.amplitude, mode.options);
      cost.ms += processor_ms() - start;
      cost.steps += backbone.newton_iterations;
      failed = failed || backbone.failed() > 0;
      for (std::size_t k = 0; k < backbone.size(); ++k)
        if (backbone.status[k] != PointStatus::converged)
          std::printf("    point %zu, mode %d, amplitude %.4g: %s\n", i, mode.mode,
                      backbone.amplitude[k], to_text(backbone.status[k]).c_str());
      const auto& stored = point.errors.at(mode.mode);
      if (backbone.failed() > 0 || !stored) continue;
      const ErrorPair now = error_pair(backbone.frequency_hz, backbone.damping, mode.measured);
      cost.drift = std::max({cost.drift, std::abs(now.frequency / stored->frequency - 1),
                             std::abs(now.damping / stored->damping - 1)});
    }
    cost.failed += failed;
  }
  return cost;
}

int run(int count, char** words) {
  const std::string file = words[1];
  const RunFolder folder = RunFolder::view(words[2]);
  const std::size_t every = count > 3 ? std::strtoul(words[3], nullptr, 10) : 10;
  const std::set<std::string> wanted(words + std::min(count, 4), words + count);
  const StudyModels models = load_study_models(file);
  Study study = load_study(file, models.registry);
  const std::vector<std::string> stored = folder.finished_combinations();
  std::erase_if(study.combinations, [&](const Combination& c) {
    return !std::binary_search(stored.begin(), stored.end(), c.id) ||
           (!wanted.empty() && !wanted.contains(c.id));
  });
  if (study.combinations.empty()) {
    std::fprintf(stderr, "%s holds no finished combination of %s that is wanted\n", words[2],
                 file.c_str());
    return 2;
  }
  std::vector<Problem> problems;
  const StudyInputs inputs = load_inputs(study, problems);
  throw_if_any(std::move(problems));
  std::printf("%-28s %5s %9s %8s %9s %7s %10s\n", "combination", "sets", "ms a set", "steps",
              "ms a step", "failed", "drift");
  for (const Combination& combination : study.combinations) {
    const PreparedCombination prepared =
        prepare_combination(study, combination, inputs, models.registry, combination.id);
    const Cost cost =
        cost_of(prepared, folder.read_combination(combination.id).front, std::max(every, 1ul));
    std::printf("%-28s %5d %9.2f %8.0f %9.4f %7d %10.1e\n", combination.id.c_str(), cost.sets,
                cost.ms / cost.sets, cost.steps / cost.sets, cost.ms / cost.steps, cost.failed,
                cost.drift);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace

int main(int count, char** words) {
  if (count < 3) {
    std::fprintf(stderr, "usage: bench_front STUDY.json FOLDER [EVERY] [COMBINATION...]\n");
    return 2;
  }
  try {
    return run(count, words);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 2;
  }
}
