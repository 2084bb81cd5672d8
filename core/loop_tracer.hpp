// The hysteresis loop of the non-Masing framework at one amplitude: +q -> -q -> +q, again
// and again from the prestressed state (Porter et al., figure 6 and section 3.4).
//
//   omega = (sqrt(lambda(-q)) + sqrt(lambda(+q))) / 2      of the last loop
//   D     = work of one loop, one of
//     exact   the law's work between the two reversal points of every point
//     path    sum over points of int t . dw along the loop, tractions t
//     modal   int lambda q dq around the loop (eq 38)
//
// path and modal integrate with a Legendre-Gauss-Lobatto rule over each half of the loop. A
// loop that does not meet its own beginning is closed by a straight line.
//
// Stops when zeta = D / (2 pi omega^2 q^2) + zeta0 changes by no more than the tolerance
// from one loop to the next, or after the given number of loops.
//
// Or closed: what so many repetitions lead to, found in few (core/loop_closing.cpp).
//
// Near amplitude zero lambda alpha stays finite, so that lambda runs through the frequencies of
// other modes: no half loop is walked across it where that can be avoided (core/loop_half.cpp).
//
// Start values: the same point of the loop before, moved as it moved there at the amplitude
// before; or the neighbour on the loop, extrapolated.
#pragma once

#include <vector>

#include "core/backbone_options.hpp"
#include "core/lobatto.hpp"
#include "core/loop_map.hpp"
#include "core/modal_path.hpp"
#include "core/path_work.hpp"

namespace slipfront {

enum class LoopWork { exact, path, modal };

struct LoopOptions {
  LoopWork work = LoopWork::exact;
  int points = 42;          // of the rule, both ends included
  bool trace_all = false;   // every loop point by point, not only where it is integrated
  int loops = 40;           // at most
  double tolerance = 1e-4;  // on zeta; 0: never stop early
  double zeta0 = 0;
  bool slopes = false;
  LoopRule rule = LoopRule::repeated;  // closed: `tolerance` does not count
};

struct LoopResult {
  PointStatus status = PointStatus::not_converged;
  SolveRung rung = SolveRung::direct;
  int loops = 0;
  int iterations = 0;
  LoopEnd end = LoopEnd::counted;
  double omega = 0;        // [rad/s]
  double dissipation = 0;  // [J]
  Eigen::RowVectorXd d_omega, d_dissipation;
  Instant minus, plus, plus_before;  // last -q, last +q, and the +q that loop began at
};

class LoopTracer {
 public:
  LoopTracer(ModalEquations& equations, const LoopOptions& options);

  /// `start`: loaded from rest to +q.
  LoopResult trace(const Instant& start);

  /// The rule on each half loop.
  const LobattoRule& rule() const { return rule_; }

  /// True if loops are closed: asked for, without slopes, and this contact's history allows it.
  bool closes() const { return closes_; }

  /// Forgets the amplitude before.
  void forget() { before_.clear(); }

 private:
  struct Half {
    Instant end;
    Work work;
  };
  /// Where a half loop stands while it is traced point by point.
  struct Cursor {
    ModalState last, before;
    double alpha = 0, alpha_before = 0;  // signed amplitude
    bool has_before = false;
    bool passes = true;  // its points are instants of the path (core/contact_rows.hpp, eq 5)
    ContactHistory history;
    ContactHistorySlope slope;
    Eigen::VectorXd changed;  // rows where the history last changed
  };
  /// A start value known from another loop, and how far its rows are from where the history
  /// last changed.
  struct Guess {
    ModalState state;
    Eigen::VectorXd moved;
  };
  using Nodes = std::vector<ModalState>;  // of one loop: +q, down, then up; ends only or all

  struct Turned {
    ContactHistory history;
    ContactHistorySlope slope;
  };
  /// A traced loop, linearised in w, what it feels of its history (core/loop_map.hpp).
  struct Linear {
    FeltHistory felt;
    Eigen::MatrixXd after;           // d history at its end / d w
    Eigen::MatrixXd b;               // d w at its end / d w
    Eigen::VectorXd moved;           // w at its end less w at its beginning
    Eigen::MatrixXd z, force;        // d of the rows at its end / d w
    Eigen::RowVectorXd omega, work;  // d omega, d work by the tractions at its ends / d w
  };
  /// Where jumps begin, and what was found out of the error of the jump to there.
  struct Mark {
    int done;  // repetitions before it
    Instant plus;
    Turned begin, after;
    Linear linear;
    Eigen::VectorXd error;
  };
  void repeat(const Instant& start, LoopResult& result);
  void close(const Instant& start, LoopResult& result);
  Linear linearise(const Turned& begin, const LoopResult& loop);
  Turned leap(const Mark& mark, int loops, Instant& top) const;
  PointStatus loop(const Instant& top, const Turned& begin, bool integrated, LoopResult& result);
  double damping(const LoopResult& result) const;
  Turned turned(const Instant& at);
  // core/loop_half.cpp
  PointStatus half(const Instant& from, const Turned& start, int side, bool inside, Half& half);
  PointStatus far_end(const Instant& from, Cursor cursor, int side, ModalState& state);
  PointStatus from_both_ends(const Instant& from, Cursor cursor, int side,
                             std::vector<Instant>& points);
  PointStatus pass_through(Cursor cursor, int side, std::vector<Instant>& points);
  void fill_gaps(int side, std::vector<Instant>& points) const;
  bool may_be_left_out(Eigen::Index k) const;
  bool other_shape(Eigen::Index k, const ModalState& state);
  Guess between(const Cursor& a, const Cursor& b, double alpha) const;
  Instant instant(const ModalState& state, const Cursor& cursor);
  double alpha_of(Eigen::Index k, int side) const;

  PointStatus jump(const Instant& from, int side, const ContactHistory& history, ModalState& state);
  PointStatus step(Cursor& cursor, double alpha, const Guess* guess, int depth);
  ForceRange extrapolate(const Cursor& cursor, double alpha, ModalState& state);
  PointStatus settle(const Cursor& cursor, double alpha, const ForceRange& expected,
                     ModalState& state);
  PointStatus cross(const Cursor& cursor, double alpha, ModalState& state);
  bool on_branch(const ModalState& state, double alpha);
  bool remembered(std::size_t node, Guess& guess) const;
  std::size_t start_of(std::size_t node) const;
  Work closing_line(const Instant& from, const Instant& to);

  ModalEquations& equations_;
  LoopOptions options_;
  bool closes_;
  LobattoRule rule_;

  double amplitude_ = 0;
  ModalState top_;                   // the first +q, to tell the branch
  std::size_t loop_ = 0, node_ = 0;  // counters within the amplitude
  std::vector<Nodes> before_, now_;  // by loop: the amplitude before, and this one
  double amplitude_before_ = 0;
  SolveRung rung_ = SolveRung::direct;
  int iterations_ = 0;
};

}  // namespace slipfront
