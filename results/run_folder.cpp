#include "results/run_folder.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "core/failure.hpp"
#include "core/hash.hpp"
#include "core/number.hpp"
#include "io/atomic_file.hpp"
#include "results/box_file.hpp"
#include "results/disk_store.hpp"
#include "results/ranking_record.hpp"
#include "results/ranking_text.hpp"
#include "results/records.hpp"

namespace slipfront {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestId = 100;  // leaves room in a file name (255 bytes on Linux)
constexpr char kTimingHeader[] = "combo,seconds";

// Everything that slipfront writes into a combination's folder.
constexpr std::string_view kLogFiles[] = {"evaluations.log", "evaluations.earlier.log",
                                          "evaluations.renamed.log"};
constexpr std::string_view kCombinationFiles[] = {"summary.json", "front.csv",  "backbones.csv",
                                                  "loops.csv",    "checkpoint", "predictions.log"};

void remove_file(const std::string& folder, std::string_view name) {
  const std::string path = folder + "/" + std::string(name);
  std::error_code error;
  fs::remove(path, error);
  if (error) throw Failure({path, "", "", "cannot be removed: " + error.message(), ""});
}

/// Every file of a finished combination that is missing or not as it was written.
void refuse_other_files(const std::string& folder, const CombinationSummary& summary) {
  std::vector<Problem> problems;
  for (const auto& [name, written] : summary.files) {
    const std::string path = folder + "/" + name;
    const bool there = file_exists(path);
    if (there && fingerprint(read_file(path)) == written) continue;
    problems.push_back({path, "",
                        there ? "another content than the combination ended with" : "no file",
                        "must be what summary.json beside it says (files)",
                        "Restore it, or delete summary.json: the next run then makes them anew "
                        "from the stored evaluations"});
  }
  throw_if_any(std::move(problems));
}

bool id_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.';
}

}  // namespace

RankedCombination CombinationResult::ranked() const {
  RankedCombination ranked;
  ranked.id = summary.id;
  ranked.title = summary.title;
  for (const int mode : front.modes) ranked.errors[mode] = front.errors(mode);
  ranked.front_points = static_cast<int>(front.points.size());
  ranked.evaluations = summary.evaluations;
  ranked.failed_evaluations = summary.failed_evaluations;
  ranked.seconds = seconds;
  ranked.fitted_modes = ranked.asked_modes = summary.fitted_modes;
  ranked.asked_modes.insert(ranked.asked_modes.end(), summary.predicted_modes.begin(),
                            summary.predicted_modes.end());
  return ranked;
}

RunFolder RunFolder::open(const std::string& path) {
  RunFolder folder(path);
  // Before the lock, so that those who hold it together are named.
  std::vector<Problem> problems;
  for (const std::string& id : folder.begun_combinations()) {
    const std::string own = folder.combination_folder(id);
    if (const auto holder = FolderLock::holder(own))
      problems.push_back({path, "combination '" + id + "'", *holder + " at work on it",
                          "a combination is computed by one process at a time",
                          "Wait for it or end it"});
    else if (const auto silent = FolderLock::silent_holder(own); silent && !folder.is_finished(id))
      problems.push_back({own + "/lock", "", *silent, "names a host that fell silent",
                          "If you know that the process is dead, delete this file"});
  }
  throw_if_any(std::move(problems));
  folder.lock_.emplace(path);  // makes the folder
  remove_temporary_files(path);
  remove_temporary_files(folder.file("figures"));
  for (const std::string& id : folder.begun_combinations())
    remove_temporary_files(folder.combination_folder(id));
  return folder;
}

RunFolder RunFolder::join(const std::string& path) {
  RunFolder folder(path);
  folder.lock_.emplace(path, Hold::together);
  return folder;
}

RunFolder RunFolder::view(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error))
    throw Failure({path, "", fs::exists(path, error) ? "a file" : "nothing",
                   "must be the folder of a run", "Give the folder that --out named"});
  return RunFolder(path);
}

std::string RunFolder::file(std::string_view name) const { return path_ + "/" + std::string(name); }

std::string RunFolder::id_violation(std::string_view id) {
  if (id.empty()) return "an id must not be empty";
  if (id.size() > kLongestId)
    return "an id must have at most " + std::to_string(kLongestId) + " characters";
  if (id.front() == '.') return "an id must not begin with a dot";
  if (!std::all_of(id.begin(), id.end(), id_character))
    return "an id must be made of letters, digits and - _ .";
  return "";
}

std::string RunFolder::combination_folder(const std::string& id) const {
  if (const std::string rule = id_violation(id); !rule.empty())
    throw Failure({path_, "combination", "'" + id + "'", rule, ""});
  return file("combos/" + id);
}

std::string RunFolder::make_combination_folder(const std::string& id) const {
  const std::string folder = combination_folder(id);
  make_folder(folder);
  return folder;
}

void RunFolder::clear_combination(const std::string& id) const {
  const std::string folder = combination_folder(id);
  for (const std::string_view name : kCombinationFiles) remove_file(folder, name);
  for (const std::string_view name : kLogFiles) remove_file(folder, name);
}

void RunFolder::clear_result(const std::string& id, const std::string& was,
                             const std::string& is) const {
  const std::string folder = combination_folder(id);
  for (const std::string_view name : kCombinationFiles) remove_file(folder, name);
  put_log_aside(folder, was, is);
}

bool RunFolder::is_finished(const std::string& id) const {
  return file_exists(combination_folder(id) + "/summary.json");
}

std::vector<std::string> RunFolder::finished_combinations() const {
  std::vector<std::string> ids = begun_combinations();
  std::erase_if(ids, [&](const std::string& id) { return !is_finished(id); });
  return ids;
}

std::vector<std::string> RunFolder::begun_combinations() const {
  std::vector<std::string> ids;
  std::error_code error;
  for (fs::directory_iterator entry(file("combos"), error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string id = entry->path().filename().string();
    if (id_violation(id).empty()) ids.push_back(id);
  }
  if (error && error != std::errc::no_such_file_or_directory)
    throw Failure({file("combos"), "", "", "cannot be read: " + error.message(), ""});
  std::sort(ids.begin(), ids.end());
  return ids;
}

CombinationResult RunFolder::read_combination(const std::string& id) const {
  const std::string folder = combination_folder(id);
  CombinationResult result;
  result.summary = read_summary(folder + "/summary.json");
  if (result.summary.id != id)
    throw Failure({folder + "/summary.json", "/id", "'" + result.summary.id + "'",
                   "must be the name of its folder", ""});
  refuse_other_files(folder, result.summary);
  result.front = read_front_csv(folder + "/front.csv");
  const std::map<std::string, double> timing = read_timing();
  if (const auto found = timing.find(id); found != timing.end()) result.seconds = found->second;
  return result;
}

std::vector<CombinationResult> RunFolder::read_finished() const {
  std::vector<CombinationResult> results;
  for (const std::string& id : finished_combinations()) results.push_back(read_combination(id));
  return results;
}

void RunFolder::write_resolved_study(std::string_view json) const {
  write_atomically(file("study.resolved.json"), json);
}

std::string RunFolder::read_resolved_study() const {
  if (!file_exists(file("study.resolved.json")))
    throw Failure({path_, "", "a folder without study.resolved.json", "must be the folder of a run",
                   "Give the folder that --out named"});
  return read_file(file("study.resolved.json"));
}

void RunFolder::record_provenance(const Provenance& run) const {
  const FolderTurn turn(path_);
  std::vector<Provenance> runs = read_provenance();
  const auto same = std::find_if(runs.begin(), runs.end(), [&](const Provenance& other) {
    return other.started == run.started && other.host == run.host && other.process == run.process;
  });
  if (same != runs.end())
    *same = run;
  else
    runs.push_back(run);
  write_provenance(file("provenance.json"), runs);
}

std::vector<Provenance> RunFolder::read_provenance() const {
  const std::string path = file("provenance.json");
  return file_exists(path) ? slipfront::read_provenance(path) : std::vector<Provenance>();
}

void RunFolder::write_timing(const std::map<std::string, double>& seconds) const {
  std::string text = std::string(kTimingHeader) + "\n";
  for (const auto& [id, value] : seconds) text += id + "," + to_text(value) + "\n";
  write_atomically(file("timing.csv"), text);
}

std::map<std::string, double> RunFolder::read_timing() const {
  const std::string path = file("timing.csv");
  std::map<std::string, double> seconds;
  if (!file_exists(path)) return seconds;
  const std::string text = read_file(path);
  std::vector<Problem> problems;
  std::size_t line = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string row = text.substr(begin, end - begin);
    begin = end + 1;
    if (++line == 1 && row == kTimingHeader) continue;
    const std::size_t comma = row.find(',');
    const auto value = comma == std::string::npos ? std::nullopt : to_number(row.substr(comma + 1));
    if (line == 1 || !value)
      problems.push_back(
          {path, "line " + std::to_string(line), "'" + row + "'",
           line == 1 ? std::string("must be ") + kTimingHeader : "must be an id and its seconds",
           "delete the file: only the seconds of the table come from it"});
    else
      seconds[row.substr(0, comma)] = *value;
  }
  throw_if_any(std::move(problems));
  return seconds;
}

void RunFolder::add_timing(const std::string& id, double seconds) const {
  const FolderTurn turn(path_);
  std::map<std::string, double> all = read_timing();
  all[id] += seconds;
  write_timing(all);
}

void RunFolder::clear_timing(const std::string& id) const {
  const FolderTurn turn(path_);
  std::map<std::string, double> all = read_timing();
  if (all.erase(id) > 0) write_timing(all);
}

void RunFolder::write_ranking(const Ranking& ranking) const {
  write_atomically(file("ranking.csv"), format_ranking(ranking, "csv"));
  write_box_file(file("box.json"), ranking.boxes);
  write_ranking_record(*this, ranking, ranking_record(*this, ranking));
}

Failure with_remedies(const Failure& failure, const RunFolder& folder) {
  std::vector<Problem> problems;
  std::set<std::string> files;
  for (Problem problem : failure.problems()) {
    const bool inside = problem.where.starts_with(folder.path() + "/");
    if (inside && !files.insert(problem.where).second) continue;
    // A disk that is full or read-only is no fault of the file.
    const bool of_the_disk =
        problem.rule.starts_with("cannot be ") || problem.rule.starts_with("is written, but");
    if (inside && of_the_disk && problem.remedy.empty())
      problem.remedy =
          "Make room, or see to it that files can be read and written there; nothing "
          "that was found so far is lost";
    if (inside && problem.remedy.empty()) {
      if (problem.where.starts_with(folder.file("combos/")))
        problem.remedy =
            "Delete the folder of this combination and run the study again into the run folder: "
            "only this combination is computed anew";
      else if (problem.where == folder.file("study.resolved.json"))
        problem.remedy = "Run the study again into this folder";
      else
        problem.remedy = "Restore this file, or delete it and run the study again into this folder";
    }
    problems.push_back(problem);
  }
  return Failure(problems);
}

}  // namespace slipfront
