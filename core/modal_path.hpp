// The path of a mode through the amplitudes: from each solution to the next one.
//
// The start at amplitude q is the last solution stretched to q (and, where two are known,
// the trend of its shape in log q). A solve is accepted if Newton converges and the shape
// is the continuation of the one before: |y' M y_prev| / (q q_prev) at least 0.97. If not,
// the amplitudes between are walked in steps that halve on failure and double on success,
// down to 2^-10 of the step (on a logarithmic scale). The first amplitude starts from the
// stuck mode; where its shape differs too much from that, the path is walked up from an
// amplitude at which the interface sticks almost everywhere.
#pragma once

#include <optional>

#include "core/backbone.hpp"
#include "core/modal_newton.hpp"

namespace slipfront {

class ModalPath {
 public:
  /// `stuck` is the linear mode about the prestressed state: shape of unit amplitude.
  ModalPath(ModalNewton& newton, const ModalState& stuck);

  struct Point {
    PointStatus status = PointStatus::not_converged;
    ModalState state;
  };
  Point advance(double amplitude);

  int iterations() const { return iterations_; }

 private:
  Point attempt(double amplitude, const ModalState& from, const ModalState* before);
  Point walk(double amplitude, const ModalState& from);

  ModalNewton& newton_;
  ModalState stuck_;
  std::optional<ModalState> last_, before_last_;
  int iterations_ = 0;
};

}  // namespace slipfront
