// How sure a ranking is: the table made again for many experimental curves that might have
// been measured (results/experiment_draws.hpp).
//
// Per draw and combination, without fitting anything again:
//   fitted modes     all logged evaluations are sorted anew: those that none dominates in the
//                    errors over the fitted modes against the drawn curves are the front
//   predicted modes  the stored front points, with their errors against the drawn curves
// (against curves drawn from a combination's own experiment, where it has one: the same draws
// for all combinations of that experiment)
// then boxes, areas and ranks as in results/ranking.hpp, with the table's area rule and with
// the other one. Boxes kept from an earlier table stay; the experimental variability stays.
//
//   interval        the ranks (or areas) between the 2.5 % and the 97.5 % quantile
//   best_three      share of the draws in which the rank of the average is at most 3
//   ahead[i][j]     share in which the average area of row i is smaller than that of row j
//                   (equal: half), the smaller of the two area rules
//   meaningful      ahead[i][j] >= 0.95
//
// Limits: a refit could find better points for a drawn curve than the log holds, so the
// intervals tell how the data shake the ranking of what was computed, not what another
// search would find. The viscous damping zeta0 stays that of the measured curve.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "results/experiment_draws.hpp"
#include "results/experiment_record.hpp"
#include "results/model_curves.hpp"
#include "results/ranking.hpp"

namespace slipfront {

/// From this share of the draws on, a difference is called meaningful.
inline constexpr double kMeaningful = 0.95;

struct StabilityOptions {
  int draws = 1000;        // experimental curves per mode
  std::uint64_t seed = 1;  // the study's
  double correlation = kDrawnCorrelation;
};

struct RankInterval {
  int lower = 1, upper = 1;
  bool operator==(const RankInterval&) const = default;
};

struct StableRow {
  std::string id;
  RankInterval average, average_other_rule;
  std::map<int, RankInterval> modes;
  double area_lower = 0, area_upper = 0;  // of the average, the table's rule
  int rank_other_rule = 1;                // of the measured curves
  double best_three = 0, best_three_other_rule = 0;
  long evaluations = 0;  // that were sorted anew
  bool operator==(const StableRow&) const = default;
};

struct RankStability {
  int draws = 0;
  std::uint64_t seed = 0;
  double correlation = 0;
  AreaRule rule = AreaRule::trapezoid;
  std::string table;            // fingerprint of the ranking that it belongs to
  std::vector<StableRow> rows;  // in the order of the ranking
  std::vector<std::vector<double>> ahead;
  bool operator==(const RankStability&) const = default;

  bool meaningful(std::size_t better, std::size_t worse) const {
    return ahead[better][worse] >= kMeaningful;
  }
};

/// What the draws need of one combination.
struct StoredCurves {
  std::map<int, ModelCurves> fitted;     // by mode: every logged evaluation, in one order
  std::map<int, ModelCurves> predicted;  // by mode: the front points
  MeasuredModes own = {};                // measured curves in place of the table's
};

/// `curves` in the order of the ranking's rows; `measured` at the amplitudes of the curves.
/// Throws a Failure if a mode of a row lacks its measured curve.
RankStability rank_stability(const Ranking& ranking, const std::vector<StoredCurves>& curves,
                             const MeasuredModes& measured, const StabilityOptions& options = {});

/// Of ids, areas, rule, boxes: which table a stability belongs to.
std::string table_fingerprint(const Ranking& ranking);

}  // namespace slipfront
