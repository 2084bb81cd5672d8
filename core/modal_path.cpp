#include "core/modal_path.hpp"

#include <cmath>

namespace slipfront {

namespace {

constexpr double kSameBranch = 0.97;  // least overlap of neighbouring shapes (MAC is its square)
constexpr int kMostHalvings = 10;     // of one amplitude step, on a logarithmic scale
// Where the first amplitude is not near the stuck mode: amplitude ratio at which to begin.
constexpr double kNearlyStuck = 1e-3;
// Steps from there to the first amplitude: a factor of 1.41 each, as in a usual backbone.
constexpr int kFirstWalk = 20;

double overlap(const ModalState& a, const ModalState& b) {
  return std::abs(a.eta.dot(b.eta)) / (a.amplitude * b.amplitude);
}

}  // namespace

ModalPath::ModalPath(ModalNewton& newton, const ModalState& stuck)
    : newton_(newton), stuck_(stuck) {}

/// One solve from a neighbouring solution, with the trend of the one before it.
ModalPath::Point ModalPath::attempt(double q, const ModalState& from, const ModalState* before) {
  Point point;
  ModalState& state = point.state;
  state = from;
  state.amplitude = q;
  const double stretch = q / from.amplitude;
  state.z *= stretch;
  state.a *= stretch;
  if (before) {
    const double trend = std::log(stretch) / std::log(from.amplitude / before->amplitude);
    const double old = q / before->amplitude;
    state.z += trend * (state.z - old * before->z);
    state.a += trend * (state.a - old * before->a);
    state.lambda += trend * (from.lambda - before->lambda);
  }
  const NewtonSummary summary = newton_.solve(state);
  iterations_ += summary.iterations;
  if (!summary.finite) {
    point.status = PointStatus::not_finite;
  } else if (!summary.converged) {
    point.status = PointStatus::not_converged;
  } else {
    const bool same = overlap(state, from) >= kSameBranch;
    point.status = same ? PointStatus::converged : PointStatus::wrong_branch;
  }
  return point;
}

/// From `from` to q in steps that halve where a solve fails and double where it succeeds.
ModalPath::Point ModalPath::walk(double q, const ModalState& from) {
  const double whole = std::log(q / from.amplitude);
  const double shortest = std::ldexp(whole, -kMostHalvings);
  double done = 0, step = 0.5 * whole;
  Point point{PointStatus::converged, from};
  while (done < whole) {
    const bool last = done + step >= whole;
    const double next = last ? q : from.amplitude * std::exp(done + step);
    Point trial = attempt(next, point.state, nullptr);
    if (trial.status == PointStatus::converged) {
      point = std::move(trial);
      done = last ? whole : done + step;
      step *= 2;
    } else {
      step *= 0.5;
      if (step < shortest) return trial;
    }
  }
  return point;
}

ModalPath::Point ModalPath::advance(double q) {
  Point point;
  if (last_) {
    point = attempt(q, *last_, before_last_ ? &*before_last_ : nullptr);
    if (point.status != PointStatus::converged) point = attempt(q, *last_, nullptr);
    if (point.status != PointStatus::converged) point = walk(q, *last_);
  } else {
    point = attempt(q, stuck_, nullptr);
    if (point.status != PointStatus::converged) {
      point.state = stuck_;
      point.status = PointStatus::converged;
      for (int i = 0; i <= kFirstWalk && point.status == PointStatus::converged; ++i) {
        const double share = static_cast<double>(kFirstWalk - i) / kFirstWalk;
        const ModalState start = point.state;
        const double next = q * std::pow(kNearlyStuck, share);
        point = attempt(next, start, nullptr);
        if (point.status != PointStatus::converged && i > 0) point = walk(next, start);
      }
    }
  }
  if (point.status == PointStatus::converged) {
    before_last_ = std::move(last_);
    last_ = point.state;
  }
  return point;
}

}  // namespace slipfront
