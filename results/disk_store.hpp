// The evaluations of one combination on disk: evaluations.log (io/append_log.hpp), one
// JSON record per line with the key and the Evaluation, every double exact; and
// checkpoint, the optimizer's own state, replaced whole.
//
// Opening reads the log of an interrupted run and goes on behind its last whole line.
// If two different evaluations stand under one key, the first is kept and a note says so.
// Numbers that are not finite (failed evaluations) are null (NaN), "inf" or "-inf".
#pragma once

#include <memory>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/evaluation_store.hpp"

namespace slipfront {

class AppendLog;

class DiskEvaluationStore : public EvaluationStore {
 public:
  /// Creates the folder if there is none. Throws a Failure if it cannot be written.
  explicit DiskEvaluationStore(const std::string& folder);
  ~DiskEvaluationStore() override;

  std::optional<Evaluation> find(const std::string& key) const override;
  /// Appended before it can be found. A key that is there already is left as it is.
  void add(const std::string& key, const Evaluation& evaluation) override;

  void save_checkpoint(std::string_view state) override;
  /// Throws a Failure if there is a checkpoint and it is damaged.
  std::optional<std::string> load_checkpoint() const override;

  std::size_t size() const;
  /// What opening met: dropped lines and contradicting records, as sentences.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  std::string folder_;
  std::unique_ptr<AppendLog> log_;
  mutable std::shared_mutex mutex_;
  std::unordered_map<std::string, Evaluation> evaluations_;
  std::vector<std::string> notes_;
};

/// The evaluations of a combination's folder in the order of its log, the first of each key;
/// what cannot be read is passed over. The log is not changed; without one: none.
std::vector<Evaluation> read_evaluations(const std::string& folder);

}  // namespace slipfront
