#include "core/modal_solver.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/condensed.hpp"
#include "core/failure.hpp"
#include "core/law_failure.hpp"
#include "core/linear_modes.hpp"
#include "core/masing_rows.hpp"
#include "core/modal_newton.hpp"
#include "core/modal_path.hpp"
#include "core/number.hpp"
#include "core/prestress.hpp"

namespace slipfront {

namespace {

constexpr double kConverged = 1e-9;  // the contract's limit on the reported residual
constexpr int kReportedModes = 12;   // linear frequencies that a backbone lists
// Modes up to this many times lambda of the stuck mode stay unknowns of the solve: the
// others' compliance then has no pole near any lambda on the path.
constexpr double kKeptRange = 6;
constexpr Eigen::Index kLeastKept = 4;

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

void check_supported(const Structure& structure, const ContactModel& contact) {
  const std::string only =
      "this version computes patch interfaces in the Masing framework with "
      "spring contact";
  std::vector<Problem> problems;
  if (structure.interface.kind != InterfaceKind::patches)
    problems.push_back(
        {structure.source, "interface", "an element interface", only, "use a patch model (WJROM)"});
  if (contact.framework() != Framework::masing)
    problems.push_back({"framework", "", to_text(contact.framework()), only, "choose masing"});
  if (contact.normal() != NormalContact::spring)
    problems.push_back({"normal", "", to_text(contact.normal()), only,
                        "choose spring contact and a model without friction coefficient"});
  throw_if_any(std::move(problems));
}

Eigen::VectorXd residual_scaling(const CondensedStructure& s, const Eigen::VectorXd& stuck) {
  const Eigen::VectorXd contact = s.displacement_map().cwiseAbs2().transpose() * stuck;
  return (s.stiffness().diagonal() + contact).cwiseSqrt().cwiseInverse();
}

Eigen::Index modes_to_keep(const CondensedStructure& s, double lambda) {
  const auto low = (s.omega().array() < kKeptRange * lambda).count();
  return std::clamp<Eigen::Index>(low, std::min(kLeastKept, s.modes()), s.modes());
}

/// The linear mode as the start of the path: unit amplitude, all springs stuck.
ModalState stuck_state(const CondensedStructure& s, const ModalBasis& basis, int mode,
                       Eigen::Index kept, const Eigen::VectorXd& stuck) {
  ModalState state;
  state.amplitude = 1;
  state.lambda = basis.lambda[mode];
  state.eta = basis.eta.col(mode);
  state.a = state.eta.head(kept);
  // z = Psi_a a - F r with r = dk z: well scaled where springs are much stiffer than the structure.
  const Eigen::VectorXd dk = stuck - s.reference_springs();
  const Eigen::Index others = s.modes() - kept;
  const auto psi_o = s.psi().rightCols(others);
  const Eigen::VectorXd soft = (s.omega().tail(others).array() - state.lambda).inverse();
  const Eigen::MatrixXd f = psi_o * soft.asDiagonal() * psi_o.transpose();
  const Eigen::VectorXd scale = (1 + (f.diagonal().array() * dk.array()).abs()).inverse();
  Eigen::MatrixXd system = f * dk.cwiseProduct(scale).asDiagonal();
  system.diagonal() += scale;
  state.z = scale.cwiseProduct(
      system.partialPivLu().solve(Eigen::VectorXd(s.psi().leftCols(kept) * state.a)));
  state.force = stuck.cwiseProduct(state.z);
  state.force_amplitude = state.amplitude;
  return state;
}

void note_prestress(Backbone& backbone, const Structure& structure, const CondensedStructure& s,
                    const MasingRows& rows, const BackboneOptions& options,
                    const Eigen::VectorXd& scaling) {
  const std::string cancels = "it cancels from the Masing framework with spring contact";
  const std::optional<double> preload = options.preload ? options.preload : structure.preload;
  if (options.prestress != PrestressKind::full || !preload) {
    backbone.notes.push_back("prestress not solved: " + cancels);
    return;
  }
  const Prestress prestress = solve_prestress(s, rows, *preload, scaling);
  const std::string outcome = prestress.converged ? "residual " + to_text(prestress.residual, 2)
                                                  : std::string("not converged");
  backbone.notes.push_back("prestress " + to_text(*preload) + " N per bolt, " + outcome + "; " +
                           cancels);
}

}  // namespace

ModalSolver::ModalSolver(std::shared_ptr<const Structure> structure)
    : structure_(std::move(structure)),
      condensed_(std::make_unique<const CondensedStructure>(*structure_)) {}
ModalSolver::~ModalSolver() = default;
ModalSolver::ModalSolver(ModalSolver&&) noexcept = default;
ModalSolver& ModalSolver::operator=(ModalSolver&&) noexcept = default;

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
                               const BackboneOptions& options) const try {
  const auto start = std::chrono::steady_clock::now();
  check_supported(*structure_, contact);
  check_amplitudes(amplitudes);
  const auto failed = [&](PointStatus why) {
    return Backbone::failed_everywhere({amplitudes.begin(), amplitudes.end()}, why);
  };
  if (!contact.domain_violation(values).empty()) return failed(PointStatus::outside_domain);

  // The stuck structure: scaling, linear modes, and the mode that is asked for.
  const CondensedStructure& s = *condensed_;
  const MasingRows rows(s, contact, values);
  const Eigen::VectorXd stuck = rows.stuck_stiffness();
  const Eigen::VectorXd scaling = residual_scaling(s, stuck);
  const int count = std::max(kReportedModes, options.mode.index.value_or(0) + 1);
  const ModalBasis basis = modes_with_springs(s, stuck, count);
  const int mode =
      choose_mode(options.mode, bending_modes(s, basis, structure_->response_in_triples), basis);
  Backbone backbone = failed(PointStatus::mode_not_found);
  backbone.mode_index = mode;
  for (Eigen::Index i = 0; i < std::min<Eigen::Index>(kReportedModes, basis.lambda.size()); ++i)
    backbone.linear_frequencies_hz.push_back(to_hz(basis.lambda[i]));
  if (mode < 0) return backbone;
  note_prestress(backbone, *structure_, s, rows, options, scaling);
  backbone.notes.push_back("dissipation: local, closed form of the law's Masing loop");

  // Along the amplitudes.
  ModalNewton newton(s, rows, modes_to_keep(s, basis.lambda[mode]));
  ModalPath path(newton, stuck_state(s, basis, mode, newton.kept(), stuck));
  const auto parameters = static_cast<Eigen::Index>(values.size());
  if (options.gradient) {
    const auto n = static_cast<Eigen::Index>(amplitudes.size());
    backbone.d_frequency = backbone.d_damping =
        Eigen::MatrixXd::Constant(n, parameters, std::numeric_limits<double>::quiet_NaN());
  }
  for (std::size_t i = 0; i < amplitudes.size(); ++i) {
    const double q = amplitudes[i];
    const ModalPath::Point point = path.advance(q);
    backbone.status[i] = point.status;
    if (point.status != PointStatus::converged) continue;
    const ModalNewton::Residual residual = newton.residual(point.state, scaling);
    if (!(residual.scaled <= kConverged)) {
      backbone.status[i] = PointStatus::not_converged;
      continue;
    }
    const double lambda = point.state.lambda;
    const double dissipated = newton.dissipation(point.state);
    const double energy = 2 * std::numbers::pi * lambda * q * q;
    backbone.frequency_hz[i] = to_hz(lambda);
    backbone.dissipation[i] = dissipated;
    backbone.damping[i] = dissipated / energy + options.zeta0;
    backbone.residual[i] = residual.scaled;
    backbone.residual_l1[i] = residual.scaled_l1;
    if (options.gradient) {
      const ModalNewton::Gradient g = newton.gradient(point.state);
      const auto row = static_cast<Eigen::Index>(i);
      backbone.d_frequency.row(row) = 0.5 * backbone.frequency_hz[i] / lambda * g.lambda;
      backbone.d_damping.row(row) = (g.dissipation - dissipated / lambda * g.lambda) / energy;
    }
  }
  backbone.newton_iterations = path.iterations();
  backbone.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return backbone;
} catch (const LawFailure& failure) {
  Backbone backbone =
      Backbone::failed_everywhere({amplitudes.begin(), amplitudes.end()}, PointStatus::law_failed);
  backbone.notes.push_back(failure.what());
  return backbone;
}

}  // namespace slipfront
