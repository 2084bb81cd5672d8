// What a run folder keeps beside ranking.csv about how sure the table is:
//
//   ranking_stability.json  everything below, full precision
//   ranking_stability.csv   combo,rank_average,rank_lower,rank_upper,best_three,area_lower,
//                           area_upper,rank_other_rule,rank_lower_other_rule,
//                           rank_upper_other_rule, then rank_lower_<m>,rank_upper_<m> per mode
//
// Both depend on the files of the run and the study's seed only: the same on every machine and for
// any number of threads. All but the histories of the searches: these follow the log, in which
// evaluations of one generation stand as they ended.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "results/effects.hpp"
#include "results/rank_stability.hpp"
#include "results/run_folder.hpp"
#include "results/search_history.hpp"

namespace slipfront {

struct RankingRecord {
  std::string table;                       // fingerprint of the ranking that it belongs to
  std::optional<RankStability> stability;  // nothing: see `why_not`
  std::string why_not;                     // a sentence
  /// Whose evaluations are not all in the folder: mode 1 was sorted anew over what is there and
  /// the front, and there is no history.
  std::vector<std::string> without_log;
  Effects effects;
  std::vector<SearchHistory> histories;  // in the order of the ranking
  bool operator==(const RankingRecord&) const;
};

/// From the files of the run: summaries, logs, backbones, experiment.json, and the study's
/// seed. What is missing leaves out its part, with a sentence.
RankingRecord make_ranking_record(const RunFolder& folder, const Ranking& ranking,
                                  int draws = StabilityOptions().draws);

/// The stored one if it belongs to this ranking, else made anew (and not stored).
RankingRecord ranking_record(const RunFolder& folder, const Ranking& ranking);

void write_ranking_record(const RunFolder& folder, const Ranking& ranking,
                          const RankingRecord& record);

std::string stability_csv(const Ranking& ranking, const RankStability& stability);

}  // namespace slipfront
