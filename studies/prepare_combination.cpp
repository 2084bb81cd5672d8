#include "studies/prepare_combination.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/number.hpp"
#include "optimize/errors.hpp"
#include "optimize/search_space.hpp"

namespace slipfront {

namespace {

constexpr Eigen::Index kBoltAxisRow = 2;  // rows of a place are x, y, z; bolts stand along z
// Bending modes are looked for among so many lowest modes, here as in a backbone.
constexpr int kSearchedModes = 12;

std::vector<Parameter> search_bounds(const Study& study, const ContactModel& contact) {
  std::vector<Parameter> bounds = contact.parameters();
  for (Parameter& parameter : bounds) {
    const auto given = study.bounds.find(parameter.name);
    if (given == study.bounds.end()) continue;
    parameter.lower = given->second.lower.value_or(parameter.lower);
    parameter.upper = given->second.upper.value_or(parameter.upper);
  }
  return bounds;
}

std::vector<double> middle_of(const std::vector<Parameter>& bounds) {
  std::vector<double> values;
  for (const Parameter& p : bounds)
    values.push_back(from_search(p, 0.5 * (to_search(p, p.lower) + to_search(p, p.upper))));
  return values;
}

/// On the way from the middle of the bounds to a corner, the first of a few points that lie in the
/// model's domain: the shortest way first, corners in the order of the parameters. None of the
/// corners lies in it: nothing.
std::optional<std::vector<double>> point_in_domain(const ContactModel& contact,
                                                   const std::vector<Parameter>& bounds) {
  constexpr int kSteps = 8;  // to a corner
  const std::size_t corners = std::size_t{1} << bounds.size();
  for (int step = 1; step <= kSteps; ++step)
    for (std::size_t corner = 0; corner < corners; ++corner) {
      std::vector<double> values;
      for (std::size_t i = 0; i < bounds.size(); ++i) {
        const Parameter& p = bounds[i];
        const double side = (corner >> i & 1) != 0 ? 1 : -1;
        const double low = to_search(p, p.lower), high = to_search(p, p.upper);
        const double share = 0.5 * (1 + side * step / kSteps);
        values.push_back(std::clamp(from_search(p, low + share * (high - low)), p.lower, p.upper));
      }
      if (contact.domain_violation(values).empty()) return values;
    }
  return {};
}

/// df/du(0) + kp, per area [N/m^3].
double stuck_stiffness(const ContactModel& contact, std::span<const double> values) {
  const auto law = contact.law().bind(contact.framework(), contact.law_values(values));
  const double at_rest = 0;
  double tangent = 0;
  law->virgin(
      {.points = 1, .displacement = &at_rest, .normal_traction = &at_rest, .tangent = &tangent});
  return tangent + contact.post_slip_stiffness(values);
}

class Preparer {
 public:
  Preparer(const Study& study, const StudyInputs& inputs, const std::string& pointer,
           PreparedCombination& prepared)
      : study_(study), inputs_(inputs), pointer_(pointer), prepared_(prepared) {}

  void add_mode(int mode, std::vector<FitMode>& modes) {
    const Combination& c = prepared_.combination;
    const LoadedExperiment* loaded = inputs_.measured(c, mode);
    if (loaded == nullptr) return;  // reported where it was loaded
    FitMode fit;
    fit.mode = mode;
    fit.options.mode.bending = mode;
    const auto index = c.mode_index.find(mode);
    if (index != c.mode_index.end()) fit.options.mode.index = index->second;
    fit.options.prestress = c.prestress;
    fit.options.preload = c.preload;
    fit.options.dissipation = c.dissipation;
    fit.options.quadrature = c.quadrature;
    fit.options.loops = c.loops;
    fit.options.loop_tolerance = c.loop_tolerance;
    fit.options.loop_rule = c.loop_rule;

    MeasuredBackbone measured = loaded->measured;
    if (measured.response_amplitude && !to_modal(measured, fit)) return;
    fit.measured = resample(measured, static_cast<std::size_t>(study_.amplitudes));
    for (Problem problem : measured_problems(
             fit.measured, study_.experiment_file(c, mode) + " at the study's amplitudes"))
      problems.push_back(std::move(problem));
    if (!problems.empty()) return;
    if (c.viscous) fit.options.zeta0 = fit.measured.damping.front();
    const ErrorPair spread =
        error_pair(fit.measured.frequency_upper, fit.measured.damping_upper, fit.measured);
    if (spread.frequency > 0 && spread.damping > 0) prepared_.variability[mode] = spread;
    probe(fit);
    modes.push_back(std::move(fit));
  }

  std::vector<Problem> problems;

 private:
  void add(const std::string& key, std::string found, std::string rule, std::string remedy) {
    problems.push_back(
        {study_.file, pointer_ + key, std::move(found), std::move(rule), std::move(remedy)});
  }

  bool to_modal(MeasuredBackbone& measured, const FitMode& fit) {
    const Structure& structure = prepared_.solver->structure();
    const Eigen::Index row = structure.response_in_triples ? kBoltAxisRow : 0;
    if (structure.response.rows() <= row) {
      add("/rom", "a reduced model without response rows",
          "a measurement over response amplitude needs the accelerometer's row R",
          "export R with the model, or give modal amplitudes");
      return false;
    }
    const int count = std::max(kSearchedModes, fit.options.mode.index.value_or(0) + 1);
    const auto modes =
        prepared_.solver->linear_modes(stuck_stiffness(prepared_.contact, prepared_.middle),
                                       prepared_.contact.normal_stiffness(prepared_.middle), count);
    const auto bending = static_cast<std::size_t>(fit.options.mode.bending) - 1;
    int column = -1;
    if (fit.options.mode.index)
      column = *fit.options.mode.index;
    else if (bending < modes.bending.size())
      column = modes.bending[bending];
    if (column < 0 || column >= modes.shapes.cols()) {
      add_mode_not_found(fit, modes.bending.size());
      return false;
    }
    const double entry = std::abs(structure.response.row(row).dot(modes.shapes.col(column)));
    if (!(entry > 0)) {
      add("/rom", "a mode " + std::to_string(fit.mode) + " that does not move the accelerometer",
          "a measurement over response amplitude needs a mode that moves row R",
          "give modal amplitudes");
      return false;
    }
    prepared_.amplitude_factor[fit.mode] = 1 / entry;
    for (double& amplitude : measured.amplitude) amplitude /= entry;
    measured.response_amplitude = false;
    return true;
  }

  void add_mode_not_found(const FitMode& fit, std::size_t bending) {
    const auto& given = prepared_.combination.mode_index;
    if (const auto index = given.find(fit.mode); index != given.end())
      add("/mode_index/" + std::to_string(fit.mode), std::to_string(index->second),
          "the stuck structure has no such mode", "`slipfront rom info --penalty` lists them");
    else
      add("", "mode " + std::to_string(fit.mode),
          "the stuck structure has no such mode (" + std::to_string(bending) +
              " bending modes are found by shape)",
          "choose the mode by mode_index");
  }

  /// Rad/s in a column of hertz is 2 pi times too high: no spread of models comes near that.
  void check_unit(const FitMode& fit, const Backbone& backbone) {
    constexpr double kLeast = 4, kMost = 9;  // around 2 pi, for models within a third of the beam
    const auto index = static_cast<std::size_t>(backbone.mode_index);
    if (index >= backbone.linear_frequencies_hz.size()) return;
    const double ratio = fit.measured.frequency_hz.front() / backbone.linear_frequencies_hz[index];
    if (ratio > kLeast && ratio < kMost)
      problems.push_back({study_.experiment_file(prepared_.combination, fit.mode),
                          "column frequency_hz", to_text(fit.measured.frequency_hz.front(), 6),
                          "is " + to_text(ratio, 3) + " times the frequency of mode " +
                              std::to_string(fit.mode) + " of the stuck structure (" +
                              to_text(backbone.linear_frequencies_hz[index], 6) + " Hz)",
                          "this looks like rad/s: divide by 2 pi"});
  }

  void probe(const FitMode& fit) {
    const double lowest = fit.measured.amplitude.front();
    Backbone backbone;
    try {
      backbone = prepared_.solver->backbone(prepared_.contact, prepared_.middle,
                                            std::span(&lowest, 1), fit.options);
    } catch (const Failure& failure) {
      for (const Problem& p : failure.problems()) {
        // The solver names the option it refuses, or the reduced model.
        const bool own_key = p.where == "backbone";
        add("/" + (own_key ? p.key : "rom"), p.found, p.rule, p.remedy);
      }
      return;
    }
    prepared_.probe_seconds += backbone.seconds;
    if (backbone.status.front() == PointStatus::mode_not_found) {
      const auto modes = prepared_.solver->linear_modes(
          stuck_stiffness(prepared_.contact, prepared_.middle),
          prepared_.contact.normal_stiffness(prepared_.middle), kSearchedModes);
      add_mode_not_found(fit, modes.bending.size());
    } else if (backbone.status.front() == PointStatus::law_failed) {
      prepared_.notes.push_back("mode " + std::to_string(fit.mode) +
                                " at the middle of the search " +
                                "bounds: " + to_text(PointStatus::law_failed) +
                                (backbone.notes.empty() ? "" : ": " + backbone.notes.back()));
    } else if (backbone.failed() > 0) {
      prepared_.notes.push_back("mode " + std::to_string(fit.mode) + " is " +
                                to_text(backbone.status.front()) +
                                " at the middle of the search bounds and the lowest amplitude");
    }
    if (backbone.mode_index >= 0) {
      prepared_.mode_index[fit.mode] = backbone.mode_index;
      check_unit(fit, backbone);
    }
    for (const std::string& note : backbone.notes)
      if (std::find(prepared_.notes.begin(), prepared_.notes.end(), note) == prepared_.notes.end())
        prepared_.notes.push_back(note);
  }

  const Study& study_;
  const StudyInputs& inputs_;
  const std::string& pointer_;
  PreparedCombination& prepared_;
};

}  // namespace

PreparedCombination prepare_combination(const Study& study, const Combination& combination,
                                        const StudyInputs& inputs, const Registry& models,
                                        const std::string& pointer) {
  const ContactModel contact(models.find(combination.model), combination.framework,
                             combination.contact);
  PreparedCombination prepared(combination, inputs.roms.at(combination.rom).solver, contact);
  prepared.bounds = search_bounds(study, contact);
  Preparer preparer(study, inputs, pointer, prepared);
  for (Problem problem : bounds_problems(prepared.bounds)) {
    problem.where = study.file + " " + pointer + ", " + problem.where;
    preparer.problems.push_back(std::move(problem));
  }
  throw_if_any(preparer.problems);
  prepared.middle = middle_of(prepared.bounds);
  const std::string violation = contact.domain_violation(prepared.middle);
  if (!violation.empty()) {
    if (const auto inside = point_in_domain(contact, prepared.bounds))
      prepared.middle = *inside;
    else
      preparer.problems.push_back({study.file, pointer, "search bounds without a usable point",
                                   "must reach into the model's domain: " + violation,
                                   "change the bounds"});
  }
  throw_if_any(preparer.problems);
  for (const int mode : combination.fit_modes) preparer.add_mode(mode, prepared.fitted);
  for (const int mode : combination.predict_modes) preparer.add_mode(mode, prepared.predicted);
  throw_if_any(std::move(preparer.problems));
  return prepared;
}

}  // namespace slipfront
