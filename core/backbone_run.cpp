#include "core/backbone_run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/dense_newton.hpp"
#include "core/element_newton.hpp"
#include "core/element_prestress.hpp"
#include "core/failure.hpp"
#include "core/loop_tracer.hpp"
#include "core/masing_integral.hpp"
#include "core/number.hpp"
#include "core/prestress.hpp"

namespace slipfront {

namespace {

constexpr double kConverged = 1e-9;  // the contract's limit on the reported residual
constexpr int kReportedModes = 12;   // linear frequencies that a backbone lists
// Points of the quadrature rule, where none is asked for: on each half of a loop (the
// study's 41 and 4; even, so that none stands at amplitude 0), and between amplitudes of the
// Masing framework.
constexpr int kPatchPoints = 42;
constexpr int kElementPoints = 4;
constexpr int kMasingPoints = 51;
constexpr Eigen::Index kAxes = 3;  // rows of a point
// The path is given up after so many amplitudes in a row that no rung of the ladder solves:
// what follows hardly ever is, and would cost most of a search's time.
constexpr int kGiveUp = 3;
constexpr int kDigits = 4;  // of amplitudes in notes

/// Counts failures in a row; true where the next amplitude is not tried.
class PathLost {
 public:
  bool next(Backbone& b, std::size_t i) {
    if (i > 0) failed_ = b.status[i - 1] == PointStatus::converged ? 0 : failed_ + 1;
    if (failed_ >= kGiveUp) b.status[i] = PointStatus::not_reached;
    return failed_ >= kGiveUp;
  }

 private:
  int failed_ = 0;
};

double to_hz(double omega) { return omega / (2 * std::numbers::pi); }

Eigen::VectorXd residual_scaling(const CondensedStructure& s, const Eigen::VectorXd& stuck) {
  const Eigen::VectorXd contact = s.displacement_map().cwiseAbs2().transpose() * stuck;
  return (s.stiffness().diagonal() + contact).cwiseSqrt().cwiseInverse();
}

// Up to so many rows a dense solve of all of them is quicker than finding those that slip.
constexpr Eigen::Index kFewRows = 60;

}  // namespace

void no_slopes(Backbone& backbone, Eigen::Index parameters) {
  backbone.d_frequency = backbone.d_damping =
      Eigen::MatrixXd::Constant(static_cast<Eigen::Index>(backbone.size()), parameters,
                                std::numeric_limits<double>::quiet_NaN());
}

ReferenceSprings reference_springs_for(const Structure& structure) {
  return structure.interface.displacement.rows() > kFewRows ? ReferenceSprings::normal
                                                            : ReferenceSprings::all;
}

BackboneRun::BackboneRun(const Structure& structure, const CondensedStructure& condensed,
                         const ContactModel& contact, std::span<const double> values,
                         const BackboneOptions& options)
    : structure_(structure),
      condensed_(condensed),
      options_(options),
      source_(structure.source.empty() ? structure.name : structure.source),
      contact_(structure.interface.areas, structure.interface.kind, contact, values) {}

int BackboneRun::quadrature_points() const {
  if (options_.quadrature) return *options_.quadrature;
  if (contact_.framework() == Framework::masing) return kMasingPoints;
  return structure_.interface.kind == InterfaceKind::elements ? kElementPoints : kPatchPoints;
}

bool BackboneRun::many_points() const {
  return condensed_.rows_with_springs() == ReferenceSprings::normal;
}

/// The structure with its contact springs; the mode of interest decides how many of its
/// modes stay unknowns.
void BackboneRun::condense_elements() {
  Eigen::VectorXd springs = contact_.areas() * contact_.normal_stiffness();
  for (std::size_t i = 0; i < rest_.touching.size(); ++i)
    if (!rest_.touching[i]) springs[static_cast<Eigen::Index>(i)] = 0;
  // Penalty contact takes kp away with the touch: there it stays with the law.
  const double kp = contact_.penalty() ? 0 : contact_.spring_stiffness();
  const Eigen::VectorXd along = kp > 0 ? kp * contact_.areas() : Eigen::VectorXd();
  elements_ = std::make_unique<ElementStructure>(condensed_, springs,
                                                 contact_.penalty() || options_.gradient, along);
}

Backbone BackboneRun::trace(std::span<const double> amplitudes) {
  Backbone backbone = Backbone::failed_everywhere({amplitudes.begin(), amplitudes.end()},
                                                  PointStatus::prestress_failed);
  if (options_.gradient) no_slopes(backbone, contact_.parameters());
  if (many_points()) condense_elements();
  if (!solve_prestress(backbone)) return backbone;
  std::fill(backbone.status.begin(), backbone.status.end(), PointStatus::mode_not_found);
  if (!choose_linear_mode(backbone)) return backbone;
  const int mode = backbone.mode_index;
  if (many_points())
    equations_ = std::make_unique<ElementNewton>(*elements_, contact_, basis_.lambda[mode],
                                                 basis_.eta.col(mode), stuck_);
  else
    equations_ = std::make_unique<DenseNewton>(condensed_, contact_, basis_, mode, stuck_);
  ModalPath path(*equations_, rest_, rest_slope_);
  if (contact_.framework() == Framework::masing)
    trace_masing(backbone, path);
  else
    trace_loops(backbone, path);
  report(backbone);
  return backbone;
}

/// The state at rest, its history, and the stiffness of the stuck interface there.
bool BackboneRun::solve_prestress(Backbone& backbone) {
  stuck_ = contact_.stuck_stiffness();
  scaling_ = residual_scaling(condensed_, stuck_);
  const bool cancels = contact_.framework() == Framework::masing && !contact_.penalty();
  const std::optional<double> preload = options_.preload ? options_.preload : structure_.preload;
  Eigen::VectorXd z = Eigen::VectorXd::Zero(contact_.rows());
  Eigen::MatrixXd d_z = Eigen::MatrixXd::Zero(contact_.rows(), contact_.parameters());
  if (options_.prestress == PrestressKind::none) {
    backbone.notes.push_back("no prestress");
  } else if (cancels) {
    backbone.notes.push_back(
        "prestress not solved: it cancels from the Masing framework with spring contact");
  } else {
    if (!preload)
      throw Failure(Problem{source_, "Prestress", "absent", "the result depends on the bolt load",
                            "give it: --preload N, in newton per bolt"});
    const auto solve_with = [&](auto&& solver) {
      const Prestress solved = solver.solve(*preload, scaling_);
      if (options_.gradient && solved.converged) d_z = solver.slope(solved);
      return solved;
    };
    const Prestress prestress =
        many_points() ? solve_with(ElementPrestress(*elements_, contact_, options_.prestress))
                      : solve_with(PrestressSolver(condensed_, contact_, options_.prestress));
    if (contact_.penalty() && prestress.touching == 0)
      throw Failure(Problem{source_, "Fv", to_text(*preload) + " N per bolt",
                            "contact is lost everywhere under the bolt load",
                            "the load must press the surfaces together (positive normal): check "
                            "the signs of Fv and of the normal rows, and the preload"});
    const std::string residual = std::isfinite(prestress.residual)
                                     ? "residual " + to_text(prestress.residual, 2)
                                     : std::string("no finite residual");
    const std::string outcome = prestress.converged ? residual : "not converged (" + residual + ")";
    backbone.notes.push_back(
        std::string("prestress ") +
        (options_.prestress == PrestressKind::full ? "(full) " : "(conservative) ") +
        to_text(*preload) + " N per bolt, " + outcome + ", " + std::to_string(prestress.touching) +
        " of " + std::to_string(contact_.points()) + " points pressed together");
    if (!prestress.converged) return false;
    z = prestress.z;
  }
  rest_ = contact_.settle(z, options_.prestress);
  if (contact_.penalty() &&
      std::find(rest_.touching.begin(), rest_.touching.end(), char{1}) == rest_.touching.end())
    throw Failure(Problem{source_, "prestress", "none",
                          "no point touches at rest: with penalty contact the joint is open",
                          "solve the prestress (full or conservative), or take spring contact"});
  if (options_.gradient) rest_slope_ = contact_.settle_slope(d_z, rest_, options_.prestress);
  for (Eigen::Index i = 0; i < contact_.points(); ++i)
    if (!rest_.touching[static_cast<std::size_t>(i)]) stuck_.segment<3>(kAxes * i).setZero();
  scaling_ = residual_scaling(condensed_, stuck_);
  // Points that rest apart are free in the structure, not held by springs that forces undo.
  const auto apart = std::count(rest_.touching.begin(), rest_.touching.end(), char{0});
  if (many_points() && apart > 0) condense_elements();
  return true;
}

bool BackboneRun::choose_linear_mode(Backbone& backbone) {
  const int count = std::max(kReportedModes, options_.mode.index.value_or(0) + 1);
  basis_ = modes_with_springs(condensed_, stuck_, count);
  const std::vector<int> bending =
      bending_modes(condensed_, basis_, structure_.response_in_triples);
  backbone.mode_index = choose_mode(options_.mode, bending, basis_);
  for (Eigen::Index i = 0; i < std::min<Eigen::Index>(kReportedModes, basis_.lambda.size()); ++i)
    backbone.linear_frequencies_hz.push_back(to_hz(std::sqrt(basis_.lambda[i])));
  if (backbone.mode_index < 0) return false;
  if (many_points()) elements_->condense_motion(basis_.lambda[backbone.mode_index]);
  return true;
}

/// Writes each amplitude's results, or its reason if a residual is too large.
void BackboneRun::report(Backbone& b) {
  std::vector<const ModalState*> states;
  std::vector<const ContactHistory*> histories;
  for (const Found& found : found_)
    for (const Instant& at : found.states) {
      states.push_back(&at.state);
      histories.push_back(&at.history);
    }
  if (states.empty()) return;
  const auto residuals = equations_->residuals(states, histories, scaling_);
  std::size_t next = 0;
  for (const Found& found : found_) {
    const std::size_t i = found.amplitude;
    double scaled = 0, l1 = 0;
    for (std::size_t k = 0; k < found.states.size(); ++k, ++next) {
      scaled = std::max(scaled, residuals[next].scaled);
      l1 += residuals[next].scaled_l1;
    }
    if (!(scaled <= kConverged)) {
      b.status[i] = PointStatus::not_converged;
      continue;
    }
    const double omega = found.omega, q = b.amplitude[i];
    const double energy = 2 * std::numbers::pi * omega * omega * q * q;
    b.status[i] = PointStatus::converged;
    b.frequency_hz[i] = to_hz(omega);
    b.dissipation[i] = found.dissipation.value;
    b.damping[i] = found.dissipation.value / energy + options_.zeta0;
    b.residual[i] = scaled;
    b.residual_l1[i] = l1;
    if (!options_.gradient) continue;
    const auto row = static_cast<Eigen::Index>(i);
    b.d_frequency.row(row) = found.d_omega / (2 * std::numbers::pi);
    b.d_damping.row(row) =
        (found.dissipation.slope - 2 * found.dissipation.value / omega * found.d_omega) / energy;
  }
}

void BackboneRun::trace_masing(Backbone& b, ModalPath& path) {
  const bool elements = structure_.interface.kind == InterfaceKind::elements;
  const bool modal = options_.dissipation == Dissipation::modal || elements;
  const bool closed_form = !modal && contact_.exact_work();
  if (elements)
    b.notes.push_back(
        "warning: Masing on elements takes the dissipation at modal level; the study uses "
        "non_masing there");
  if (contact_.penalty())
    b.notes.push_back(
        "warning: the Masing rule does not hold with penalty contact: a joint that opens without "
        "slip shows dissipation");
  const std::string rule = std::to_string(quadrature_points()) + " points between amplitudes";
  b.notes.push_back(closed_form ? "dissipation: local, closed form of the law's Masing loop"
                    : modal     ? "dissipation: modal, " + rule
                                : "dissipation: local, path integral of tractions with " + rule +
                                  " (penalty contact has no closed form)");
  std::optional<MasingIntegral> integral;
  if (!closed_form)
    integral.emplace(*equations_, path, modal, quadrature_points(), options_.gradient);
  PathLost lost;
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (lost.next(b, i)) continue;
    b.status[i] = closed_form ? path.advance(b.amplitude[i]) : integral->advance(b.amplitude[i]);
    b.rung[i] = closed_form ? path.rung() : integral->rung();
    if (b.status[i] != PointStatus::converged) continue;
    const Instant& at = path.here();
    Work work;
    if (closed_form) {
      work.value = contact_.loop_area(at.state.z, equations_->work());
      if (options_.gradient)
        work.slope =
            contact_.loop_area_slope(at.state.z, at.slope.z, equations_->work()).transpose();
    } else {
      work = integral->dissipation();
    }
    const double omega = std::sqrt(at.state.lambda);
    if (!closed_form) work = without_rounding(std::move(work), omega, b.amplitude[i]);
    Eigen::RowVectorXd d_omega;
    if (options_.gradient) d_omega = 0.5 / omega * at.slope.lambda;
    found_.push_back({i, omega, std::move(work), std::move(d_omega), {at}});
  }
  b.newton_iterations = path.iterations();
}

/// Loads on to the amplitude; with penalty contact through the points of a rule, since the
/// moment at which contact closes is interpolated between them.
PointStatus BackboneRun::load(ModalPath& path, double amplitude, const LobattoRule& rule) {
  if (!contact_.penalty()) return path.advance(amplitude);
  const Eigen::Index points = rule.points.size();
  const double from = path.begun() ? path.here().state.amplitude : 0;
  for (Eigen::Index k = 1; k < points; ++k) {
    const double share = 0.5 * (1 + rule.points[k]);
    const PointStatus status =
        path.advance(k + 1 == points ? amplitude : from + share * (amplitude - from));
    if (status != PointStatus::converged) return status;
  }
  return PointStatus::converged;
}

void BackboneRun::trace_loops(Backbone& b, ModalPath& path) {
  LoopOptions loop;
  loop.points = quadrature_points();
  loop.trace_all = contact_.penalty();
  loop.loops = options_.loops;
  loop.tolerance = options_.loop_tolerance;
  loop.zeta0 = options_.zeta0;
  loop.slopes = options_.gradient;
  loop.rule = options_.loop_rule;
  const std::string rule = std::to_string(loop.points) + " points on each half loop";
  if (options_.dissipation == Dissipation::modal) {
    loop.work = LoopWork::modal;
    b.notes.push_back("dissipation: modal, " + rule +
                      "; those near zero with another mode's shape between their neighbours");
  } else if (contact_.exact_work()) {
    loop.work = LoopWork::exact;
    b.notes.push_back("dissipation: local, the law's exact work between reversal points");
  } else {
    loop.work = LoopWork::path;
    b.notes.push_back("dissipation: local, path integral of tractions with " + rule +
                      (contact_.penalty() ? " (penalty contact has no closed form)"
                                          : " (coupled directions have no closed form)"));
  }
  LoopTracer tracer(*equations_, loop);
  const std::string times = std::to_string(loop.loops);
  if (tracer.closes())
    b.notes.push_back("loops: closed, as after " + times + " repetitions");
  else if (loop.rule == LoopRule::closed)
    b.notes.push_back("loops: repeated " + times + " times: they are not closed at once with " +
                      (contact_.penalty()  ? "penalty contact"
                       : options_.gradient ? "gradients"
                                           : "a law that lists reversals"));
  else
    b.notes.push_back("loops: repeated, at most " + times + ", to a change of damping of " +
                      to_text(loop.tolerance));
  PathLost lost;
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (lost.next(b, i)) continue;
    b.status[i] = load(path, b.amplitude[i], tracer.rule());
    b.rung[i] = path.rung();
    if (b.status[i] != PointStatus::converged) continue;
    const LoopResult result = tracer.trace(path.here());
    b.status[i] = result.status;
    b.rung[i] = std::max(b.rung[i], result.rung);
    b.loops[i] = result.loops;
    b.loop_end[i] = result.end;
    b.newton_iterations += result.iterations;
    if (result.status != PointStatus::converged) continue;
    found_.push_back({i,
                      result.omega,
                      Work{result.dissipation, result.d_dissipation},
                      result.d_omega,
                      {result.minus, result.plus, result.plus_before}});
  }
  std::string gaps;
  for (std::size_t i = 0; i < b.size(); ++i)
    if (b.rung[i] == SolveRung::left_out && b.status[i] == PointStatus::converged)
      gaps += " " + to_text(b.amplitude[i], kDigits);
  if (!gaps.empty())
    b.notes.push_back(
        "loops: points near zero, where another mode's frequency is met, were taken on the line "
        "between their neighbours at amplitude" +
        gaps);
  std::string drifting;
  for (std::size_t i = 0; i < b.size(); ++i)
    if (b.loop_end[i] == LoopEnd::drifting) drifting += " " + to_text(b.amplitude[i], kDigits);
  if (!drifting.empty())
    b.notes.push_back("loops: repetition has no limit within " + times + " loops at amplitude" +
                      drifting);
  b.newton_iterations += path.iterations();
}

}  // namespace slipfront
