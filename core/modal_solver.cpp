#include "core/modal_solver.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/backbone_run.hpp"
#include "core/condensed.hpp"
#include "core/failure.hpp"
#include "core/law_failure.hpp"
#include "core/linear_modes.hpp"
#include "core/number.hpp"

namespace slipfront {

namespace {

double to_hz(double lambda) { return std::sqrt(lambda) / (2 * std::numbers::pi); }

void check_amplitudes(std::span<const double> amplitudes) {
  const std::string remedy = "give ascending amplitudes, as 1e-6,1e-5,1e-4";
  if (amplitudes.empty())
    throw Failure(Problem{"amplitudes", "", "none", "at least one amplitude is needed", remedy});
  for (std::size_t i = 0; i < amplitudes.size(); ++i) {
    const bool above = i == 0 || amplitudes[i] > amplitudes[i - 1];
    if (!(amplitudes[i] > 0) || !std::isfinite(amplitudes[i]) || !above)
      throw Failure(Problem{"amplitudes", "value " + std::to_string(i + 1), to_text(amplitudes[i]),
                            "amplitudes must be positive, finite and strictly ascending", remedy});
  }
}

void check_options(const Structure& structure, const BackboneOptions& options,
                   const ContactModel& contact) {
  std::vector<Problem> problems;
  const auto refuse = [&](const std::string& key, const std::string& found, const std::string& rule,
                          const std::string& remedy) {
    problems.push_back({"backbone", key, found, rule, remedy});
  };
  if (structure.interface.points() == 0)
    refuse("interface", "no points", "a joint needs at least one interface point",
           "check the interface maps of " + structure.source);
  const bool masing = contact.framework() == Framework::masing;
  if (options.quadrature) {
    const int n = *options.quadrature;
    if (n < 2)
      refuse("quadrature", std::to_string(n), "a rule has at least 2 points", "use 42");
    else if (!masing && n % 2 == 1)
      refuse("quadrature", std::to_string(n),
             "an odd rule has a point at amplitude 0, where a loop's equations are singular",
             "use an even number, as " + std::to_string(n + 1));
  }
  if (!masing && options.loops < 1)
    refuse("loops", std::to_string(options.loops), "at least one loop", "use 40");
  if (!(options.loop_tolerance >= 0))
    refuse("loop_tolerance", to_text(options.loop_tolerance), "not negative", "use 1e-4, or 0");
  if (!std::isfinite(options.zeta0)) refuse("zeta0", "", "a finite number", "leave it out for 0");
  throw_if_any(std::move(problems));
}

}  // namespace

ModalSolver::ModalSolver(std::shared_ptr<const Structure> structure)
    : structure_(std::move(structure)),
      condensed_(std::make_unique<const CondensedStructure>(*structure_,
                                                            reference_springs_for(*structure_))) {}
ModalSolver::~ModalSolver() = default;
ModalSolver::ModalSolver(ModalSolver&&) noexcept = default;
ModalSolver& ModalSolver::operator=(ModalSolver&&) noexcept = default;

bool ModalSolver::many_points() const {
  return condensed_->rows_with_springs() == ReferenceSprings::normal;
}

ModalSolver::LinearModes ModalSolver::linear_modes(double tangential_stiffness,
                                                   double normal_stiffness, int count) const {
  Eigen::VectorXd springs = condensed_->row_areas();
  for (Eigen::Index i = 0; i < springs.size(); ++i)
    springs[i] *= i % 3 == 2 ? normal_stiffness : tangential_stiffness;
  const ModalBasis basis = modes_with_springs(*condensed_, springs, count);
  LinearModes modes;
  for (const double lambda : basis.lambda) modes.frequencies_hz.push_back(to_hz(lambda));
  modes.bending = bending_modes(*condensed_, basis, structure_->response_in_triples);
  modes.shapes = condensed_->shapes() * basis.eta;
  return modes;
}

Backbone ModalSolver::backbone(const ContactModel& contact, std::span<const double> values,
                               std::span<const double> amplitudes,
                               const BackboneOptions& options) const {
  const auto failed = [&](PointStatus reason) {
    Backbone backbone = Backbone::failed_everywhere({amplitudes.begin(), amplitudes.end()}, reason);
    const auto parameters = static_cast<Eigen::Index>(contact.parameters().size());
    if (options.gradient) no_slopes(backbone, parameters);
    return backbone;
  };
  const auto start = std::chrono::steady_clock::now();
  check_amplitudes(amplitudes);
  check_options(*structure_, options, contact);
  try {
    if (!contact.domain_violation(values).empty()) return failed(PointStatus::outside_domain);
    BackboneRun run(*structure_, *condensed_, contact, values, options);
    Backbone backbone = run.trace(amplitudes);
    backbone.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return backbone;
  } catch (const LawFailure& failure) {
    Backbone backbone = failed(PointStatus::law_failed);
    backbone.notes.push_back(failure.what());
    return backbone;
  }
}

}  // namespace slipfront
