// A finished run of the paper's 26 combinations, or of some of them, made of formulas: every
// backbone is the measured one with a constant relative error, so that every error, area and
// rank can be computed by hand.
//
//   omega = omega_exp (1 + e),  ln zeta = ln zeta_exp (1 + d)   =>   errors (e, d), eq 41
//   e = a 10^(1.5 t), d = b 10^(-0.8 t), t = 0 .. 1 along the front; a, b by combination, mode
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "core/measured_backbone.hpp"
#include "io/atomic_file.hpp"
#include "results/disk_store.hpp"
#include "results/experiment_record.hpp"
#include "results/records.hpp"
#include "results/run_folder.hpp"

namespace synthetic {

using namespace slipfront;

struct Kind {
  const char* id;
  const char* title;
  const char* model;
  bool elements, masing, viscous, post_slip;
};

// In the paper's order of Table 9.
inline const std::vector<Kind> kKinds = {
    {"gjp-penalty-fj", "Generalized Jenkins Prager + Penalty (FJ, non-Masing)",
     "generalized_jenkins_prager", true, false, true, false},
    {"valanis-wj-nm", "Valanis (WJ, non-Masing)", "valanis", false, false, true, false},
    {"iwan4-kp-wj", "4-Parameter Iwan + kp*u (WJ, Masing)", "iwan4", false, true, true, true},
    {"iwan4-wj", "4-Parameter Iwan (WJ, Masing)", "iwan4", false, true, true, false},
    {"bouc-wen-wj", "Bouc-Wen General (WJ, Masing)", "bouc_wen", false, true, true, false},
    {"iwan5-wj", "5-Parameter Iwan (WJ, Masing)", "iwan5", false, true, true, false},
    {"jenkins-fj", "Jenkins (FJ, non-Masing)", "jenkins", true, false, true, false},
    {"bouc-wen-1-kp-wj-nm", "Bouc-Wen n=1 + kp*u (WJ, non-Masing)", "bouc_wen_1", false, false,
     true, true},
    {"gjp-fj", "Generalized Jenkins Prager (FJ, non-Masing)", "generalized_jenkins_prager", true,
     false, true, false},
    {"bouc-wen-2-wj", "Bouc-Wen n=2 (WJ, Masing)", "bouc_wen_2", false, true, true, false},
    {"bouc-wen-1-wj-nm", "Bouc-Wen n=1 (WJ, non-Masing)", "bouc_wen_1", false, false, true, false},
    {"bouc-wen-1-kp-wj", "Bouc-Wen n=1 + kp*u (WJ, Masing)", "bouc_wen_1", false, true, true, true},
    {"valanis-wj", "Valanis (WJ, Masing)", "valanis", false, true, true, false},
    {"bouc-wen-1-wj", "Bouc-Wen n=1 (WJ, Masing)", "bouc_wen_1", false, true, true, false},
    {"edf-kp-fj", "Elastic Dry Friction + kp*u (FJ, non-Masing)", "elastic_dry_friction", true,
     false, true, true},
    {"edf-fj", "Elastic Dry Friction (FJ, non-Masing)", "elastic_dry_friction", true, false, true,
     false},
    {"gjp-wj", "Generalized Jenkins Prager (WJ, Masing)", "generalized_jenkins_prager", false, true,
     true, false},
    {"jenkins-wj-nm", "Jenkins (WJ, non-Masing)", "jenkins", false, false, true, false},
    {"jenkins-wj", "Jenkins (WJ, Masing)", "jenkins", false, true, true, false},
    {"edf-wj", "Elastic Dry Friction (WJ, Masing)", "elastic_dry_friction", false, true, true,
     false},
    {"edf-wj-nm", "Elastic Dry Friction (WJ, non-Masing)", "elastic_dry_friction", false, false,
     true, false},
    {"prager-wj", "Prager (WJ, Masing)", "prager", false, true, true, false},
    {"iwan4-wj-noviscous", "4-Parameter Iwan (WJ, Masing, no zeta0)", "iwan4", false, true, false,
     false},
    {"bouc-wen-1-kp-wj-nm-noviscous", "Bouc-Wen n=1 + kp*u (WJ, non-Masing, no zeta0)",
     "bouc_wen_1", false, false, false, true},
    {"bouc-wen-1-wj-nm-noviscous", "Bouc-Wen n=1 (WJ, non-Masing, no zeta0)", "bouc_wen_1", false,
     false, false, false},
    {"valanis-wj-nm-noviscous", "Valanis (WJ, non-Masing, no zeta0)", "valanis", false, false,
     false, false},
};

struct Size {
  std::size_t combinations = 26;
  int points = 100;
  int evaluations = 120;  // at least `points`
  int amplitudes = 20;
};

inline MeasuredBackbone measured(int mode, int amplitudes) {
  MeasuredBackbone m;
  m.amplitude = log_spaced(1e-6, 4e-5, static_cast<std::size_t>(amplitudes));
  for (const double q : m.amplitude) {
    const double s = std::pow(q / 4e-5, 1.2);
    const double f = 180.0 * mode * mode * (1 - 0.03 * s), z = 0.002 + 0.008 * s / mode;
    m.frequency_hz.push_back(f);
    m.frequency_lower.push_back(f * (1 - 0.003 / mode));
    m.frequency_upper.push_back(f * (1 + 0.003 / mode));
    m.damping.push_back(z);
    m.damping_lower.push_back(z * 0.7);
    m.damping_upper.push_back(z * 1.4);
  }
  return m;
}

inline ErrorPair errors(std::size_t combination, int mode, double t) {
  // A spread of sizes that no two combinations share.
  const double i = static_cast<double>(combination);
  const double a = 6e-4 * (1 + 0.31 * i) * (1 + 0.3 * mode) * (1 + 0.4 * std::sin(1.7 * i * mode));
  const double b = 0.05 * (1 + 0.09 * i) * (1 + 0.35 * std::cos(2.3 * i + mode));
  return {a * std::pow(10.0, 1.5 * t), b * std::pow(10.0, -0.8 * t)};
}

inline Backbone backbone(const MeasuredBackbone& m, const ErrorPair& e) {
  Backbone b;
  b.amplitude = m.amplitude;
  for (std::size_t i = 0; i < m.size(); ++i) {
    b.frequency_hz.push_back(m.frequency_hz[i] * (1 + e.frequency));
    b.damping.push_back(std::exp(std::log(m.damping[i]) * (1 + e.damping)));
    b.residual.push_back(1e-13 * (1 + static_cast<double>(i)));
    b.status.push_back(PointStatus::converged);
  }
  return b;
}

inline CombinationSummary summary_of(const Kind& kind, const std::string& id, const Front& front,
                                     int evaluations) {
  CombinationSummary s;
  s.id = id;
  s.title = kind.title;
  s.model = kind.model;
  s.framework = kind.masing ? "masing" : "non_masing";
  s.rom = "beam";
  s.interface = kind.elements ? "elements" : "patches";
  s.normal = id == "gjp-penalty-fj" ? "penalty" : "spring";
  s.prestress = "full";
  s.dissipation = "local";
  s.optimizer = "nsga2";
  s.seed = 5;
  s.identity = "0123456789abcdef0123456789abcdef";
  s.fitted_modes = {1};
  s.predicted_modes = {2, 3};
  for (const int mode : {1, 2, 3}) {
    s.zeta0[mode] = kind.viscous ? 0.002 : 0;
    const MeasuredBackbone m = measured(mode, 20);
    s.variability[mode] = {0.003 / mode, 0.06};
  }
  std::vector<Parameter> bounds = {
      {"slip_traction", "ts", "N/m^2", Scale::log10, 1e3, 1e7, true},
      {"tangential_stiffness", "kt", "N/m^3", Scale::log10, 1e10, 1e18, true},
      {"chi", "chi", "1", Scale::linear, -2, 2, false}};
  if (kind.post_slip)
    bounds.push_back({"post_slip_stiffness", "kp", "N/m^3", Scale::log10, 1e8, 1e18, true});
  s.parameters = parameter_ranges(front, bounds);
  s.front_points = static_cast<int>(front.points.size());
  s.evaluations = evaluations;
  s.failed_evaluations = 1;
  s.generations = 60;
  s.stop_reason = "generation limit: 60 >= 60";
  s.left_out = points_left_out(front);
  return s;
}

inline void write_combination(const RunFolder& run, std::size_t index, const Size& size,
                              std::string id = "", const Kind* other = nullptr) {
  const Kind& kind = other ? *other : kKinds[index];
  if (id.empty()) id = kind.id;
  const std::string folder = run.make_combination_folder(id);
  Front front;
  front.parameter_names = {"slip_traction", "tangential_stiffness", "chi"};
  if (kind.post_slip) front.parameter_names.push_back("post_slip_stiffness");
  front.modes = {1, 2, 3};
  std::vector<BackboneRecord> records;
  std::vector<Evaluation> evaluations;
  for (int k = 0; k < size.evaluations; ++k) {
    const bool on_front = k < size.points;
    const double t = on_front ? k / std::max(1.0, size.points - 1.0)
                              : (k - size.points) / std::max(1.0, double(size.evaluations));
    std::vector<double> parameters = {1e4 * (1 + t), 3e12 * (1 + t / 7 + 0.01 * double(index)),
                                      on_front ? 2 * t : -t};
    if (kind.post_slip) parameters.push_back(1e10 * (1 + t));
    const double worse = on_front ? 1 : 1.5 + t;  // what the front dominates
    FrontPoint point;
    point.parameters = parameters;
    for (const int mode : front.modes) {
      ErrorPair e = errors(index, mode, t);
      e = {worse * e.frequency, worse * e.damping};
      point.errors[mode] = e;
      const Backbone b = backbone(measured(mode, size.amplitudes), e);
      if (on_front) records.push_back({k, mode, b});
      if (mode != 1) continue;
      Evaluation& evaluation = evaluations.emplace_back();
      evaluation.parameters = parameters;
      evaluation.frequency_objective = 2 * std::log10(e.frequency);
      evaluation.damping_objective = 2 * std::log10(e.damping);
      evaluation.frequency_hz = b.frequency_hz;
      evaluation.damping = b.damping;
    }
    if (on_front) front.points.push_back(point);
  }
  Evaluation failed;
  failed.parameters = front.points.front().parameters;
  failed.parameters[0] /= 2;
  failed.failed_amplitudes = 3;
  failed.reason = "mode 1: not converged <&>";
  evaluations.push_back(failed);
  {
    DiskEvaluationStore store(folder);
    for (std::size_t k = 0; k < evaluations.size(); ++k)
      store.add("key-" + std::to_string(k), evaluations[k]);
  }
  write_front_csv(folder + "/front.csv", front);
  write_backbones_csv(folder + "/backbones.csv", records);
  LoopRecord loop;
  loop.point = 0;
  for (int i = 0; i <= 60; ++i) {
    const double angle = 2 * M_PI * i / 60;
    loop.displacement.push_back(3e-7 * std::cos(angle));
    loop.traction.push_back(1.2e5 * std::cos(angle - 0.3));
  }
  write_loops_csv(folder + "/loops.csv", std::vector<LoopRecord>{loop});
  write_summary(folder + "/summary.json", summary_of(kind, id, front, size.evaluations));
}

/// study.resolved.json with these ids and titles; every one is an Iwan model to it.
inline void write_study(const RunFolder& run,
                        const std::vector<std::pair<std::string, std::string>>& combinations,
                        const std::string& title) {
  const auto quoted = [](const std::string& text) {
    std::string out = "\"";
    for (const char c : text)
      out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return out + "\"";
  };
  std::string entries;
  for (const auto& [id, name] : combinations)
    entries += std::string(entries.empty() ? "" : ",") + "{\"id\":" + quoted(id) +
               ",\"title\":" + quoted(name) +
               ",\"rom\":\"beam\",\"model\":\"iwan4\",\"framework\":\"masing\","
               "\"fit_modes\":[1],\"predict_modes\":[2,3],\"mode_index\":{}}";
  run.write_resolved_study("{\"study\":{\"title\":" + quoted(title) +
                           ",\"seed\":7,\"plugins\":[],\"roms\":{\"beam\":{\"built_in\":"
                           "\"lap-joint\"}},\"box_upper\":{\"frequency\":0.17,\"damping\":0.5},"
                           "\"area_rule\":\"trapezoid\",\"combinations\":[" +
                           entries + "]},\"inputs\":{\"roms\":{\"beam\":\"abc\"}}}");
}

inline void write_measured(const RunFolder& run, int amplitudes = 40) {
  MeasuredModes modes;
  for (const int mode : {1, 2, 3}) modes[mode] = measured(mode, amplitudes);
  write_experiment(run.file("experiment.json"), modes);
}

inline Ranking ranking_of(const RunFolder& run) {
  RankingOptions options;
  options.fitted_modes = {1};
  options.predicted_modes = {2, 3};
  std::vector<RankedCombination> combinations;
  for (const CombinationResult& result : run.read_finished()) {
    options.variability.insert(result.summary.variability.begin(),
                               result.summary.variability.end());
    combinations.push_back(result.ranked());
  }
  return make_ranking(combinations, options);
}

/// The whole of it: combinations, study, experiment, provenance.
inline void write_run(const RunFolder& run, const Size& size, const std::string& title) {
  std::vector<std::pair<std::string, std::string>> names;
  for (std::size_t i = 0; i < size.combinations; ++i) {
    write_combination(run, i, size);
    names.emplace_back(kKinds[i].id, kKinds[i].title);
  }
  write_study(run, names, title);
  write_measured(run);
  run.record_provenance(gather_provenance(2, 7));
}

}  // namespace synthetic
