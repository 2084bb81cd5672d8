// What an optimizer sees of a fitting problem: the parameters with their bounds, and the
// errors of any parameter set. No mechanics, no experiment.
//
// An Objective is a pure function: evaluate() depends on its argument only and may be
// called from several threads at once. Tests give it a formula, Fit gives it a solver.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/evaluation_store.hpp"
#include "core/parameter.hpp"
#include "optimize/guard.hpp"

namespace slipfront {

class Objective {
 public:
  virtual ~Objective() = default;

  /// Name, scale and bounds of every parameter, in physical units.
  virtual const std::vector<Parameter>& bounds() const = 0;

  /// Under which an evaluation is stored: the same for the same errors, on any machine.
  virtual std::string key(std::span<const double> physical) const = 0;

  /// Errors at a parameter set within the bounds. One that cannot be computed has
  /// failed_amplitudes above 0; its objectives are then meaningless.
  virtual Evaluation evaluate(std::span<const double> physical) const = 0;

  /// Whether evaluate_with_gradient() gives slopes: then an optimizer may follow them.
  virtual bool has_gradient() const { return false; }

  /// The same evaluation, with the factors of optimize/error_factor.hpp: the exact slopes of
  /// both objectives by every parameter on its search scale. Without them where it failed.
  virtual Evaluation evaluate_with_gradient(std::span<const double> physical) const {
    return evaluate(physical);
  }

  /// Above 0 where the model makes sense at all; negative: evaluate() would fail. For searches
  /// that can be kept away from such a border, as Iwan's beta + (chi+1)/(chi+2) > 0.
  virtual double domain_margin(std::span<const double> /*physical*/) const { return 1; }

  /// The same border as a rule that a descent can go along, if it is one between two parameters.
  virtual std::optional<Guard> guard() const { return {}; }

  /// What the search, but not the result, adds to both objectives (Porter et al., 3.5.2:
  /// the L1 norm of the residuals, on the log scale of eq 42).
  virtual double penalty(const Evaluation& /*evaluation*/) const { return 0; }
};

}  // namespace slipfront
