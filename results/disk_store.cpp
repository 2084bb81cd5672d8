#include "results/disk_store.hpp"

#include <filesystem>
#include <mutex>
#include <set>
#include <utility>

#include "core/hash.hpp"
#include "io/append_log.hpp"
#include "io/atomic_file.hpp"
#include "results/json_file.hpp"

namespace slipfront {

namespace {

constexpr char kLogName[] = "evaluations.log";
constexpr char kEarlierName[] = "evaluations.earlier.log";
constexpr char kRenamedName[] = "evaluations.renamed.log";  // under way to the earlier one
constexpr char kCheckpointName[] = "checkpoint";

// Short keys: the log has one line per evaluation, and most of it is numbers anyway.
std::string to_record(const std::string& key, const Evaluation& e) {
  Json json = Json::object();
  json["key"] = key;
  json["parameters"] = any_numbers(e.parameters);
  json["objectives"] = any_numbers({e.frequency_objective, e.damping_objective});
  json["failed"] = e.failed_amplitudes;
  json["residual"] = any_numbers({e.residual, e.residual_l1});
  json["reason"] = e.reason;
  json["frequency_hz"] = any_numbers(e.frequency_hz);
  json["damping"] = any_numbers(e.damping);
  if (e.has_gradient()) {
    json["frequency_factor"] = any_numbers(e.frequency_factor);
    json["damping_factor"] = any_numbers(e.damping_factor);
  }
  return to_line(json);
}

bool from_record(const std::string& line, std::string& key, Evaluation& e) {
  const Json json = Json::parse(line, nullptr, false);  // discarded, not thrown, if no JSON
  for (const char* name : {"key", "parameters", "objectives", "failed", "residual", "reason",
                           "frequency_hz", "damping"})
    if (!json.is_object() || !json.contains(name)) return false;
  std::vector<double> objectives, residual;
  if (!from(json["key"], key) || !from_any_numbers(json["parameters"], e.parameters) ||
      !from_any_numbers(json["objectives"], objectives) || objectives.size() != 2 ||
      !from(json["failed"], e.failed_amplitudes) || !from_any_numbers(json["residual"], residual) ||
      residual.size() != 2 || !from(json["reason"], e.reason) ||
      !from_any_numbers(json["frequency_hz"], e.frequency_hz) ||
      !from_any_numbers(json["damping"], e.damping))
    return false;
  if (json.contains("frequency_factor") &&
      !(json.contains("damping_factor") &&
        from_any_numbers(json["frequency_factor"], e.frequency_factor) &&
        from_any_numbers(json["damping_factor"], e.damping_factor)))
    return false;
  e.frequency_objective = objectives[0];
  e.damping_objective = objectives[1];
  e.residual = residual[0];
  e.residual_l1 = residual[1];
  return true;
}

std::string in_folder(const std::string& folder, const char* name) { return folder + "/" + name; }

/// The record with the key that its evaluation has under `is`, if it has one under `was`.
std::string renamed(const std::string& line, const std::string& was, const std::string& is) {
  std::string key;
  Evaluation evaluation;
  if (!from_record(line, key, evaluation)) return line;
  const std::string before = evaluation_key(was, evaluation.parameters);
  if (!key.starts_with(before)) return line;
  return to_record(evaluation_key(is, evaluation.parameters) + key.substr(before.size()),
                   evaluation);
}

/// The records of these logs as the only earlier log. Done once more after it was stopped, it
/// gives the same.
void rename_keys(const std::string& folder, const std::vector<std::string>& logs,
                 const std::string& was, const std::string& is) {
  const std::string path = in_folder(folder, kRenamedName);
  std::filesystem::remove(path);
  bool any = false;
  {
    AppendLog all(path);
    for (const std::string& log : logs) {
      if (!file_exists(log)) continue;
      for (const std::string& line : AppendLog::read_log(log).lines) {
        all.append(renamed(line, was, is));
        any = true;
      }
    }
    all.sync();
  }
  if (!any) {
    std::filesystem::remove(path);
    return;
  }
  std::filesystem::rename(path, in_folder(folder, kEarlierName));
  std::filesystem::remove(in_folder(folder, kLogName));
}

}  // namespace

DiskEvaluationStore::DiskEvaluationStore(const std::string& folder) : folder_(folder) {
  make_folder(folder_);
  log_ = std::make_unique<AppendLog>(in_folder(folder_, kLogName));
  for (const DroppedLine& dropped : log_->found().dropped)
    notes_.push_back(log_->path() + ", line " + std::to_string(dropped.line) + " " +
                     dropped.reason + ": its evaluation is computed again");
  for (const std::string& line : log_->found().lines) {
    std::string key;
    Evaluation evaluation;
    if (!from_record(line, key, evaluation)) {
      notes_.push_back(log_->path() + ": a record is no evaluation and was passed over");
      continue;
    }
    const auto [kept, added] = evaluations_.try_emplace(key, std::move(evaluation));
    if (!added && to_record(key, kept->second) != line)
      notes_.push_back(log_->path() + ": two different evaluations of " + key +
                       "; the first is kept");
  }
  log_->forget_found();
  const std::string earlier = in_folder(folder_, kEarlierName);
  if (!file_exists(earlier)) return;
  for (const std::string& line : AppendLog::read_log(earlier).lines) {
    std::string key;
    Evaluation evaluation;
    if (from_record(line, key, evaluation) && evaluations_.count(key) == 0)
      earlier_.try_emplace(key, std::move(evaluation));
  }
}

DiskEvaluationStore::~DiskEvaluationStore() = default;

std::optional<Evaluation> DiskEvaluationStore::find(const std::string& key) const {
  {
    const std::shared_lock lock(mutex_);
    const auto found = evaluations_.find(key);
    if (found != evaluations_.end()) return found->second;
    if (earlier_.count(key) == 0) return {};
  }
  const std::unique_lock lock(mutex_);
  if (const auto found = earlier_.find(key); found != earlier_.end()) {
    log_->append(to_record(key, found->second));
    evaluations_.insert(earlier_.extract(found));
  }
  return evaluations_.at(key);
}

void DiskEvaluationStore::add(const std::string& key, const Evaluation& evaluation) {
  const std::string record = to_record(key, evaluation);
  const std::unique_lock lock(mutex_);
  if (evaluations_.count(key) > 0) return;
  earlier_.erase(key);
  log_->append(record);
  evaluations_.emplace(key, evaluation);
}

void DiskEvaluationStore::save_checkpoint(std::string_view state) {
  // The checkpoint builds on evaluations: they are on the disk before it is.
  log_->sync();
  write_atomically(in_folder(folder_, kCheckpointName),
                   fingerprint(state) + "\n" + std::string(state));
}

std::optional<std::string> DiskEvaluationStore::load_checkpoint() const {
  const std::string path = in_folder(folder_, kCheckpointName);
  if (!file_exists(path)) return {};
  const std::string bytes = read_file(path);
  const std::size_t end = bytes.find('\n');
  std::string state = end == std::string::npos ? std::string() : bytes.substr(end + 1);
  if (end == std::string::npos || bytes.substr(0, end) != fingerprint(state))
    throw Failure({path, "", "a damaged checkpoint", "must match its fingerprint",
                   "Delete this file: the run then goes through its stored evaluations again"});
  return state;
}

std::size_t DiskEvaluationStore::size() const {
  const std::shared_lock lock(mutex_);
  return evaluations_.size();
}

std::vector<Evaluation> read_evaluations(const std::string& folder) {
  const std::string path = in_folder(folder, kLogName);
  std::vector<Evaluation> evaluations;
  if (!file_exists(path)) return evaluations;
  std::set<std::vector<double>> points;
  for (const std::string& line : AppendLog::read_log(path).lines) {
    std::string key;
    Evaluation evaluation;
    if (from_record(line, key, evaluation) && points.insert(evaluation.parameters).second)
      evaluations.push_back(std::move(evaluation));
  }
  return evaluations;
}

void put_log_aside(const std::string& folder, const std::string& was, const std::string& is) {
  const std::string log = in_folder(folder, kLogName), earlier = in_folder(folder, kEarlierName);
  if (was != is) return rename_keys(folder, {earlier, log}, was, is);
  if (!file_exists(log)) return;
  if (file_exists(earlier)) {
    // Behind what is there: records that then stand twice count once.
    AppendLog all(earlier);
    all.forget_found();
    for (const std::string& line : AppendLog::read_log(log).lines) all.append(line);
    all.sync();
    std::filesystem::remove(log);
  } else {
    std::filesystem::rename(log, earlier);
  }
}

}  // namespace slipfront
