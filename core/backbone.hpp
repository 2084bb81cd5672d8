// A computed backbone: natural frequency and damping against modal amplitude, with the
// residual and the status of every amplitude.
//
//   amplitude q  [m sqrt(kg)]: y' M y = q^2 with y = u - us (Porter et al., eq 33b)
//   damping      total zeta = D / (2 pi (omega q)^2) + zeta0 (eq 40)
//   residual     of eq 33, scaled; see core/modal_solver.hpp
//
// A failed amplitude has its reason in `status` and NaN in every number: the numbers
// never leave the program (writers print nothing in their place).
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace slipfront {

enum class PointStatus {
  converged,
  not_converged,   // Newton and every rung of the ladder ended above the tolerance
  no_equilibrium,  // a point that touches parts and one apart touches: its force jumps between
  not_reached,     // not tried: several amplitudes before it could not be solved
  wrong_branch,    // converged to a shape that is not the mode's continuation
  not_finite,      // the law or the solve gave a value that is not finite
  mode_not_found,  // the stuck structure has no such mode
  prestress_failed,
  outside_domain,  // the parameters break the law's domain
  law_failed,      // the law's own code crashed, hung or reported an error: see the notes
};

/// "converged", or the reason in words: no two alike, and none with a comma.
std::string to_text(PointStatus status);
/// The status of these words, if they are one's.
std::optional<PointStatus> point_status(std::string_view text);

/// Which rung of the ladder solved a point: the first that converged.
enum class SolveRung {
  direct,         // from the neighbouring solution and its trend
  without_trend,  // from the neighbouring solution alone
  smaller_steps,  // the amplitudes between walked in smaller steps
  from_stuck,     // walked up from an amplitude at which almost everything sticks
  other_start,    // a point of a loop, from another start than its neighbour's
  left_out,       // points of a loop near amplitude zero left out (core/loop_half.cpp)
};

std::string to_text(SolveRung rung);

/// What is known of the hysteresis loop of a point.
enum class LoopEnd {
  counted,   // repeated until the damping settled or as often as asked
  closed,    // a limit: as many repetitions again change frequency by at most 1e-8, zeta by 1e-6
  drifting,  // no limit in sight: repetition goes on changing it
};

std::string to_text(LoopEnd end);  // "repeated", "closed", "drifting"

struct Backbone {
  std::vector<double> amplitude;
  std::vector<double> frequency_hz;
  std::vector<double> damping;
  std::vector<double> dissipation;  // [J] per cycle
  std::vector<double> residual;     // scaled, 2-norm form
  std::vector<double> residual_l1;  // L1 norm of the scaled residual, for the residual penalty
  std::vector<PointStatus> status;
  std::vector<SolveRung> rung;  // the hardest one that the amplitude needed
  std::vector<int> loops;       // hysteresis loops traced (0 in the Masing framework)
  std::vector<LoopEnd> loop_end;

  int mode_index = -1;  // 0-based, in the spectrum of the stuck prestressed structure
  std::vector<double> linear_frequencies_hz;  // lowest twelve of that spectrum
  std::vector<std::string> notes;             // which dissipation, which prestress, and why

  // With BackboneOptions::gradient: rows amplitudes, columns parameters.
  Eigen::MatrixXd d_frequency;
  Eigen::MatrixXd d_damping;

  int newton_iterations = 0;
  double seconds = 0;

  std::size_t size() const { return amplitude.size(); }
  int failed() const;
  /// An all-failed backbone over the given amplitudes.
  static Backbone failed_everywhere(std::vector<double> amplitudes, PointStatus reason);
};

}  // namespace slipfront
