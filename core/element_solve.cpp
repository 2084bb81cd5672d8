// The course of a solve of core/element_newton.hpp: which law is linearised where, and how far a
// step goes.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/element_newton.hpp"
#include "core/energy_search.hpp"

namespace slipfront {

namespace {

constexpr Eigen::Index kAxes = 3;
constexpr Eigen::Index kNormal = 2;
// On fronts of the study 4 (dry friction) to 11 (Jenkins) in the mean of a backbone, seldom
// above 28. (Without softening 60 to 130 at kt = 1e18 N/m^3, but those are asked for where
// softening ends elsewhere: docs/notes/modal-solver.md.)
constexpr int kMostIterations = 100;
// Residuals relative to lambda q and q: below what the reported residual of 1e-9 needs.
constexpr double kTolerance = 1e-10;
constexpr double kStagnation = 1e-9;
// So many steps without a residual below this share of the least one, with another number of
// points apart at every second of them: a cycle, not slow convergence. (With 8, steps of the
// softened law and of the law itself in turns were taken for one.)
constexpr int kStepsOfACycle = 16;
constexpr double kProgress = 0.9;
// A start value with smaller residuals than this has its points slip where they will.
constexpr double kKnown = 1e-3;

// Softening (core/element_law.hpp), as a share of each point's static flexibility: where a full
// step goes too far, or from the start where the solve before this one came to that. Halved each
// time the law itself is tried. Where a point parts with a force that vanishes then, the search
// ends at that jump of the energy's slope: steps of no length, that a harder law leads away from.
constexpr double kSoftest = 0.03;
constexpr double kHarder = 2;
constexpr double kNowhere = 1e-3;
constexpr double kMuchHarder = 4;
// c times the stuck stiffness below which softening makes no difference.
constexpr double kHard = 1e-3;

/// Steps that go to and fro between touching and apart.
class CycleWatch {
 public:
  /// True if the last steps did.
  bool sees(double size, Eigen::Index apart) {
    changes_ += apart != apart_;
    apart_ = apart;
    if (++since_least_; size < kProgress * least_) {
      least_ = size;
      since_least_ = changes_ = 0;
    }
    return since_least_ >= kStepsOfACycle && 2 * changes_ >= since_least_;
  }

 private:
  double least_ = std::numeric_limits<double>::infinity();
  int since_least_ = 0, changes_ = 0;
  Eigen::Index apart_ = 0;
};

}  // namespace

/// The softening of one solve.
struct ElementNewton::Softening {
  bool allowed = true;
  double share = 0;     // of the static flexibility; 0: not begun
  bool active = false;  // the next step is taken with the softened law
  bool full = false;    // the last one was, in full: the law itself is next
  bool rested = false;  // the last one was the law's own, on the branches found

  bool may_begin(const ElementLaw& law) const {
    return allowed && !active && law.softness(next()) >= kHard;
  }
  double next() const { return share > 0 ? share : kSoftest; }
  void begin() {
    share = next();
    active = true;
  }
  void note(double step, const ElementLaw& law) {
    full = step == 1;
    if (step < kNowhere) share /= kMuchHarder;
    active = law.softness(share) >= kHard;
  }
  /// The softened law has said what it can.
  void rest() {
    share /= kHarder;
    active = full = false;
    rested = true;
  }
};

/// Length of the step along the direction: by the slope of the energy. `full_or_none`: 0 in place
/// of less than 1.
double ElementNewton::search(const ContactHistory& history, bool softened, bool full_or_none) {
  const auto dz = step_.z.col(0);
  elements_.scatter(dz, all_dz_);
  bend(all_dz_);
  const double start = lack_.force.col(0).dot(dz) + lack_.modes.col(0).dot(step_.a.col(0)) +
                       lack_.norm[0] * step_.lambda[0];
  const double curvature = -start - all_dz_.dot(all_bent_);
  const auto slope = [&](double s) {
    trial_z_ = z_used_ + s * dz;
    if (softened)
      law_.evaluate_softened(trial_z_, history, trial_, work_);
    else
      law_.evaluate(trial_z_, history, trial_, work_);
    return (trial_.net - forces_.net).dot(dz) + start + s * curvature;
  };
  return energy_search(start, slope, full_or_none);
}

/// A full step with the law linearised at other displacements (law_used_) than the state's.
void ElementNewton::step_from_law_point(ModalState& state, const ContactHistory& history) {
  law_.evaluate(law_used_, history, forces_, work_);
  law_used_ = z_used_ - law_used_;
  all_dz_.setZero();
  elements_.scatter(law_used_, all_dz_);
  bend(all_dz_);
  elements_.gather(all_bent_, law_used_);
  lack_.force = forces_.net + law_used_ - state.net;
  factorise(0);
  solve_linear(state, lack_, step_);
  advance(state, 1);
}

/// From where the expected path has the law, if the start value is not near the solution already.
bool ElementNewton::first_step(ModalState& state, const ContactHistory& history,
                               const Eigen::VectorXd& law_at) {
  if (lack_at(state, history) < kKnown) return false;
  elements_.gather(law_at, law_used_);
  const Eigen::Index normals = rows_ - elements_.tangential();
  law_used_.tail(normals) = z_used_.tail(normals);
  set_columns();
  step_from_law_point(state, history);
  return true;
}

/// One step from the state, whose lack has been taken with the law itself and has this `size`.
void ElementNewton::step(ModalState& state, const ContactHistory& history, Softening& softening,
                         double size) {
  if (softening.full) {
    // The law itself, on the branches that the softened one found.
    law_.evaluate_softened(z_used_, history, forces_, work_);
    law_used_ = law_.point();
    softening.rest();
    step_from_law_point(state, history);
    return;
  }
  // After the law's own step: other points change still, which plain steps would meet one by one.
  const bool expected = softening.rested || (softening.share == 0 && softened_before_);
  softening.rested = false;
  if (expected && size > kKnown && softening.may_begin(law_)) softening.begin();
  if (softening.active) {
    law_.soften(softening.share, state.net);
    law_.evaluate_softened(z_used_, history, forces_, work_);
    lack_.force = forces_.net - state.net;
  }
  factorise(softening.active ? softening.share : 0);
  solve_linear(state, lack_, step_);
  const double length = search(history, softening.active, softening.may_begin(law_));
  if (length == 0) {
    softening.begin();
    return;
  }
  advance(state, length);
  if (softening.active) softening.note(length, law_);
}

NewtonSummary ElementNewton::solve(ModalState& state, const ContactHistory& history,
                                   const ForceRange& expected) {
  NewtonSummary summary;
  Softening softening{expected.soften};
  CycleWatch cycle;
  law_.begin();
  if (expected.law_at.size() > 0) summary.iterations += first_step(state, history, expected.law_at);
  double size = 0;
  for (;;) {
    const double previous = size;
    size = lack_at(state, history);
    if (size < kStagnation) {
      respond(state);
      size = lack_at(state, history);
    }
    summary.jumps = cycle.sees(size, points_apart());
    summary.finite = std::isfinite(size);
    if (!summary.finite || size <= kTolerance || summary.iterations == kMostIterations ||
        summary.jumps)
      break;
    if (summary.iterations > 0 && size < kStagnation && size > 0.5 * previous) break;
    if (summary.iterations == 0) set_columns();
    step(state, history, softening, size);
    ++summary.iterations;
  }
  summary.converged = summary.finite && size < kStagnation;
  summary.softened = softened_before_ = softening.share > 0;
  Eigen::VectorXd& all_z = law_.displacements();
  if (outside()) {
    const Eigen::MatrixXd none = Eigen::MatrixXd::Zero(elements_.points(), 1);
    const Eigen::VectorXd normal =
        normals_.psi_a * state.a - normal_flexibility(state.lambda, state.net, none);
    for (Eigen::Index i = 0; i < elements_.points(); ++i) all_z[kAxes * i + kNormal] = normal[i];
  }
  state.z = all_z;
  state.force = forces_.all;
  return summary;
}

/// Points whose net normal force is that of the reference spring taken away.
Eigen::Index ElementNewton::points_apart() const {
  Eigen::Index count = 0;
  if (contact_.penalty())
    for (Eigen::Index row = kNormal; row < forces_.tangent.cols(); row += kAxes)
      count += forces_.tangent(kNormal, row) != 0;
  return count;
}

}  // namespace slipfront
