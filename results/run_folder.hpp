// The folder of a run:
//
//   study.resolved.json  experiment.json  provenance.json  ranking.csv  timing.csv  box.json
//   ranking_stability.csv  ranking_stability.json  report.html  figures/  slurm/  lock
//   combos/<id>/  front.csv backbones.csv loops.csv summary.json evaluations.log checkpoint lock
//                 identity.json, evaluations.earlier.log (results/disk_store.hpp)
//
// A combination is finished once it has summary.json, which is written last. Ids are
// letters, digits and - _ . (not first a dot), at most 100 characters.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/failure.hpp"
#include "core/front.hpp"
#include "results/folder_lock.hpp"
#include "results/provenance.hpp"
#include "results/ranking.hpp"
#include "results/summary.hpp"

namespace slipfront {

/// What is kept of a finished combination.
struct CombinationResult {
  CombinationSummary summary;
  Front front;
  double seconds = 0;  // 0 if timing.csv has no row for it

  RankedCombination ranked() const;
};

class RunFolder {
 public:
  /// Creates the folder if there is none and holds its lock while this object lives.
  /// Throws a Failure if it cannot be written, or another process runs in it or computes one
  /// of its combinations.
  static RunFolder open(const std::string& path);
  /// The same beside others that joined: each then locks the combinations that it computes
  /// (FolderLock(combination_folder(id))).
  static RunFolder join(const std::string& path);
  /// For reading. Throws a Failure if there is no such folder.
  static RunFolder view(const std::string& path);

  const std::string& path() const { return path_; }
  /// Another process computes in it now.
  bool is_used_elsewhere() const { return !lock_ && FolderLock::holder(path_).has_value(); }
  std::string file(std::string_view name) const;  // path/name

  /// Empty, or the rule that the id breaks.
  static std::string id_violation(std::string_view id);
  /// path/combos/<id>, not created. Throws a Failure if the id is not valid.
  std::string combination_folder(const std::string& id) const;
  std::string make_combination_folder(const std::string& id) const;
  /// Removes the files that slipfront wrote for this combination, and nothing else.
  void clear_combination(const std::string& id) const;
  /// The same but for its evaluations, which become those of an earlier search: put_log_aside().
  void clear_result(const std::string& id, const std::string& was, const std::string& is) const;

  bool is_finished(const std::string& id) const;
  /// Ids of the combinations that have summary.json, ascending.
  std::vector<std::string> finished_combinations() const;
  /// Throws a Failure if one of its files is not what the combination ended with.
  CombinationResult read_combination(const std::string& id) const;
  std::vector<CombinationResult> read_finished() const;

  void write_resolved_study(std::string_view json) const;
  std::string read_resolved_study() const;
  /// Appends the run, or replaces that of the same process (so that `ended` can be filled in).
  void record_provenance(const Provenance& run) const;
  std::vector<Provenance> read_provenance() const;  // empty if there is none

  void write_timing(const std::map<std::string, double>& seconds) const;
  std::map<std::string, double> read_timing() const;  // empty if there is none
  /// Adds to what timing.csv holds of this combination, or forgets it.
  void add_timing(const std::string& id, double seconds) const;
  void clear_timing(const std::string& id) const;
  /// ranking.csv, box.json, ranking_stability.csv and .json (results/ranking_record.hpp).
  void write_ranking(const Ranking& ranking) const;

 private:
  explicit RunFolder(std::string path) : path_(std::move(path)) {}
  /// Ids of the folders in combos/, ascending.
  std::vector<std::string> begun_combinations() const;
  std::string path_;
  std::optional<FolderLock> lock_;
};

/// The problems of reading a run folder, one per file of it, each with what to do about it.
Failure with_remedies(const Failure& failure, const RunFolder& folder);

}  // namespace slipfront
