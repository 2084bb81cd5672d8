// Which friction model to trust: the combinations ordered by the area fractions of
// their fronts (Porter et al., section 4.5, Table 9).
//
//   area_average = mean of area_<m> over the predicted modes m, those that no combination
//                  fits; where there are none it is the mean over the fitted modes, and the
//                  table says so
//   rank         = 1 + number of combinations with a smaller area: equal areas share a
//                  rank, and stand in the order of their ids
//
// Box of a mode (Table 4): the lower corner is, per axis, the minimum over the errors of
// all combinations and the experimental variability; the upper corner is an option. So
// areas compare within one table only, unless an earlier box is kept (results/box_file.hpp).
// If nothing reaches below the upper corner, every area of that mode is 1. So is the area of a
// combination in a mode that it was not asked for, or in which no point of its front could be
// solved: unsolved_sentences() names them.
//
// Combinations that are compared with measured curves of their own stand in the same box, so
// that areas tell how much nearer one experiment is met than another; but ranks count within
// the combinations of one experiment, whose rows stand together.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/front.hpp"
#include "results/area.hpp"

namespace slipfront {

struct RankedCombination {
  std::string id;
  std::string title;                             // for people; may be empty
  std::map<int, std::vector<ErrorPair>> errors;  // by mode, failed points left out
  int front_points = 0;
  long evaluations = 0;
  long failed_evaluations = 0;
  double seconds = 0;
  std::string experiment = {};                // measured curves of its own; empty: the table's
  std::map<int, ErrorPair> variability = {};  // of these, by mode
  std::vector<int> asked_modes = {};          // fitted and predicted; empty: all of the table
  std::vector<int> fitted_modes = {};         // of them; empty: not known, any may be

  bool fits(int mode) const {
    return fitted_modes.empty() ||
           std::find(fitted_modes.begin(), fitted_modes.end(), mode) != fitted_modes.end();
  }
  bool asked_for(int mode) const {
    return asked_modes.empty() ||
           std::find(asked_modes.begin(), asked_modes.end(), mode) != asked_modes.end();
  }
};

struct RankingOptions {
  std::vector<int> fitted_modes;
  std::vector<int> predicted_modes;
  ErrorPair upper = {0.17, 0.5};                       // upper corner (Table 4, all modes)
  std::map<int, ErrorPair> variability;                // of the experiment, by mode (Table 2)
  std::optional<std::map<int, Box>> fixed_boxes = {};  // an earlier table's, kept
  AreaRule rule = AreaRule::trapezoid;
};

struct RankedArea {
  double area = 1;
  int rank = 1;
};

struct RankingRow {
  RankedCombination combination;
  RankedArea average;
  std::map<int, RankedArea> modes;
};

struct Ranking {
  std::vector<RankingRow> rows;  // by experiment, rank of the average, then id
  std::vector<int> modes;        // fitted first, then predicted: the order of columns
  std::vector<int> average_over;
  bool predicts = true;    // false: average_over are the fitted modes
  bool fixed_box = false;  // the boxes are an earlier table's
  std::map<int, Box> boxes;
  AreaRule rule = AreaRule::trapezoid;
  std::map<int, ErrorPair> variability;
  std::map<int, double> variability_area;     // of the modes whose variability is given
  std::optional<double> variability_average;  // if all of average_over are given
};

/// Rows at the head of the table that share the first one's experiment.
std::size_t first_group(const Ranking& ranking);

/// Throws a Failure if no mode is asked for, an id comes twice, or a fixed box lacks a mode.
Ranking make_ranking(std::vector<RankedCombination> combinations, const RankingOptions& options);

}  // namespace slipfront
