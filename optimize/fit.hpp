// A fit of one friction model to measured backbones of one or more modes: the Objective
// that the study's optimizers work on.
//
//   evaluate(p): for each fitted mode the backbone at the measured amplitudes, then the
//   errors of eq 42 over all amplitudes of all fitted modes (Porter et al., 3.5).
//
// A parameter set outside the law's domain, or with any amplitude that is unconverged or
// not finite, is infeasible: it has failed_amplitudes and a reason, and no errors.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/contact.hpp"
#include "core/measured_backbone.hpp"
#include "core/modal_solver.hpp"
#include "optimize/errors.hpp"
#include "optimize/objective.hpp"

namespace slipfront {

/// One mode that is fitted.
struct FitMode {
  int mode = 1;               // its number in the study, for messages
  MeasuredBackbone measured;  // resampled; amplitude is modal
  BackboneOptions options;    // mode choice, zeta0, prestress
};

/// Computes a backbone: ModalSolver::backbone, or a formula in its place.
using BackboneFunction =
    std::function<Backbone(const ContactModel& contact, std::span<const double> values,
                           std::span<const double> amplitudes, const BackboneOptions& options)>;

class Fit : public Objective {
 public:
  /// `bounds` are contact.parameters() in the same order, with the study's own lower and
  /// upper values; equal ones hold the parameter. `identity` names everything that the
  /// errors depend on besides the parameters. Throws one Failure with all that is wrong.
  /// The solver must outlive the fit.
  Fit(const ModalSolver& solver, const ContactModel& contact, std::vector<FitMode> fitted,
      std::vector<Parameter> bounds, bool residual_penalty, std::string identity);
  Fit(BackboneFunction solver, const ContactModel& contact, std::vector<FitMode> fitted,
      std::vector<Parameter> bounds, bool residual_penalty, std::string identity);

  const std::vector<Parameter>& bounds() const override { return bounds_; }
  std::string key(std::span<const double> physical) const override;
  /// Throws a Failure only if the number of values is not that of the parameters.
  Evaluation evaluate(std::span<const double> physical) const override;
  bool has_gradient() const override { return true; }
  /// The backbones' own slopes (core/modal_solver.hpp), in the study's own loop rule.
  Evaluation evaluate_with_gradient(std::span<const double> physical) const override;
  /// beta + (chi+1)/(chi+2) of the Iwan models, whose force would else break at slip.
  double domain_margin(std::span<const double> physical) const override;
  std::optional<Guard> guard() const override { return guard_of(bounds_); }
  /// The L1 norms of the residuals, if the fit was asked to penalise them; else 0.
  double penalty(const Evaluation& evaluation) const override;

  const ContactModel& contact() const { return contact_; }
  const std::vector<FitMode>& fitted() const { return fitted_; }
  /// Names of the parameters of a point that sit on a bound (optimize/search_space.hpp).
  std::vector<std::string> on_bound(std::span<const double> physical) const;

 private:
  Evaluation evaluate(std::span<const double> physical, bool gradient) const;
  /// What a search with gradients needs; nothing is added if a slope is missing.
  void add_factors(std::span<const Backbone> backbones, std::span<const ComparedMode> compared,
                   Evaluation& evaluation) const;

  BackboneFunction solver_;
  ContactModel contact_;
  std::vector<FitMode> fitted_;
  std::vector<Parameter> bounds_;
  bool residual_penalty_;
  std::string identity_;
};

}  // namespace slipfront
