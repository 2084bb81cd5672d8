#include "studies/verify_run.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/law_failure.hpp"
#include "io/atomic_file.hpp"
#include "studies/identity.hpp"
#include "studies/inputs.hpp"
#include "studies/load_study.hpp"
#include "studies/predict.hpp"
#include "studies/prepare_combination.hpp"
#include "studies/run_units.hpp"
#include "studies/study_json.hpp"
#include "studies/study_models.hpp"

namespace slipfront {

namespace {

/// Where the study file stood when the folder was last run.
std::string recorded_study(const RunFolder& folder) {
  const std::vector<Provenance> runs = folder.read_provenance();
  if (!runs.empty() && !runs.back().study.empty()) return runs.back().study;
  throw Failure(Problem{folder.file("provenance.json"), "study", "nothing",
                        "must say where the study file is", "give --study FILE"});
}

/// The inputs must be those that the run began with.
void compare_inputs(const StudyJson& recorded, const StudyInputs& inputs, const std::string& where,
                    std::vector<Problem>& problems) {
  const auto check = [&](const char* kind, const std::string& name, const std::string& now) {
    const bool known = recorded.contains(kind) && recorded.at(kind).contains(name);
    if (known && recorded.at(kind).at(name) == now) return;
    problems.push_back({where, std::string("/inputs/") + kind + "/" + name, "another fingerprint",
                        "the input has changed since the run",
                        "restore it, or compute the study anew"});
  };
  for (const auto& [id, rom] : inputs.roms) check("roms", id, rom.fingerprint);
  for (const auto& [mode, experiment] : inputs.experiment)
    check("experiment", std::to_string(mode), experiment.fingerprint);
  for (const auto& [file, experiment] : inputs.own_experiment)
    check("own_experiment", file, experiment.fingerprint);
}

/// What a plugin computes may have changed: its fronts are then those of another model.
void refuse_another_model(const std::optional<Identity>& stored, const Identity& now) {
  constexpr char kModel[] = "model";
  if (!stored || !stored->parts.count(kModel) || stored->parts.at(kModel) == now.parts.at(kModel))
    return;
  throw LawFailure("another build of the model than that of the run (was " +
                   stored->parts.at(kModel) + ", now " + now.parts.at(kModel) + ")");
}

void compare(const Front& stored, const Front& now, VerifiedCombination& result) {
  for (std::size_t i = 0; i < stored.points.size(); ++i)
    for (const int mode : stored.modes) {
      const auto& was = stored.points[i].errors.at(mode);
      const auto& is = now.points[i].errors.at(mode);
      if (was.has_value() != is.has_value()) ++result.changed;
      if (!was || !is) continue;
      const double frequency = std::abs(is->frequency - was->frequency) / was->frequency;
      const double damping = std::abs(is->damping - was->damping) / was->damping;
      result.drift = std::max({result.drift, frequency, damping});
    }
}

double seconds_per_backbone(const PreparedCombination& prepared, const std::vector<double>& point) {
  const FitMode& mode = prepared.fitted.front();
  return prepared.solver->backbone(prepared.contact, point, mode.measured.amplitude, mode.options)
      .seconds;
}

}  // namespace

std::vector<VerifiedCombination> verify_run(
    const RunFolder& folder, const std::string& study_file, int threads,
    const std::function<void(const VerifiedCombination&)>& done) {
  // The study as it was resolved, with the files it names.
  const std::string where = folder.file("study.resolved.json");
  const StudyJson document = parse_json_text(folder.read_resolved_study(), where);
  if (!document.contains("study") || !document.contains("inputs"))
    throw Failure(Problem{where, "", "a damaged file", "must be a study as written by a run", ""});
  if (!study_file.empty() && !file_exists(study_file))
    throw Failure(Problem{"--study", "", study_file, "there is no such file", ""});
  const std::string file = study_file.empty() ? recorded_study(folder) : study_file;
  const StudyModels models = study_models(document.at("study"), file);
  StudyReading reading =
      parse_study(document.at("study").dump(), file, models.registry, {}, UnknownModel::left_out);
  throw_if_any(std::move(reading.problems));
  const Study& study = reading.study;
  std::string why;  // plugins could not be loaded
  for (const Problem& problem : models.problems) why += "; " + problem.sentence();
  std::vector<Problem> problems;
  const StudyInputs inputs = load_inputs(study, problems);
  compare_inputs(document.at("inputs"), inputs, where, problems);
  throw_if_any(std::move(problems));

  // Every finished combination: solve its front again.
  const std::vector<std::string> finished = folder.finished_combinations();
  std::vector<VerifiedCombination> results;
  for (std::size_t i = 0; i < study.combinations.size(); ++i) {
    const Combination& combination = study.combinations[i];
    if (!std::binary_search(finished.begin(), finished.end(), combination.id)) continue;
    VerifiedCombination result;
    result.id = combination.id;
    try {
      if (!combination.left_out.empty()) throw LawFailure(combination.left_out + why);
      const Front stored = folder.read_combination(combination.id).front;
      const PreparedCombination prepared = prepare_combination(
          study, combination, inputs, models.registry, "/combinations/" + std::to_string(i));
      refuse_another_model(read_identity(identity_file(folder, combination.id)),
                           identity_of(study, prepared, inputs));
      std::vector<std::vector<double>> points;
      for (const FrontPoint& point : stored.points) points.push_back(point.parameters);
      result.points = static_cast<int>(points.size());
      const auto backbones = front_backbones(prepared, points, threads);
      compare(stored, front_with_errors(prepared, points, *backbones), result);
      if (!points.empty())
        result.backbone_seconds = seconds_per_backbone(prepared, points[(points.size() - 1) / 2]);
    } catch (const LawFailure& failure) {
      result.trouble = failure.what();
    }
    if (done) done(result);
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace slipfront
