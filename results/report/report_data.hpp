// Everything that the report shows, gathered from a run folder. What a folder does not hold
// (yet) is simply absent: a run half done, one without evaluation logs, or an old one gives
// a page with fewer parts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "results/experiment_record.hpp"
#include "results/ranking_record.hpp"
#include "results/records.hpp"
#include "results/report/series_style.hpp"
#include "results/run_folder.hpp"

namespace slipfront {

/// One row of the ranking with all that is stored of it.
struct ReportedCombination {
  CombinationSummary summary;
  Front front;
  std::vector<BackboneRecord> backbones;
  std::vector<LoopRecord> loops;
  double seconds = 0;               // 0: not known
  MeasuredModes experiment;         // measured curves of its own, in place of the run's
  std::string command;              // `slipfront backbone ...` up to the mode
  std::map<int, std::string> mode;  // its options by mode, amplitudes included
  SeriesStyle style;
};

struct UnfinishedCombination {
  std::string id, title;
  long evaluations = 0;  // logged so far
};

struct ReportData {
  std::string title;
  Ranking ranking;
  std::vector<ReportedCombination> combinations;  // one per row of the ranking, in its order
  std::vector<UnfinishedCombination> unfinished;
  std::vector<Provenance> runs;
  MeasuredModes experiment;  // empty if the folder does not hold it
  RankingRecord record;
  bool running = false;                                           // a run holds the folder's lock
  std::vector<std::pair<std::string, std::string>> fingerprints;  // of inputs
};

/// Rows of the ranking whose combination is not in the folder are left out of the ranking.
ReportData gather_report(const RunFolder& folder, const Ranking& ranking, const std::string& title);

/// The point of a front by its 0-based row: {row, backbone} of a mode, if stored.
const Backbone* backbone_of(const ReportedCombination& combination, int point, int mode);

/// Rows of least frequency error in the fitted mode, of the middle and of least damping error:
/// the three that the paper shows (Table 3). Fewer for small fronts.
std::vector<int> shown_points(const Front& front);

}  // namespace slipfront
