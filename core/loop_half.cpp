// One half of a hysteresis loop, from a reversal point to the other side (core/loop_tracer.hpp).
//
// Spring contact: the law remembers the reversal point only, so that every point of the half
// stands on its own. Those before amplitude zero are walked to from the reversal point, those
// behind it back from the other end, which is found in one jump: amplitude zero is not crossed.
//
// Penalty contact: each point is an instant of the path (core/contact_rows.hpp, eq 5), and zero is
// crossed.
//
// Points near zero without a solution on the mode's branch are left out, and for work at modal
// level also those whose shape is not the mode's (overlap with the first +q below 0.97), near
// another mode's frequency: displacements, forces and lambda alpha are taken on the straight line
// between their neighbours. With it 20 to 120 points give the same damping in bending mode 3.
#include <algorithm>
#include <cmath>

#include "core/loop_tracer.hpp"

namespace slipfront {

namespace {

constexpr int kRescueSteps = 8;  // a half loop whose end is not found in one jump
// Points nearer to zero than this share of the amplitude may be left out: as near as the branch
// is not judged by shape either.
constexpr double kLeftOut = 0.25;
constexpr double kShape = 0.97;  // least overlap of a point that work at modal level takes

}  // namespace

/// Signed amplitude of the k-th point of a half loop that ends at `side` times the amplitude.
double LoopTracer::alpha_of(Eigen::Index k, int side) const {
  return side * amplitude_ * (k + 1 == rule_.points.size() ? 1 : rule_.points[k]);
}

/// Whether a point without a solution may be left out. Slopes of tractions need a solution.
bool LoopTracer::may_be_left_out(Eigen::Index k) const {
  return k + 1 < rule_.points.size() && std::abs(rule_.points[k]) < kLeftOut &&
         !(options_.slopes && options_.work == LoopWork::path);
}

/// Whether work at modal level goes past a point that was solved.
bool LoopTracer::other_shape(Eigen::Index k, const ModalState& state) {
  return options_.work == LoopWork::modal && may_be_left_out(k) &&
         std::abs(equations_.overlap(state, top_)) < kShape;
}

Instant LoopTracer::instant(const ModalState& state, const Cursor& cursor) {
  Instant at{state, cursor.history, {}, {}};
  if (options_.slopes) {
    at.history_slope = cursor.slope;
    at.slope = equations_.slope(
        state, cursor.history,
        equations_.contact().force_slope(state.z, cursor.history, cursor.slope, equations_.work()));
  }
  return at;
}

/// The state on the straight line between two points; lambda alpha goes straight, too.
LoopTracer::Guess LoopTracer::between(const Cursor& a, const Cursor& b, double alpha) const {
  const double share = (alpha - a.alpha) / (b.alpha - a.alpha);
  Guess guess{a.last, {}};
  guess.state.scale(1 - share);
  guess.state.add(share, b.last);
  guess.state.force = (1 - share) * a.last.force + share * b.last.force;
  guess.state.lambda =
      ((1 - share) * a.last.lambda * a.alpha + share * b.last.lambda * b.alpha) / alpha;
  guess.state.amplitude = std::abs(alpha);
  guess.moved = guess.state.z - b.changed;
  return guess;
}

/// The other end: in one jump, or in steps where that fails.
PointStatus LoopTracer::far_end(const Instant& from, Cursor cursor, int side, ModalState& state) {
  PointStatus status = jump(from, side, cursor.history, state);
  for (int k = 1; status != PointStatus::converged && k <= kRescueSteps; ++k) {
    rung_ = std::max(rung_, SolveRung::smaller_steps);
    // Odd parts: none of them at amplitude zero.
    const double share = static_cast<double>(2 * k - 1) / (2 * kRescueSteps - 1);
    const double alpha =
        k == kRescueSteps ? side * amplitude_ : -side * amplitude_ * (1 - 2 * share);
    const PointStatus moved = step(cursor, alpha, nullptr, 0);
    if (moved != PointStatus::converged) return moved;
    if (k == kRescueSteps) {
      state = cursor.last;
      status = PointStatus::converged;
    }
  }
  return status;
}

/// Spring contact: the points behind the first one.
PointStatus LoopTracer::from_both_ends(const Instant& from, Cursor cursor, int side,
                                       std::vector<Instant>& points) {
  const Eigen::Index last = rule_.points.size() - 1;
  const std::size_t first = node_;  // of the point behind the first one
  const Cursor turn = cursor;
  const auto node = [first](Eigen::Index k) { return first + static_cast<std::size_t>(k) - 1; };
  std::vector<ModalState> states(static_cast<std::size_t>(last) + 1);

  Eigen::Index reached = 0;
  while (reached + 1 < last && alpha_of(reached + 1, side) * turn.alpha > 0) {
    Guess guess;
    const bool known = remembered(node(reached + 1), guess);
    const PointStatus status =
        step(cursor, alpha_of(reached + 1, side), known ? &guess : nullptr, 0);
    if (status != PointStatus::converged) return status;
    states[static_cast<std::size_t>(++reached)] = cursor.last;
  }

  Cursor back = turn;
  node_ = node(last);
  const PointStatus jumped = far_end(from, turn, side, back.last);
  if (jumped != PointStatus::converged) return jumped;
  back.alpha = alpha_of(last, side);
  states.back() = back.last;
  for (Eigen::Index k = last - 1; k > reached; --k) {
    const double alpha = alpha_of(k, side);
    Guess guess;
    if (!remembered(node(k), guess)) guess = between(cursor, back, alpha);
    PointStatus status = step(back, alpha, &guess, 0);
    if (status == PointStatus::converged) {
      states[static_cast<std::size_t>(k)] = back.last;
      continue;
    }
    Cursor across = cursor;
    status = step(across, alpha, nullptr, 0);
    if (status == PointStatus::converged)
      states[static_cast<std::size_t>(k)] = across.last;
    else if (may_be_left_out(k))
      rung_ = std::max(rung_, SolveRung::left_out);
    else
      return status;
  }
  for (Eigen::Index k = 1; k <= last; ++k) {
    ModalState& state = states[static_cast<std::size_t>(k)];
    const bool taken = state.z.size() > 0 && !other_shape(k, state);
    points.push_back(taken ? instant(state, turn) : Instant());
    now_[loop_][node(k)] = std::move(state);
  }
  node_ = first + static_cast<std::size_t>(last);
  fill_gaps(side, points);
  return PointStatus::converged;
}

/// Penalty contact: the points behind the first one.
PointStatus LoopTracer::pass_through(Cursor cursor, int side, std::vector<Instant>& points) {
  const ContactRows& contact = equations_.contact();
  const Eigen::Index last = rule_.points.size() - 1;
  for (Eigen::Index k = 1; k <= last; ++k, ++node_) {
    Guess guess;
    const bool known = remembered(node_, guess);
    const Cursor before = may_be_left_out(k) ? cursor : Cursor();
    const PointStatus status = step(cursor, alpha_of(k, side), known ? &guess : nullptr, 0);
    if (status != PointStatus::converged) {
      if (!may_be_left_out(k)) return status;
      // Steps that went part of the way are forgotten: they ended near another mode's frequency.
      cursor = before;
      rung_ = std::max(rung_, SolveRung::left_out);
      points.emplace_back();
      continue;
    }
    now_[loop_][node_] = cursor.last;
    points.push_back(instant(cursor.last, cursor));
    if (k == last) break;
    if (options_.slopes)
      cursor.slope = contact.pass_slope(cursor.last.z, points.back().slope.z, cursor.history,
                                        cursor.slope, equations_.work());
    cursor.history = contact.pass(cursor.last.z, cursor.history, equations_.work());
    cursor.changed = cursor.last.z;
    if (other_shape(k, cursor.last)) points.back() = Instant();
  }
  ++node_;
  fill_gaps(side, points);
  return PointStatus::converged;
}

/// Points that were left out, between their neighbours. The first and the last are there.
void LoopTracer::fill_gaps(int side, std::vector<Instant>& points) const {
  const auto solved = [&](std::size_t k) { return points[k].state.z.size() > 0; };
  const auto cursor = [&](std::size_t k) {
    Cursor at;
    at.last = points[k].state;
    at.changed = points[k].state.z;
    at.alpha = alpha_of(static_cast<Eigen::Index>(k), side);
    return at;
  };
  for (std::size_t k = 1; k + 1 < points.size(); ++k) {
    if (solved(k)) continue;
    std::size_t after = k + 1;
    while (!solved(after)) ++after;
    const Cursor a = cursor(k - 1), b = cursor(after);
    const double alpha = alpha_of(static_cast<Eigen::Index>(k), side);
    points[k].state = between(a, b, alpha).state;
    points[k].history = points[k - 1].history;
    if (!options_.slopes) continue;
    const double share = (alpha - a.alpha) / (b.alpha - a.alpha);
    points[k].slope.lambda = ((1 - share) * a.alpha * points[k - 1].slope.lambda +
                              share * b.alpha * points[after].slope.lambda) /
                             alpha;
  }
}

/// From the reversal point `from` to the other side.
PointStatus LoopTracer::half(const Instant& from, const Turned& start, int side, bool inside,
                             Half& out) {
  const ContactRows& contact = equations_.contact();
  ContactRows::Workspace& buffers = equations_.work();
  Cursor cursor;
  cursor.history = start.history;
  cursor.slope = start.slope;
  cursor.last = from.state;
  cursor.changed = from.state.z;
  cursor.alpha = -side * amplitude_;
  if (!inside) {
    ModalState state;
    const PointStatus status = far_end(from, cursor, side, state);
    if (status != PointStatus::converged) return status;
    now_[loop_][node_++] = state;
    out.end = instant(state, cursor);
  } else {
    std::vector<Instant> points;
    points.push_back(Instant{from.state, start.history, {}, {}});
    if (options_.slopes) {
      points.back().history_slope = start.slope;
      points.back().slope = from.slope;
    }
    const PointStatus status = contact.penalty() ? pass_through(cursor, side, points)
                                                 : from_both_ends(from, cursor, side, points);
    if (status != PointStatus::converged) return status;
    if (options_.work == LoopWork::path) {
      // Tangent and jacobian of a law are those of one side of the turn: that of the force there.
      if (options_.slopes) points.front() = from;
      out.work = local_work(points, rule_, equations_, options_.slopes);
    }
    if (options_.work == LoopWork::modal)
      out.work = modal_work(points, rule_, -side * amplitude_, side * amplitude_, options_.slopes);
    out.end = std::move(points.back());
  }
  if (options_.work == LoopWork::exact) {
    out.work.value = contact.work_since(from.state.z, out.end.state.z, start.history, buffers);
    if (options_.slopes)
      out.work.slope = contact.work_slope(from.state.z, from.slope.z, out.end.state.z,
                                          out.end.slope.z, start.history, start.slope, buffers);
  }
  return PointStatus::converged;
}

}  // namespace slipfront
