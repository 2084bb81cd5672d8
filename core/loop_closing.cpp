// LoopTracer::close: what `loops` repetitions of the loop lead to, in few of them.
//
// A loop that was traced is linearised (core/loop_map.hpp) and the m - 1 after it are leapt
// over; the loop after the leap tells by its own change how wrong that was:
//
//   lack = r_now - J^m r_before,   error = (1 + J + ... + J^(m-1)) lack / 3
//
// (a third, since a slow drift lacks k^2 / m^2 of it after k of the m loops). It is taken off
// again by the next leap. Of the error counts what the loops still to come leave of it, which
// is nothing where the history is forgotten. Leaps grow as far as that allows, and never
// beyond half of what is left, so that the last ones find points that have come to rest. The
// last two loops are traced in full, and the result is the last one's: an ordinary loop, whose
// residuals are judged. Loops end before that where all that is to come is nothing.
//
// Limits: no slopes by the parameters. Where a point changes between stick and slip from loop to
// loop, leaps stay short. Where no leap and no single loop has a solution, the caller repeats the
// loop.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/loop_tracer.hpp"

namespace slipfront {

namespace {

// What a leap may add to the final error of frequency and damping, relative.
constexpr double kFrequencyRoom = 1e-9;
constexpr double kDampingRoom = 1e-7;
// Largest error of a leap beside all that was still to come: beyond, the derivative says
// little of where the loops lead, and what they forget is no measure.
constexpr double kTrusted = 0.3;
// While points change between stick and slip, what is forgotten now may be kept then: no error
// dies out, and each counts as so many.
constexpr double kChanging = 10;
constexpr int kSingle = 8;            // loops before the first leap: what loading left dies out
constexpr int kGrowth = 4;            // of a leap, at most
constexpr double kSafety = 0.7;       // of the length at which the error is expected to just fit
constexpr int kRetreat = 4;           // a leap that ends in no solution is divided by that
constexpr double kNothingLeft = 0.1;  // of the rooms above: the loop is closed, no more of them
// As many loops again change frequency by at most 1e-8 and damping by 1e-6: a limit.
constexpr double kLimit = 10;
// One pass of corrections, good to some 1e-3: the next loop measures what that leaves.
constexpr double kSlopeAccuracy = 1;
constexpr Eigen::Index kAxes = 3;  // rows of a point

/// Loops that a leap may span, by what the last ones lacked.
class Pace {
 public:
  void judged(int span, double error) { curve_ = error / std::pow(span, 3); }
  void single() { curve_ /= kGrowth; }
  bool wrong(int span) const { return curve_ * std::pow(span, 3) > 1; }
  int next(int span, int left) const {
    double most = std::min(static_cast<double>(kGrowth) * span, 0.5 * left);
    if (curve_ > 0) most = std::min(most, kSafety * std::cbrt(1 / curve_));
    return std::max(1, static_cast<int>(most));
  }
  int shorter(int span) const {
    return std::clamp(static_cast<int>(kSafety * std::cbrt(1 / curve_)), 1, span - 1);
  }

 private:
  double curve_ = 0;  // error over the third power of the leap
};

Eigen::VectorXd entries(const ContactHistory& history) {
  return Eigen::Map<const Eigen::VectorXd>(history.law.data(),
                                           static_cast<Eigen::Index>(history.law.size()));
}

}  // namespace

LoopTracer::Linear LoopTracer::linearise(const Turned& begin, const LoopResult& loop) {
  const ContactRows& contact = equations_.contact();
  ContactRows::Workspace& buffers = equations_.work();
  const Eigen::VectorXd before = entries(begin.history);
  const Eigen::Index past = contact.law_history();
  Eigen::VectorXd size =
      Eigen::Map<const Eigen::MatrixXd>(before.data(), past, before.size() / past)
          .cwiseAbs()
          .rowwise()
          .maxCoeff();
  size = (size.array() > 0).select(size, Eigen::VectorXd::Ones(past));
  Linear out;
  out.felt = FeltHistory::of(
      contact.history_response(loop.minus.state.z, loop.minus.history, buffers),
      contact.history_response(loop.plus.state.z, loop.plus.history, buffers), size);

  // Columns of the parameters come first: not wanted here.
  const Eigen::Index n = out.felt.out.cols(), p = contact.parameters();
  ContactHistorySlope slope;
  slope.origin = Eigen::MatrixXd::Zero(2 * contact.points(), p + n);
  slope.law = Eigen::MatrixXd::Zero(before.size(), p + n);
  slope.law.rightCols(n) = out.felt.out;
  const auto along = [&](const Instant& at) {
    Instant moved{at.state, at.history, {}, slope};
    moved.slope = equations_.slope(at.state, at.history,
                                   contact.force_slope(at.state.z, at.history, slope, buffers),
                                   kSlopeAccuracy);
    slope = contact.turn_slope(at.state.z, moved.slope.z, at.history, slope, buffers);
    return moved;
  };
  const Instant minus = along(loop.minus), plus = along(loop.plus);
  out.after = slope.law.rightCols(n);
  out.b = out.felt.in * out.after;
  out.moved =
      out.felt.in * (entries(contact.turn(loop.plus.state.z, loop.plus.history, buffers)) - before);
  out.z = plus.slope.z.rightCols(n);
  out.force = tangential_force_slope(plus, equations_).rightCols(n);
  out.omega = 0.25 * (minus.slope.lambda.tail(n) / std::sqrt(minus.state.lambda) +
                      plus.slope.lambda.tail(n) / std::sqrt(plus.state.lambda));
  const Eigen::VectorXd stroke = tangential_rows(Eigen::VectorXd(plus.state.z - minus.state.z));
  out.work =
      stroke.transpose() * (out.force - tangential_force_slope(minus, equations_).rightCols(n));
  return out;
}

/// Where `loops` of them lead from the beginning of the marked one.
LoopTracer::Turned LoopTracer::leap(const Mark& mark, int loops, Instant& top) const {
  Turned begin = mark.after;
  top = mark.plus;
  if (loops == 1) return begin;
  const Linear& map = mark.linear;
  const Eigen::VectorXd w = mark.error + sum_of_loops(map.b, map.moved, loops - 1).sum;
  const Eigen::VectorXd move = map.after * w, force = map.force * w;
  for (std::size_t k = 0; k < begin.history.law.size(); ++k)
    begin.history.law[k] += move[static_cast<Eigen::Index>(k)];
  top.state.z += map.z * w;
  for (Eigen::Index i = 0; i < force.size() / 2; ++i) {
    top.state.force.segment<2>(kAxes * i) += force.segment<2>(2 * i);
    begin.history.turned.segment<2>(2 * i) = top.state.z.segment<2>(kAxes * i);
  }
  return begin;
}

void LoopTracer::close(const Instant& start, LoopResult& result) {
  Mark mark;
  Pace pace;
  Instant top = start;
  Turned begin = turned(top);
  int done = 0;  // repetitions that `begin` stands for
  int span = 1;  // of them since the marked loop began
  bool marked = false, nothing_left = false;
  double to_come = 0, dissipation = 0;
  const auto go = [&](int loops) {
    span = loops;
    begin = leap(mark, span, top);
    done = mark.done + span;
  };
  for (int traced = 0;; ++traced) {
    const bool last = done + 1 >= options_.loops || nothing_left;
    const bool integrated = options_.work != LoopWork::exact && (last || traced == 0);
    if (loop(top, begin, integrated, result) != PointStatus::converged) {
      now_.pop_back();
      if (integrated && !last) continue;  // its work only tells what damping is small
      if (span == 1) return;
      go(std::max(1, span / kRetreat));
      continue;
    }
    if (last) {
      const LoopEnd by_what_comes = to_come <= kLimit ? LoopEnd::closed : LoopEnd::drifting;
      result.end = marked ? by_what_comes : LoopEnd::counted;
      return;
    }
    ++loop_;
    const int left = options_.loops - done - 1;
    if (span == 1) pace.single();
    if (traced < kSingle || (span == 1 && pace.next(span, left) == 1)) {
      if (integrated || options_.work == LoopWork::exact) dissipation = result.dissipation;
      top = result.plus;
      begin = turned(top);
      ++done;
      continue;
    }

    Mark here{done, result.plus, begin, turned(result.plus), linearise(begin, result), {}};
    Linear& map = here.linear;
    here.error = Eigen::VectorXd::Zero(map.moved.size());
    const double energy = 2 * std::numbers::pi * std::pow(result.omega * amplitude_, 2);
    const double room =
        kDampingRoom * (std::abs(dissipation) + options_.zeta0 * energy) + kLeastDamping * energy;
    const auto effect = [&](const Eigen::VectorXd& w) {  // in rooms of frequency or damping
      return std::max(std::abs(map.omega.dot(w)) / (kFrequencyRoom * result.omega),
                      std::abs(map.work.dot(w)) / room);
    };
    if (span > 1) {
      const Eigen::VectorXd expected =
          mark.linear.after * sum_of_loops(mark.linear.b, mark.linear.moved, span - 1).last;
      const Eigen::VectorXd change = entries(here.after.history) - entries(here.begin.history);
      here.error = sum_of_loops(map.b, map.felt.in * (change - expected), span).sum / 3;
      const bool same_points = map.felt.counts == mark.linear.felt.counts;
      const double kept = effect(sum_of_loops(map.b, here.error, same_points ? left : 0).last);
      const double error = std::max(kept, effect(here.error) / std::max(1.0, kTrusted * to_come));
      pace.judged(span, same_points ? error : kChanging * error);
      if (pace.wrong(span)) {
        --loop_;
        now_.pop_back();
        go(pace.shorter(span));
        continue;
      }
    }
    map.moved += map.b * here.error - here.error;  // the loop as it were without the error
    to_come = effect(here.error + sum_of_loops(map.b, map.moved, options_.loops).sum);
    mark = std::move(here);
    marked = true;
    nothing_left = to_come < kNothingLeft;
    go(nothing_left ? 1 : std::min(pace.next(span, left), std::max(1, left - 1)));
  }
}

}  // namespace slipfront
