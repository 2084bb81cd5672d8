#include "optimize/fit.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/hash.hpp"
#include "optimize/error_factor.hpp"
#include "optimize/errors.hpp"
#include "optimize/search_space.hpp"

namespace slipfront {
namespace {

// Where an amplitude failed before there was a residual to tell: as bad as a residual
// that is as large as the forces themselves.
constexpr double kUnknownResidual = 1;

double known(double residual) { return std::isfinite(residual) ? residual : kUnknownResidual; }

bool same_length(const Backbone& backbone, std::size_t amplitudes) {
  return backbone.frequency_hz.size() == amplitudes && backbone.damping.size() == amplitudes &&
         backbone.residual.size() == amplitudes && backbone.residual_l1.size() == amplitudes &&
         backbone.status.size() == amplitudes;
}

/// The status in words; of a law that failed, also what happened to it.
std::string reason_of(const Backbone& backbone, std::size_t amplitude) {
  const PointStatus status = backbone.status[amplitude];
  const bool told = status == PointStatus::law_failed && !backbone.notes.empty();
  return to_text(status) + (told ? ": " + backbone.notes.back() : "");
}

/// Adds what one mode's backbone says about the state of the parameter set.
void take_over(const FitMode& mode, const Backbone& backbone, Evaluation& evaluation) {
  const auto fail = [&](double residual, const std::string& reason) {
    ++evaluation.failed_amplitudes;
    evaluation.residual = std::max(evaluation.residual, known(residual));
    if (evaluation.reason.empty())
      evaluation.reason = "mode " + std::to_string(mode.mode) + ": " + reason;
  };
  const std::size_t amplitudes = mode.measured.size();
  if (!same_length(backbone, amplitudes)) {
    for (std::size_t i = 0; i < amplitudes; ++i)
      fail(kUnknownResidual, "the backbone does not have the amplitudes asked for");
    return;
  }
  for (std::size_t i = 0; i < amplitudes; ++i) {
    if (backbone.status[i] != PointStatus::converged)
      fail(backbone.residual[i], reason_of(backbone, i));
    else if (!std::isfinite(backbone.frequency_hz[i]) || !std::isfinite(backbone.damping[i]) ||
             !std::isfinite(backbone.residual[i]) || !std::isfinite(backbone.residual_l1[i]))
      fail(backbone.residual[i], to_text(PointStatus::not_finite));
    else {
      evaluation.residual = std::max(evaluation.residual, backbone.residual[i]);
      evaluation.residual_l1 += backbone.residual_l1[i];
    }
  }
}

/// All slopes there, and finite.
bool usable(const Eigen::MatrixXd& slopes, std::size_t amplitudes, std::size_t parameters) {
  return slopes.rows() == static_cast<Eigen::Index>(amplitudes) &&
         slopes.cols() == static_cast<Eigen::Index>(parameters) && slopes.allFinite();
}

void check_parameters(std::vector<Problem>& problems, const ContactModel& contact,
                      const std::vector<Parameter>& bounds) {
  const auto& own = contact.parameters();
  const bool same =
      std::equal(own.begin(), own.end(), bounds.begin(), bounds.end(),
                 [](const Parameter& a, const Parameter& b) { return a.name == b.name; });
  if (same) return;
  std::string found, rule = "must be, in this order,";
  for (const Parameter& p : bounds) found += (found.empty() ? "" : ", ") + p.name;
  for (const Parameter& p : own) rule += " " + p.name;
  problems.push_back({"bounds", "", found, rule, ""});
}

}  // namespace

void Fit::add_factors(std::span<const Backbone> backbones, std::span<const ComparedMode> compared,
                      Evaluation& evaluation) const {
  std::vector<BackboneSlopes> slopes;
  for (const Backbone& backbone : backbones) {
    if (!usable(backbone.d_frequency, backbone.size(), bounds_.size()) ||
        !usable(backbone.d_damping, backbone.size(), bounds_.size()))
      return;
    slopes.push_back({&backbone.d_frequency, &backbone.d_damping});
  }
  std::vector<double> scale;
  for (std::size_t i = 0; i < bounds_.size(); ++i)
    scale.push_back(search_slope(bounds_[i], evaluation.parameters[i]));
  ErrorFactors factors = error_factors(compared, slopes, scale);
  evaluation.frequency_factor = std::move(factors.frequency);
  evaluation.damping_factor = std::move(factors.damping);
}

Fit::Fit(const ModalSolver& solver, const ContactModel& contact, std::vector<FitMode> fitted,
         std::vector<Parameter> bounds, bool residual_penalty, std::string identity)
    : Fit(
          [&solver](const ContactModel& model, std::span<const double> values,
                    std::span<const double> amplitudes, const BackboneOptions& options) {
            return solver.backbone(model, values, amplitudes, options);
          },
          contact, std::move(fitted), std::move(bounds), residual_penalty, std::move(identity)) {}

Fit::Fit(BackboneFunction solver, const ContactModel& contact, std::vector<FitMode> fitted,
         std::vector<Parameter> bounds, bool residual_penalty, std::string identity)
    : solver_(std::move(solver)),
      contact_(contact),
      fitted_(std::move(fitted)),
      bounds_(std::move(bounds)),
      residual_penalty_(residual_penalty),
      identity_(std::move(identity)) {
  std::vector<Problem> problems = bounds_problems(bounds_);
  check_parameters(problems, contact_, bounds_);
  if (fitted_.empty())
    problems.push_back({"fit", "modes", "none", "at least one mode must be fitted", ""});
  for (const FitMode& mode : fitted_) {
    const std::string where = "measured backbone of mode " + std::to_string(mode.mode);
    for (Problem& problem : measured_problems(mode.measured, where))
      problems.push_back(std::move(problem));
  }
  throw_if_any(std::move(problems));
}

std::string Fit::key(std::span<const double> physical) const {
  return evaluation_key(identity_, physical);
}

double Fit::penalty(const Evaluation& evaluation) const {
  return residual_penalty_ ? evaluation.residual_l1 : 0;
}

std::vector<std::string> Fit::on_bound(std::span<const double> physical) const {
  return slipfront::on_bound(bounds_, physical);
}

double Fit::domain_margin(std::span<const double> physical) const {
  const auto rule = guard();
  return rule ? rule->margin(physical) : 1;
}

Evaluation Fit::evaluate(std::span<const double> physical) const {
  return evaluate(physical, false);
}

Evaluation Fit::evaluate_with_gradient(std::span<const double> physical) const {
  return evaluate(physical, true);
}

Evaluation Fit::evaluate(std::span<const double> physical, bool gradient) const {
  if (physical.size() != bounds_.size())
    throw Failure(Problem{"fit", "parameters", std::to_string(physical.size()) + " values",
                          "needs " + std::to_string(bounds_.size()), ""});
  Evaluation evaluation;
  evaluation.parameters.assign(physical.begin(), physical.end());
  const std::string violation = contact_.domain_violation(physical);
  if (!violation.empty()) {
    evaluation.reason = to_text(PointStatus::outside_domain) + ": " + violation;
    evaluation.residual = kUnknownResidual;
    for (const FitMode& mode : fitted_)
      evaluation.failed_amplitudes += static_cast<int>(mode.measured.size());
    return evaluation;
  }

  std::vector<Backbone> backbones;
  for (const FitMode& mode : fitted_) {
    BackboneOptions options = mode.options;
    options.gradient = gradient;
    backbones.push_back(solver_(contact_, physical, mode.measured.amplitude, options));
    take_over(mode, backbones.back(), evaluation);
  }
  if (!evaluation.feasible()) return evaluation;

  std::vector<ComparedMode> compared;
  for (std::size_t m = 0; m < fitted_.size(); ++m) {
    const Backbone& backbone = backbones[m];
    compared.push_back({backbone.frequency_hz, backbone.damping, &fitted_[m].measured});
    evaluation.frequency_hz.insert(evaluation.frequency_hz.end(), backbone.frequency_hz.begin(),
                                   backbone.frequency_hz.end());
    evaluation.damping.insert(evaluation.damping.end(), backbone.damping.begin(),
                              backbone.damping.end());
  }
  const ObjectivePair errors = objectives(compared);
  evaluation.frequency_objective = errors.frequency;
  evaluation.damping_objective = errors.damping;
  if (gradient) add_factors(backbones, compared, evaluation);
  return evaluation;
}

}  // namespace slipfront
