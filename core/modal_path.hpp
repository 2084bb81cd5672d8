// The path of a mode through the amplitudes, loading from rest: from each solution to the
// next one.
//
// The start at amplitude q is the last solution stretched to q (and, where two are known,
// the trend of its shape in log q). A solve is accepted if Newton converges and the shape
// is the continuation of the one before: |y' M y_prev| / (q q_prev) at least 0.97, and lambda
// within 8 % of the one before. If not, the amplitudes between are walked in steps that halve on
// failure and double on success, down to 2^-10 of the step (on a logarithmic scale). The first
// amplitude starts from the stuck mode; where its shape differs too much from that, the path is
// walked up from an amplitude at which the interface sticks almost everywhere.
//
// With penalty contact the path itself matters (core/contact_rows.hpp, eq 5): every
// solution on it is an instant that the next one continues.
#pragma once

#include <functional>
#include <optional>

#include "core/backbone.hpp"
#include "core/modal_equations.hpp"

namespace slipfront {

/// A point of a path or loop: its state, the history it was solved with, and (where
/// gradients are asked for) the slopes of both.
struct Instant {
  ModalState state;
  ContactHistory history;
  ModalEquations::Slope slope;
  ContactHistorySlope history_slope;
};

class ModalPath {
 public:
  /// `rest` is the history of the interface at rest; with `rest_slope` slopes are carried.
  ModalPath(ModalEquations& equations, ContactHistory rest,
            std::optional<ContactHistorySlope> rest_slope = {});

  /// To the next amplitude, in either direction. Where it fails the path stays where it was.
  PointStatus advance(double amplitude);

  /// Where the path stands, to go back to.
  struct Standing {
    ContactHistory history;
    ContactHistorySlope history_slope;
    std::optional<Instant> here;
    std::optional<ModalState> before;
  };
  Standing standing() const { return {history_, history_slope_, here_, before_}; }
  void go_back(Standing to);

  /// No displacement, no force, the history at rest.
  Instant rest() const;
  bool begun() const { return here_.has_value(); }
  /// Where the path stands after an advance() that converged.
  const Instant& here() const { return *here_; }
  SolveRung rung() const { return rung_; }
  int iterations() const { return iterations_; }

 private:
  /// Largest change of lambda in one step, as a share: above the lowest mode a longer leap may
  /// end on another solution that looks much alike. More is walked in smaller steps.
  static constexpr double kLeap = 0.08;
  PointStatus attempt(double amplitude, const ModalState& from, const ModalState* before,
                      ModalState& state, double leap = kLeap);
  PointStatus walk(double amplitude);
  PointStatus begin(double amplitude);
  void accept(ModalState&& state);

  ModalEquations& equations_;
  ContactHistory history_;  // that the next solve continues
  bool slopes_;
  ContactHistorySlope history_slope_;
  std::optional<Instant> here_;
  std::optional<ModalState> before_;
  SolveRung rung_ = SolveRung::direct;
  int iterations_ = 0;
};

}  // namespace slipfront
