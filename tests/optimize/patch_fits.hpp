// For tests of whole fits: the reduced model of the reference data on patches, and fits on it.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "experiment/backbone_file.hpp"
#include "formula_objectives.hpp"
#include "models/registry.hpp"
#include "optimize/fit.hpp"
#include "rom/load.hpp"

namespace slipfront::test {

struct PatchModel {
  std::string model;
  bool post_slip = false;
  Framework framework = Framework::masing;
  int loops = 40;

  ContactModel contact() const {
    return ContactModel(Registry::built_in().find(model), framework, {.post_slip = post_slip});
  }
  /// Elastic dry friction as the study has it: work of the modal loop.
  BackboneOptions options() const {
    BackboneOptions made;
    made.loops = loops;
    if (model == "elastic_dry_friction") {
      constexpr int kPointsBetweenLevels = 51;
      made.dissipation = Dissipation::modal;
      made.quadrature = kPointsBetweenLevels;
    }
    return made;
  }
  std::string name() const { return model + (post_slip ? " + kp" : ""); }
};

inline ModalSolver patch_solver(const std::string& rom) {
  return ModalSolver(std::make_shared<const Structure>(load_structure(rom)));
}

inline Fit fit_of(const ModalSolver& solver, const PatchModel& model, FitMode mode) {
  const ContactModel contact = model.contact();
  return Fit(solver, contact, {std::move(mode)}, contact.parameters(), false, model.name());
}

/// To the shipped backbone of the first mode.
inline Fit fit_to_worn(const ModalSolver& solver, const PatchModel& model) {
  constexpr std::size_t kAmplitudes = 20;
  FitMode mode;
  mode.measured = resample(
      read_backbone(std::string(SLIPFRONT_SOURCE_DIR) + "/studies/data/virtual-worn-mode-1.csv"),
      kAmplitudes);
  mode.options = model.options();
  mode.options.zeta0 = mode.measured.damping.front();
  return fit_of(solver, model, std::move(mode));
}

/// The model's own backbone at these parameters, at the shipped one's amplitudes, zeta0 = 0.001.
inline FitMode own_data(const ModalSolver& solver, const PatchModel& model,
                        const std::vector<double>& truth, Backbone& backbone) {
  constexpr std::size_t kAmplitudes = 20;
  FitMode mode;
  mode.options = model.options();
  mode.options.zeta0 = 1e-3;
  mode.measured = resample(
      read_backbone(std::string(SLIPFRONT_SOURCE_DIR) + "/studies/data/virtual-worn-mode-1.csv"),
      kAmplitudes);
  BackboneOptions with_slopes = mode.options;
  with_slopes.gradient = true;
  backbone = solver.backbone(model.contact(), truth, mode.measured.amplitude, with_slopes);
  mode.measured.frequency_hz = mode.measured.frequency_lower = mode.measured.frequency_upper =
      backbone.frequency_hz;
  mode.measured.damping = mode.measured.damping_lower = mode.measured.damping_upper =
      backbone.damping;
  return mode;
}

}  // namespace slipfront::test
