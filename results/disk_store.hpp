// The evaluations of one combination on disk: evaluations.log (io/append_log.hpp), one
// JSON record per line with the key and the Evaluation, every double exact; and
// checkpoint, the optimizer's own state, replaced whole.
//
// What a search with other options had evaluated before is evaluations.earlier.log
// (put_log_aside): found like the rest, and written to the log when this search asks for it. So
// the log tells of one search.
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

  /// What an earlier search had found is appended to the log first.
  std::optional<Evaluation> find(const std::string& key) const override;
  /// Appended before it can be found. A key that is there already is left as it is.
  void add(const std::string& key, const Evaluation& evaluation) override;

  void save_checkpoint(std::string_view state) override;
  /// Throws a Failure if there is a checkpoint and it is damaged.
  std::optional<std::string> load_checkpoint() const override;

  std::size_t size() const;  // of the log
  /// What opening met: dropped lines and contradicting records, as sentences.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  std::string folder_;
  std::unique_ptr<AppendLog> log_;
  mutable std::shared_mutex mutex_;
  mutable std::unordered_map<std::string, Evaluation> evaluations_;
  mutable std::unordered_map<std::string, Evaluation> earlier_;  // not yet asked for
  std::vector<std::string> notes_;
};

/// The evaluations of a combination's folder in the order of its log, the first of each parameter
/// set (a hybrid search may come back to one with its gradient); what cannot be read is passed
/// over. The log is not changed; without one: none.
std::vector<Evaluation> read_evaluations(const std::string& folder);

/// From now on what the log holds is that of an earlier search. Nothing is lost if it is stopped
/// at any moment. `was`, `is`: what the evaluations' keys are made of besides the parameters
/// (core/hash.hpp, evaluation_key), for the search before and the next one: where they differ,
/// the evaluations get the keys under which the next one asks for them.
void put_log_aside(const std::string& folder, const std::string& was = "",
                   const std::string& is = "");

}  // namespace slipfront
