#include "core/backbone.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace slipfront {

std::string to_text(PointStatus status) {
  switch (status) {
    case PointStatus::converged:
      return "converged";
    case PointStatus::not_converged:
      return "not converged";
    case PointStatus::no_equilibrium:
      return "no equilibrium: a point neither touches nor parts";
    case PointStatus::not_reached:
      return "not reached: the amplitudes before it were not solved";
    case PointStatus::wrong_branch:
      return "left the mode's branch";
    case PointStatus::not_finite:
      return "not finite";
    case PointStatus::mode_not_found:
      return "mode not found";
    case PointStatus::prestress_failed:
      return "prestress not converged";
    case PointStatus::outside_domain:
      return "parameters outside the model's domain";
    case PointStatus::law_failed:
      return "the law failed";
  }
  return "unknown";
}

std::optional<PointStatus> point_status(std::string_view text) {
  constexpr int kStatuses = static_cast<int>(PointStatus::law_failed) + 1;
  for (int i = 0; i < kStatuses; ++i)
    if (text == to_text(static_cast<PointStatus>(i))) return static_cast<PointStatus>(i);
  return {};
}

std::string to_text(SolveRung rung) {
  switch (rung) {
    case SolveRung::direct:
      return "direct";
    case SolveRung::without_trend:
      return "without trend";
    case SolveRung::smaller_steps:
      return "smaller steps";
    case SolveRung::from_stuck:
      return "from stuck";
    case SolveRung::other_start:
      return "other start";
    case SolveRung::left_out:
      return "points near zero left out";
  }
  return "unknown";
}

std::string to_text(LoopEnd end) {
  switch (end) {
    case LoopEnd::counted:
      return "repeated";
    case LoopEnd::closed:
      return "closed";
    case LoopEnd::drifting:
      return "drifting";
  }
  return "unknown";
}

int Backbone::failed() const {
  return static_cast<int>(std::count_if(status.begin(), status.end(),
                                        [](PointStatus s) { return s != PointStatus::converged; }));
}

Backbone Backbone::failed_everywhere(std::vector<double> amplitudes, PointStatus reason) {
  Backbone backbone;
  const std::size_t n = amplitudes.size();
  const std::vector<double> nothing(n, std::numeric_limits<double>::quiet_NaN());
  backbone.amplitude = std::move(amplitudes);
  backbone.frequency_hz = backbone.damping = backbone.dissipation = nothing;
  backbone.residual = backbone.residual_l1 = nothing;
  backbone.status.assign(n, reason);
  backbone.rung.assign(n, SolveRung::direct);
  backbone.loops.assign(n, 0);
  backbone.loop_end.assign(n, LoopEnd::counted);
  return backbone;
}

}  // namespace slipfront
