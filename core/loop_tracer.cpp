#include "core/loop_tracer.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slipfront {

namespace {

// Least overlap of a reversal point's shape with that of the first +q.
constexpr double kSameBranch = 0.9;
// Between the reversal points shapes change with the forces left over; above this share of
// the amplitude half an overlap tells the branch, nearer to zero the start value does.
constexpr double kJudged = 0.25;
constexpr double kStillSame = 0.5;
// Least overlap of neighbouring points, both farther from zero than that, and no farther from each
// other than this share of the amplitude: over the long steps of few points shapes change.
constexpr double kNeighbours = 0.9;
constexpr double kNear = 0.15;
constexpr int kMostHalvings = 6;   // of one step between points
constexpr Eigen::Index kAxes = 3;  // rows of a point
constexpr Eigen::Index kNormal = 2;

void harder(SolveRung& rung, SolveRung other) { rung = std::max(rung, other); }

}  // namespace

LoopTracer::LoopTracer(ModalEquations& equations, const LoopOptions& options)
    : equations_(equations),
      options_(options),
      closes_(options.rule == LoopRule::closed && !options.slopes &&
              history_adds_up(equations.contact(), equations.work())),
      // Exact work needs the ends only.
      rule_(options.work != LoopWork::exact || options.trace_all ? options.points : 2) {}

bool LoopTracer::on_branch(const ModalState& state, double alpha) {
  const double share = std::abs(alpha) / amplitude_;
  if (share < kJudged) return true;
  const double along = (alpha > 0 ? 1 : -1) * equations_.overlap(state, top_);
  return share >= 1 ? along >= kSameBranch && state.lambda > 0 : along >= kStillSame;
}

/// Where the history that holds at a node last changed: the node before under penalty contact,
/// the reversal point otherwise.
std::size_t LoopTracer::start_of(std::size_t node) const {
  if (equations_.contact().penalty()) return node - 1;
  const std::size_t turn = (now_[loop_].size() - 1) / 2;
  return node > turn ? turn : 0;
}

/// The same point one loop earlier, moved as it moved at the amplitude before; or, in the
/// first loop, that of the amplitude before, stretched.
bool LoopTracer::remembered(std::size_t node, Guess& guess) const {
  const std::size_t start = start_of(node);
  const auto known = [&](const std::vector<Nodes>& loops, std::size_t loop) {
    return loop < loops.size() && loops[loop].size() == now_[loop_].size() &&
           loops[loop][node].z.size() > 0 && loops[loop][start].z.size() > 0;
  };
  const auto moved = [&](const std::vector<Nodes>& loops, std::size_t loop) {
    return loops[loop][node].z - loops[loop][start].z;
  };
  const double stretch = amplitude_before_ > 0 ? amplitude_ / amplitude_before_ : 0;
  if (loop_ > 0 && known(now_, loop_ - 1)) {
    guess.state = now_[loop_ - 1][node];
    guess.moved = moved(now_, loop_ - 1);
    if (!closes_ && known(before_, loop_) && known(before_, loop_ - 1)) {
      const ModalState &old = before_[loop_ - 1][node], &later = before_[loop_][node];
      guess.state.add(stretch, later);
      guess.state.add(-stretch, old);
      guess.state.lambda += later.lambda - old.lambda;
      guess.moved += stretch * (moved(before_, loop_) - moved(before_, loop_ - 1));
    }
    return true;
  }
  if (!known(before_, loop_)) return false;
  guess.state = before_[loop_][node];
  guess.state.scale(stretch);
  guess.moved = stretch * moved(before_, loop_);
  return true;
}

/// From one reversal point to the other in one solve.
PointStatus LoopTracer::jump(const Instant& from, int side, const ContactHistory& history,
                             ModalState& state) {
  const double alpha = side * amplitude_;
  const auto belongs = [&](const ModalState& end) { return on_branch(end, alpha); };
  PointStatus status = PointStatus::not_converged;
  if (Guess guess; remembered(node_, guess)) {
    state = std::move(guess.state);
    state.amplitude = amplitude_;
    const Eigen::VectorXd force = state.force;
    status = equations_.solve_for(
        state, history, ForceRange{force, force, from.state.z + guess.moved}, belongs, iterations_);
    if (status == PointStatus::converged) return status;
    harder(rung_, SolveRung::other_start);
  }
  // Mirrored: a slider's total force changes its sign.
  state = from.state;
  state.scale(-1);
  Eigen::VectorXd other = -from.state.force;
  const Eigen::VectorXd& rest = equations_.contact().rest_force();
  for (Eigen::Index row = 0; row < other.size(); ++row)
    if (row % kAxes != kNormal) other[row] -= 2 * rest[row];
  return equations_.solve_for(state, history, ForceRange{-from.state.force, other, {}}, belongs,
                              iterations_);
}

/// The start for `alpha`: along the last two points, or along the stuck mode after a
/// reversal; the modal force lambda alpha goes straight on, so that it may pass zero.
ForceRange LoopTracer::extrapolate(const Cursor& c, double alpha, ModalState& state) {
  state = c.last;
  ForceRange expected{c.last.force, c.last.force, {}};
  const double move = alpha - c.alpha;
  const double push = c.last.lambda * c.alpha;  // modal force lambda q
  if (c.has_before) {
    const double share = move / (c.alpha - c.alpha_before);
    state.scale(1 + share);
    state.add(-share, c.before);
    state.lambda = (push + share * (push - c.before.lambda * c.alpha_before)) / alpha;
    expected.other += share * (c.last.force - c.before.force);
  } else {
    // After a reversal everything sticks.
    const ModalState& stuck = equations_.stuck();
    const double sign = equations_.overlap(c.last, stuck) * c.alpha > 0 ? 1 : -1;
    state.add(sign * move, stuck);
    state.lambda = (push + move * stuck.lambda) / alpha;
    expected.other += sign * move * stuck.force;
  }
  state.amplitude = std::abs(alpha);
  return expected;
}

/// One solve at `alpha`, on the branch and near its start value.
PointStatus LoopTracer::settle(const Cursor& c, double alpha, const ForceRange& expected,
                               ModalState& state) {
  const Eigen::VectorXd kept = state.a;
  const bool judged = c.alpha * alpha > 0 && std::abs(alpha - c.alpha) <= kNear * amplitude_ &&
                      std::min(std::abs(alpha), std::abs(c.alpha)) >= kJudged * amplitude_;
  return equations_.solve_for(
      state, c.history, expected,
      [&](const ModalState& end) {
        return on_branch(end, alpha) && kept.dot(end.a) > kStillSame * kept.norm() * end.a.norm() &&
               (!judged || equations_.overlap(end, c.last) >= kNeighbours);
      },
      iterations_);
}

/// Across amplitude zero there is no half way, since lambda has no value there: a point
/// beyond is sought first, and the one wanted between it and the last.
PointStatus LoopTracer::cross(const Cursor& c, double alpha, ModalState& state) {
  PointStatus status = PointStatus::not_converged;
  for (const double reach : {1.5, 2.0, 3.0, 4.0, 6.0, 0.7, 0.5}) {
    const double far_alpha = reach * alpha;
    ModalState far;
    const ForceRange expected = extrapolate(c, far_alpha, far);
    if (settle(c, far_alpha, expected, far) != PointStatus::converged) continue;
    Cursor back = c;
    back.before = c.last;
    back.alpha_before = c.alpha;
    back.has_before = true;
    back.last = far;
    back.alpha = far_alpha;
    back.passes = false;
    state = between(c, back, alpha).state;
    status = settle(c, alpha, ForceRange{c.last.force, far.force, {}}, state);
    if (status == PointStatus::converged) break;
    // Back from there in smaller steps, which are no instants of the path.
    status = step(back, alpha, nullptr, 0);
    if (status == PointStatus::converged) {
      state = back.last;
      break;
    }
  }
  return status;
}

/// From the cursor to `alpha`, in halves where a solve fails.
PointStatus LoopTracer::step(Cursor& c, double alpha, const Guess* guess, int depth) {
  ModalState state;
  ForceRange expected;
  if (guess) {
    state = guess->state;
    state.amplitude = std::abs(alpha);
    expected.one = expected.other = state.force;
    expected.law_at = c.changed + guess->moved;
  } else {
    expected = extrapolate(c, alpha, state);
  }
  PointStatus status = settle(c, alpha, expected, state);
  if (status != PointStatus::converged && !guess && c.alpha * alpha < 0) {
    harder(rung_, SolveRung::other_start);
    status = cross(c, alpha, state);
    if (status != PointStatus::converged) return status;
  }
  if (status != PointStatus::converged) {
    if (guess) {
      harder(rung_, SolveRung::other_start);
      return step(c, alpha, nullptr, depth);
    }
    if (depth == kMostHalvings) return status;
    harder(rung_, SolveRung::smaller_steps);
    status = step(c, 0.5 * (c.alpha + alpha), nullptr, depth + 1);
    if (status != PointStatus::converged) return status;
    const ContactRows& contact = equations_.contact();
    if (contact.penalty() && c.passes) {
      if (options_.slopes) {
        const auto slope =
            equations_.slope(c.last, c.history,
                             contact.force_slope(c.last.z, c.history, c.slope, equations_.work()));
        c.slope = contact.pass_slope(c.last.z, slope.z, c.history, c.slope, equations_.work());
      }
      c.history = contact.pass(c.last.z, c.history, equations_.work());
      c.changed = c.last.z;
    }
    return step(c, alpha, nullptr, depth + 1);
  }
  c.before = std::move(c.last);
  c.alpha_before = c.alpha;
  c.has_before = true;
  c.last = std::move(state);
  c.alpha = alpha;
  return status;
}

/// Work of the tangential forces on the straight line that closes an open loop.
Work LoopTracer::closing_line(const Instant& from, const Instant& to) {
  if (options_.work == LoopWork::modal) return {};  // both ends at +q: no area
  const ContactRows& contact = equations_.contact();
  const Eigen::VectorXd mean =
      0.5 * (tangential_force(contact, from.state) + tangential_force(contact, to.state));
  const Eigen::VectorXd gap = tangential_rows(to.state.z) - tangential_rows(from.state.z);
  Work work{mean.dot(gap), {}};
  if (options_.slopes)
    work.slope =
        0.5 * gap.transpose() *
            (tangential_force_slope(from, equations_) + tangential_force_slope(to, equations_)) +
        mean.transpose() * (tangential_rows(to.slope.z) - tangential_rows(from.slope.z));
  return work;
}

/// The histories with which loading goes on from a reversal point.
LoopTracer::Turned LoopTracer::turned(const Instant& at) {
  const ContactRows& contact = equations_.contact();
  Turned out;
  out.history = contact.turn(at.state.z, at.history, equations_.work());
  if (options_.slopes)
    out.slope =
        contact.turn_slope(at.state.z, at.slope.z, at.history, at.history_slope, equations_.work());
  return out;
}

/// One loop from the reversal point `top`, whose history is `begin`.
PointStatus LoopTracer::loop(const Instant& top, const Turned& begin, bool integrated,
                             LoopResult& result) {
  node_ = 0;
  const bool inside = options_.trace_all || integrated;
  now_.emplace_back(1 + (inside ? 2 * static_cast<std::size_t>(options_.points - 1) : 2));
  now_[loop_][node_++] = top.state;
  Half down, up;
  PointStatus status = half(top, begin, -1, inside, down);
  if (status == PointStatus::converged) status = half(down.end, turned(down.end), 1, inside, up);
  result.status = status;
  result.rung = rung_;
  result.iterations = iterations_;
  if (status != PointStatus::converged) return status;
  ++result.loops;
  const double omega_minus = std::sqrt(down.end.state.lambda);
  const double omega_plus = std::sqrt(up.end.state.lambda);
  result.omega = 0.5 * (omega_minus + omega_plus);
  if (options_.slopes)
    result.d_omega =
        0.25 * (down.end.slope.lambda / omega_minus + up.end.slope.lambda / omega_plus);
  if (integrated || options_.work == LoopWork::exact || options_.trace_all) {
    Work work = down.work;
    work += up.work;
    work += closing_line(up.end, top);
    work = without_rounding(std::move(work), result.omega, amplitude_);
    result.dissipation = work.value;
    if (options_.slopes) result.d_dissipation = work.slope;
  }
  result.plus_before = top;
  result.minus = std::move(down.end);
  result.plus = std::move(up.end);
  return status;
}

double LoopTracer::damping(const LoopResult& result) const {
  const double speed = result.omega * amplitude_;
  return result.dissipation / (2 * std::numbers::pi * speed * speed) + options_.zeta0;
}

LoopResult LoopTracer::trace(const Instant& start) {
  LoopResult result;
  amplitude_ = start.state.amplitude;
  top_ = start.state;
  rung_ = SolveRung::direct;
  iterations_ = 0;
  loop_ = 0;
  now_.clear();
  if (closes_) close(start, result);
  if (!closes_ || result.status != PointStatus::converged) {
    loop_ = 0;
    now_.clear();
    result = {};
    repeat(start, result);
  }
  if (result.status != PointStatus::converged) {
    forget();
    return result;
  }
  before_ = std::move(now_);
  amplitude_before_ = amplitude_;
  return result;
}

/// The study's rule: the same loop again until the damping settles.
void LoopTracer::repeat(const Instant& start, LoopResult& result) {
  const double tolerance = options_.rule == LoopRule::closed ? 0 : options_.tolerance;
  Instant top = start;
  double before = 0;
  for (; loop_ < static_cast<std::size_t>(options_.loops); ++loop_) {
    const bool last = static_cast<int>(loop_) + 1 == options_.loops;
    const bool integrated = options_.work != LoopWork::exact && (last || tolerance > 0);
    if (loop(top, turned(top), integrated, result) != PointStatus::converged) return;
    top = result.plus;
    const double zeta = damping(result);
    const bool settled =
        loop_ > 0 && tolerance > 0 && std::abs(zeta - before) <= tolerance * std::abs(zeta);
    before = zeta;
    if (settled) return;
  }
}

}  // namespace slipfront
