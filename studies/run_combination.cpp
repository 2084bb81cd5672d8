#include "studies/run_combination.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <span>

#include "core/failure.hpp"
#include "core/hash.hpp"
#include "core/law_failure.hpp"
#include "io/atomic_file.hpp"
#include "optimize/optimizer.hpp"
#include "results/disk_store.hpp"
#include "results/records.hpp"
#include "results/run_folder.hpp"
#include "studies/choice_words.hpp"
#include "studies/hysteresis_loop.hpp"
#include "studies/predict.hpp"

namespace slipfront {

namespace {

/// Rows of the front: best frequency, middle, best damping (Porter et al., Table 3). The
/// front ascends in frequency error, and so descends in damping error.
std::vector<std::size_t> shown_points(std::size_t count) {
  std::set<std::size_t> rows;
  if (count > 0) rows = {0, (count - 1) / 2, count - 1};
  return {rows.begin(), rows.end()};
}

/// A law that fails at a point has no loop there, but a sentence in `notes`.
std::vector<LoopRecord> loops_of(const PreparedCombination& prepared,
                                 const std::vector<std::vector<double>>& points,
                                 std::vector<std::string>& notes) {
  std::vector<LoopRecord> loops;
  for (const std::size_t row : shown_points(points.size())) {
    try {
      loops.push_back(masing_loop(prepared.contact, points[row], static_cast<int>(row)));
    } catch (const LawFailure& failure) {
      notes.push_back(std::string("no loop: ") + failure.what());
    }
  }
  return loops;
}

/// Quality of the front on the log scale of eq 42.
std::map<std::string, double> front_measures(const OptimizerResult& search) {
  const StationarityShare& s = search.stationarity;
  std::map<std::string, double> measures = {{"hypervolume", search.quality.hypervolume},
                                            {"extent_frequency", search.quality.extent.frequency},
                                            {"extent_damping", search.quality.extent.damping},
                                            {"spacing", search.quality.spacing},
                                            {"failed_share", search.failed_share()},
                                            {"points_with_gradient", s.points}};
  if (s.points > 0)  // of none nothing is known
    measures.insert({{"stationary_points", s.stationary},
                     {"stationarity_median", s.median},
                     {"stationarity_largest", s.largest}});
  return measures;
}

/// Points of another combination's front, spread evenly over it, as parameter sets of this
/// one: what it lacks begins at its lower bound, what lies outside the bounds at the nearest.
std::vector<std::vector<double>> seeds_of(const PreparedCombination& prepared,
                                          const Identity& identity, const RunFolder& run) {
  const Combination& c = prepared.combination;
  const std::string other_folder = run.combination_folder(c.seeds_from);
  if (!run.is_finished(c.seeds_from))
    throw Failure(Problem{other_folder, "", "no finished combination",
                          "'" + c.id + "' starts from points of its front", "compute it first"});
  const CombinationResult other = run.read_combination(c.seeds_from);
  if (!starts_from(identity, c, other.summary.identity))
    throw Failure(Problem{other_folder, "", "results that were computed with other inputs",
                          "'" + c.id + "' starts from points of its front as it is now",
                          "compute it anew first (--changed)"});
  const Front& front = other.front;
  const auto count = std::min(front.points.size(), static_cast<std::size_t>(c.seeds_points));
  std::vector<std::vector<double>> seeds;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t row = count == 1 ? 0 : k * (front.points.size() - 1) / (count - 1);
    std::vector<double> seed;
    for (const Parameter& p : prepared.bounds) {
      const auto& names = front.parameter_names;
      const auto at = std::find(names.begin(), names.end(), p.name);
      const double value =
          at == names.end()
              ? p.lower
              : front.points[row].parameters[static_cast<std::size_t>(at - names.begin())];
      seed.push_back(std::clamp(value, p.lower, p.upper));
    }
    seeds.push_back(std::move(seed));
  }
  return seeds;
}

/// Thrown out of a search in the middle of a step: what it evaluated so far stands in the log.
struct StopRequested : std::exception {
  const char* what() const noexcept override { return "stopped on request"; }
};

/// An objective that begins no further evaluation once it is to stop. A step of a search may
/// take minutes, an evaluation seconds.
class StoppableObjective : public Objective {
 public:
  StoppableObjective(const Objective& objective, const std::function<bool()>& stop)
      : objective_(objective), stop_(stop) {}

  const std::vector<Parameter>& bounds() const override { return objective_.bounds(); }
  std::string key(std::span<const double> physical) const override {
    return objective_.key(physical);
  }
  Evaluation evaluate(std::span<const double> physical) const override {
    obey();
    return objective_.evaluate(physical);
  }
  bool has_gradient() const override { return objective_.has_gradient(); }
  Evaluation evaluate_with_gradient(std::span<const double> physical) const override {
    obey();
    return objective_.evaluate_with_gradient(physical);
  }
  double domain_margin(std::span<const double> physical) const override {
    return objective_.domain_margin(physical);
  }
  std::optional<Guard> guard() const override { return objective_.guard(); }
  double penalty(const Evaluation& evaluation) const override {
    return objective_.penalty(evaluation);
  }

 private:
  void obey() const {
    if (stop_ && stop_()) throw StopRequested();
  }
  const Objective& objective_;
  const std::function<bool()>& stop_;
};

/// The search; nothing if it was stopped.
std::optional<OptimizerResult> search_front(
    const Objective& fit, const OptimizerOptions& options, EvaluationStore& store, int threads,
    const std::function<bool(const OptimizerProgress&)>& progress,
    const std::function<bool()>& stop) {
  try {
    OptimizerResult result =
        run_optimizer(StoppableObjective(fit, stop), options, store, threads, progress);
    if (result.interrupted) return {};
    return result;
  } catch (const StopRequested&) {
    return {};
  }
}

CombinationSummary summarise(const PreparedCombination& prepared, const Identity& identity,
                             const OptimizerResult& search, const Front& front) {
  const Combination& c = prepared.combination;
  const Structure& structure = prepared.solver->structure();
  CombinationSummary summary;
  summary.id = c.id;
  summary.title = c.title;
  summary.model = c.model;
  summary.framework = to_text(c.framework);
  summary.rom = structure.name;
  summary.interface = structure.interface.kind == InterfaceKind::patches ? "patches" : "elements";
  summary.normal = to_text(prepared.contact.normal());
  summary.prestress = to_text(c.prestress);
  summary.dissipation = to_text(c.dissipation);
  summary.optimizer = to_text(c.optimizer.engine);
  summary.seed = c.optimizer.seed;
  summary.identity = identity.fingerprint();
  summary.fitted_modes = c.fit_modes;
  summary.predicted_modes = c.predict_modes;
  for (const auto* modes : {&prepared.fitted, &prepared.predicted})
    for (const FitMode& mode : *modes) summary.zeta0[mode.mode] = mode.options.zeta0;
  summary.mode_index = prepared.mode_index;
  summary.amplitude_factor = prepared.amplitude_factor;
  summary.variability = prepared.variability;
  summary.parameters = parameter_ranges(front, prepared.bounds);
  summary.front_points = static_cast<int>(front.points.size());
  summary.evaluations = search.evaluations;
  summary.failed_evaluations = search.failed_evaluations;
  summary.generations = search.generations;
  summary.stop_reason = search.stop_reason;
  summary.gradients = search.gradients;
  summary.front_quality = front_measures(search);
  summary.left_out = points_left_out(front);
  summary.notes = prepared.notes;
  if (search.moved_points > 0)
    summary.notes.push_back("the residual penalty had moved " +
                            std::to_string(search.moved_points) + " points of the front");
  return summary;
}

}  // namespace

CombinationRun run_combination(const PreparedCombination& prepared, const Identity& identity,
                               const std::string& folder, int threads,
                               const std::function<bool(const OptimizerProgress&)>& progress,
                               const std::function<bool()>& stop) {
  // Fit: search for parameter sets that no other beats in both errors.
  const Fit fit(*prepared.solver, prepared.contact, prepared.fitted, prepared.bounds,
                prepared.combination.residual_penalty, identity.evaluation_fingerprint());
  DiskEvaluationStore store(folder);
  OptimizerOptions options = prepared.combination.optimizer;
  if (!prepared.combination.seeds_from.empty())
    options.seeds = seeds_of(
        prepared, identity,
        RunFolder::view(std::filesystem::path(folder).parent_path().parent_path().string()));
  CombinationRun run;
  run.notes = store.notes();
  const auto found = search_front(fit, options, store, threads, progress, stop);
  if (!found) return run;
  const OptimizerResult& search = *found;
  run.notes.insert(run.notes.end(), search.notes.begin(), search.notes.end());

  // Front: its points, by ascending frequency error.
  std::vector<std::vector<double>> points;
  for (const Evaluation& evaluation : search.front) points.push_back(evaluation.parameters);

  // Predict: every mode at every point of the front.
  PredictionLog predictions(folder);
  const auto backbones = front_backbones(prepared, points, threads, stop, &predictions);
  if (!backbones) return run;
  const Front front = front_with_errors(prepared, points, *backbones);

  // Write: the summary last, which marks the combination as finished.
  run.summary = summarise(prepared, identity, search, front);
  write_front_csv(folder + "/front.csv", front);
  write_backbones_csv(folder + "/backbones.csv", *backbones);
  write_loops_csv(folder + "/loops.csv", loops_of(prepared, points, run.summary.notes));
  for (const char* name : {"front.csv", "backbones.csv", "loops.csv"})
    run.summary.files[name] = fingerprint(read_file(folder + "/" + name));
  write_summary(folder + "/summary.json", run.summary);
  PredictionLog::remove(folder);
  run.finished = true;
  return run;
}

}  // namespace slipfront
