#include "results/report/report_data.hpp"

#include <algorithm>
#include <set>

#include "io/append_log.hpp"
#include "io/atomic_file.hpp"
#include "results/json_file.hpp"
#include "results/report/backbone_command.hpp"

namespace slipfront {

namespace {

long logged(const std::string& folder) {
  const std::string path = folder + "/evaluations.log";
  if (!file_exists(path)) return 0;
  const std::string text = read_file(path);
  return std::count(text.begin(), text.end(), '\n');
}

Json resolved_study(const RunFolder& folder) {
  const std::string path = folder.file("study.resolved.json");
  return file_exists(path) ? parse_json(read_file(path), path) : Json::object();
}

/// The study's entries of its combinations, by id.
std::map<std::string, Json> entries_of(const Json& document) {
  std::map<std::string, Json> entries;
  const Json::json_pointer place("/study/combinations");
  if (document.contains(place))
    for (const Json& entry : document.at(place))
      if (entry.is_object() && entry.contains("id") && entry.at("id").is_string())
        entries[entry.at("id").get<std::string>()] = entry;
  return entries;
}

}  // namespace

const Backbone* backbone_of(const ReportedCombination& combination, int point, int mode) {
  for (const BackboneRecord& record : combination.backbones)
    if (record.point == point && record.mode == mode) return &record.backbone;
  return nullptr;
}

std::vector<int> shown_points(const Front& front) {
  const int count = static_cast<int>(front.points.size());
  if (count == 0) return {};
  const std::set<int> rows = {0, (count - 1) / 2, count - 1};
  return {rows.begin(), rows.end()};
}

ReportData gather_report(const RunFolder& folder, const Ranking& ranking,
                         const std::string& title) {
  ReportData data;
  data.title = title;
  data.ranking = ranking;
  data.runs = folder.read_provenance();
  data.running = folder.is_used_elsewhere();
  if (file_exists(folder.file("experiment.json")))
    data.experiment = read_experiment(folder.file("experiment.json"));
  OwnExperiments own_experiments;
  if (!data.experiment.empty())
    own_experiments = read_own_experiments(folder.file("experiment.json"));
  const Json document = resolved_study(folder);
  const std::map<std::string, Json> entries = entries_of(document);
  const std::vector<std::string> finished = folder.finished_combinations();
  const auto is_finished = [&](const std::string& id) {
    return std::binary_search(finished.begin(), finished.end(), id);
  };
  std::erase_if(data.ranking.rows,
                [&](const RankingRow& row) { return !is_finished(row.combination.id); });

  std::vector<CombinationSummary> summaries;
  for (const RankingRow& row : data.ranking.rows) {
    const std::string& id = row.combination.id;
    CombinationResult result = folder.read_combination(id);
    ReportedCombination& one = data.combinations.emplace_back();
    one.summary = std::move(result.summary);
    one.front = std::move(result.front);
    one.seconds = result.seconds;
    one.experiment = own_experiments[id];
    const std::string own = folder.combination_folder(id);
    if (file_exists(own + "/backbones.csv"))
      one.backbones = read_backbones_csv(own + "/backbones.csv");
    if (file_exists(own + "/loops.csv")) one.loops = read_loops_csv(own + "/loops.csv");
    const auto entry = entries.find(id);
    if (entry != entries.end()) {
      const BackboneCommand command(document, entry->second);
      one.command = command.text();
      for (const int mode : one.front.modes)
        if (const Backbone* first = backbone_of(one, 0, mode))
          one.mode[mode] = command.mode_options(one.summary, mode, first->amplitude);
    }
    summaries.push_back(one.summary);
  }
  const std::map<std::string, SeriesStyle> styles = series_styles(summaries);
  for (ReportedCombination& one : data.combinations) one.style = styles.at(one.summary.id);

  for (const auto& [id, entry] : entries) {
    if (is_finished(id) || !RunFolder::id_violation(id).empty()) continue;
    UnfinishedCombination open;
    open.id = id;
    open.title = entry.value("title", std::string());
    open.evaluations = logged(folder.combination_folder(id));
    data.unfinished.push_back(open);
  }
  if (document.contains("inputs"))
    for (const auto& [kind, files] : document.at("inputs").items())
      if (files.is_object())
        for (const auto& [name, text] : files.items())
          if (text.is_string())
            data.fingerprints.emplace_back(kind + " " + name, text.get<std::string>());
  data.record = ranking_record(folder, data.ranking);
  return data;
}

}  // namespace slipfront
