#include "results/ranking_record.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "core/hash.hpp"
#include "core/number.hpp"
#include "io/atomic_file.hpp"
#include "results/disk_store.hpp"
#include "results/experiment_record.hpp"
#include "results/json_file.hpp"
#include "results/markup.hpp"
#include "results/records.hpp"

namespace slipfront {

namespace {

constexpr char kFile[] = "ranking_stability.json";
constexpr char kTable[] = "ranking_stability.csv";
constexpr std::uint64_t kSeedOfNoStudy = 1;
// Raised whenever the same files would give another record.
constexpr char kVersion[] = "6 ";

std::uint64_t study_seed(const RunFolder& folder) {
  std::uint64_t seed = kSeedOfNoStudy;
  if (!file_exists(folder.file("study.resolved.json"))) return seed;
  const Json study = parse_json(folder.read_resolved_study(), folder.file("study.resolved.json"));
  const Json::json_pointer place("/study/seed");
  if (study.contains(place)) from(study[place], seed);
  return seed;
}

// ---- gathering ----------------------------------------------------------------------------

/// The backbones of all feasible evaluations, mode after mode as the fit wrote them.
std::map<int, ModelCurves> logged_curves(const CombinationSummary& summary,
                                         const std::vector<Evaluation>& evaluations) {
  std::map<int, ModelCurves> curves;
  const std::size_t modes = summary.fitted_modes.size();
  if (modes == 0) return curves;
  for (const Evaluation& e : evaluations) {
    if (!e.feasible() || e.frequency_hz.size() % modes != 0) continue;
    const std::size_t n = e.frequency_hz.size() / modes;
    for (std::size_t m = 0; m < modes; ++m) {
      ModelCurves& set = curves.try_emplace(summary.fitted_modes[m], n).first->second;
      set.add(std::span(e.frequency_hz).subspan(m * n, n), std::span(e.damping).subspan(m * n, n));
    }
  }
  return curves;
}

/// Adds the front's backbones of these modes.
void add_front(const std::vector<BackboneRecord>& records, const std::vector<int>& modes,
               std::map<int, ModelCurves>& curves) {
  for (const BackboneRecord& record : records) {
    if (std::find(modes.begin(), modes.end(), record.mode) == modes.end()) continue;
    const Backbone& b = record.backbone;
    curves.try_emplace(record.mode, b.size()).first->second.add(b.frequency_hz, b.damping);
  }
}

/// Amplitudes per mode over all combinations; nothing if they differ.
std::optional<std::map<int, std::size_t>> amplitude_counts(const std::vector<StoredCurves>& all) {
  std::map<int, std::size_t> counts;
  for (const StoredCurves& one : all)
    for (const auto* curves : {&one.fitted, &one.predicted})
      for (const auto& [mode, set] : *curves)
        if (counts.try_emplace(mode, set.amplitudes()).first->second != set.amplitudes()) return {};
  return counts;
}

std::optional<RankStability> stability_of(const RunFolder& folder, const Ranking& ranking,
                                          std::vector<StoredCurves> curves, int draws,
                                          std::string& why_not) {
  const std::string path = folder.file("experiment.json");
  if (!file_exists(path)) {
    why_not = "this folder does not hold the measured curves (experiment.json)";
    return {};
  }
  const MeasuredModes experiment = read_experiment(path);
  const auto counts = amplitude_counts(curves);
  if (!counts) {
    why_not = "the combinations were compared at different numbers of amplitudes";
    return {};
  }
  bool any_spread = false;
  const auto at_amplitudes = [&](int mode, const MeasuredBackbone& curve) {
    any_spread = any_spread || curve.frequency_upper != curve.frequency_hz ||
                 curve.damping_upper != curve.damping;
    const auto count = counts->find(mode);
    return count == counts->end() ? curve : resample(curve, count->second);
  };
  MeasuredModes measured;
  for (const int mode : ranking.modes)
    if (const auto found = experiment.find(mode); found != experiment.end())
      measured[mode] = at_amplitudes(mode, found->second);
  const OwnExperiments own = read_own_experiments(path);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const RankedCombination& c = ranking.rows[i].combination;
    if (const auto found = own.find(c.id); found != own.end())
      for (const auto& [mode, curve] : found->second)
        curves[i].own[mode] = at_amplitudes(mode, curve);
    for (const int mode : ranking.modes)
      if (!measured.count(mode) && !curves[i].own.count(mode)) {
        why_not = "this folder does not hold the measured curve of mode " + std::to_string(mode);
        return {};
      }
  }
  if (!any_spread) {
    why_not = "the measured curves have no bounds to draw from";
    return {};
  }
  StabilityOptions options;
  options.draws = draws;
  options.seed = study_seed(folder);
  return rank_stability(ranking, curves, measured, options);
}

// ---- json ---------------------------------------------------------------------------------

Json to_json(const RankInterval& r) { return {r.lower, r.upper}; }

bool from(const Json& json, RankInterval& value) {
  return json.is_array() && json.size() == 2 && slipfront::from(json[0], value.lower) &&
         slipfront::from(json[1], value.upper);
}

Json to_json(const RankStability& s) {
  Json rows = Json::array();
  for (const StableRow& row : s.rows) {
    Json modes = Json::object();
    for (const auto& [mode, interval] : row.modes) modes[std::to_string(mode)] = to_json(interval);
    rows.push_back({{"combo", row.id},
                    {"rank_average", to_json(row.average)},
                    {"rank_average_other_rule", to_json(row.average_other_rule)},
                    {"rank_modes", modes},
                    {"area_average", {row.area_lower, row.area_upper}},
                    {"rank_other_rule", row.rank_other_rule},
                    {"best_three", row.best_three},
                    {"best_three_other_rule", row.best_three_other_rule},
                    {"evaluations", row.evaluations}});
  }
  return {{"table", s.table},
          {"draws", s.draws},
          {"seed", s.seed},
          {"correlation", s.correlation},
          {"rule", to_text(s.rule)},
          {"interval", kMeaningful},
          {"rows", rows},
          {"ahead", s.ahead}};
}

Json to_json(const Effects& effects) {
  Json attributes = Json::array(), pairs = Json::array();
  for (const AttributeEffect& e : effects.attributes)
    attributes.push_back({{"attribute", e.attribute},
                          {"levels", e.levels},
                          {"alone", e.alone},
                          {"unique", e.unique},
                          {"share", e.share}});
  for (const PairedComparison& p : effects.pairs)
    pairs.push_back({{"attribute", p.attribute},
                     {"first_level", p.first_level},
                     {"second_level", p.second_level},
                     {"first", p.first},
                     {"second", p.second},
                     {"average", p.average},
                     {"modes", by_mode(p.modes)},
                     {"also", p.also}});
  return {{"variance", effects.variance},
          {"explained", effects.explained},
          {"attributes", attributes},
          {"pairs", pairs}};
}

Json to_json(const SearchHistory& history) {
  Json steps = Json::array();
  for (const HistoryStep& s : history.steps)
    steps.push_back(
        {s.evaluations, s.best_frequency, s.best_damping, s.area ? Json(*s.area) : Json(nullptr)});
  return {{"combo", history.id}, {"steps", steps}, {"failures", history.failures}};
}

RankStability stability_from(const Json& json) {
  RankStability s;
  s.table = json.at("table").get<std::string>();
  s.draws = json.at("draws").get<int>();
  s.seed = json.at("seed").get<std::uint64_t>();
  s.correlation = json.at("correlation").get<double>();
  s.rule =
      json.at("rule") == to_text(AreaRule::staircase) ? AreaRule::staircase : AreaRule::trapezoid;
  for (const Json& entry : json.at("rows")) {
    StableRow& row = s.rows.emplace_back();
    row.id = entry.at("combo").get<std::string>();
    from(entry.at("rank_average"), row.average);
    from(entry.at("rank_average_other_rule"), row.average_other_rule);
    for (const auto& [key, interval] : entry.at("rank_modes").items()) {
      int mode = 0;
      if (mode_number(key, mode)) from(interval, row.modes[mode]);
    }
    row.area_lower = entry.at("area_average").at(0).get<double>();
    row.area_upper = entry.at("area_average").at(1).get<double>();
    row.rank_other_rule = entry.at("rank_other_rule").get<int>();
    row.best_three = entry.at("best_three").get<double>();
    row.best_three_other_rule = entry.at("best_three_other_rule").get<double>();
    row.evaluations = entry.at("evaluations").get<long>();
  }
  s.ahead = json.at("ahead").get<std::vector<std::vector<double>>>();
  return s;
}

Effects effects_from(const Json& json) {
  Effects effects;
  effects.variance = json.at("variance").get<double>();
  effects.explained = json.at("explained").get<double>();
  for (const Json& e : json.at("attributes"))
    effects.attributes.push_back({e.at("attribute").get<std::string>(), e.at("levels").get<int>(),
                                  e.at("alone").get<double>(), e.at("unique").get<double>(),
                                  e.at("share").get<double>()});
  for (const Json& p : json.at("pairs")) {
    PairedComparison& pair = effects.pairs.emplace_back();
    pair.attribute = p.at("attribute").get<std::string>();
    pair.first_level = p.at("first_level").get<std::string>();
    pair.second_level = p.at("second_level").get<std::string>();
    pair.first = p.at("first").get<std::string>();
    pair.second = p.at("second").get<std::string>();
    pair.average = p.at("average").get<double>();
    slipfront::from(p.at("modes"), pair.modes);
    pair.also = p.at("also").get<std::vector<std::string>>();
  }
  return effects;
}

std::optional<RankingRecord> stored_record(const RunFolder& folder, const std::string& table) {
  const std::string path = folder.file(kFile);
  if (!file_exists(path)) return {};
  // A damaged or older file is no loss: the record is made anew.
  const Json json = Json::parse(read_file(path), nullptr, false);
  if (!json.is_object() || !json.contains("table") || json.at("table") != table) return {};
  try {
    RankingRecord record;
    record.table = table;
    record.why_not = json.at("why_not").get<std::string>();
    record.without_log = json.at("without_log").get<std::vector<std::string>>();
    if (!json.at("stability").is_null()) record.stability = stability_from(json.at("stability"));
    record.effects = effects_from(json.at("effects"));
    for (const Json& h : json.at("histories")) {
      SearchHistory& history = record.histories.emplace_back();
      history.id = h.at("combo").get<std::string>();
      for (const Json& s : h.at("steps")) {
        HistoryStep step{s.at(0).get<long>(), s.at(1).get<double>(), s.at(2).get<double>(), {}};
        slipfront::from(s.at(3), step.area);
        history.steps.push_back(step);
      }
      history.failures = h.at("failures").get<std::map<std::string, long>>();
    }
    return record;
  } catch (const Json::exception&) {
    return {};
  }
}

/// All that a record is made from: the table, the measured curves, the seed of the draws and, of
/// each combination, what it was computed from and how much of its search is there.
std::string record_key(const RunFolder& folder, const Ranking& ranking) {
  const std::string curves = folder.file("experiment.json");
  std::string text = table_fingerprint(ranking) + " " + std::to_string(study_seed(folder)) + " " +
                     (file_exists(curves) ? read_file(curves) : "");
  for (const RankingRow& row : ranking.rows) {
    const std::string own = folder.combination_folder(row.combination.id);
    const bool finished = folder.is_finished(row.combination.id);
    text += "\n" + (finished ? read_summary(own + "/summary.json").identity : "");
    for (const char* name : {"/evaluations.log", "/backbones.csv"}) {
      std::error_code missing;
      const auto size = std::filesystem::file_size(own + name, missing);
      text += missing ? " no" : " " + std::to_string(size);
    }
  }
  return kVersion + fingerprint(text);
}

}  // namespace

bool RankingRecord::operator==(const RankingRecord& other) const {
  const auto same_pairs = effects.pairs == other.effects.pairs;
  return table == other.table && stability == other.stability && why_not == other.why_not &&
         without_log == other.without_log && effects.attributes == other.effects.attributes &&
         same_pairs && histories == other.histories;
}

RankingRecord make_ranking_record(const RunFolder& folder, const Ranking& ranking, int draws) {
  RankingRecord record;
  record.table = record_key(folder, ranking);
  if (ranking.rows.empty()) return record;
  const std::vector<std::string> finished = folder.finished_combinations();
  std::vector<CombinationSummary> summaries;
  std::vector<StoredCurves> curves;
  for (const RankingRow& row : ranking.rows) {
    const std::string& id = row.combination.id;
    StoredCurves& stored = curves.emplace_back();
    if (!std::binary_search(finished.begin(), finished.end(), id)) continue;
    const std::string own = folder.combination_folder(id);
    const CombinationSummary& summary = summaries.emplace_back(read_summary(own + "/summary.json"));
    const std::vector<Evaluation> evaluations = read_evaluations(own);
    std::optional<Box> box;
    if (summary.fitted_modes.size() == 1) {
      const auto found = ranking.boxes.find(summary.fitted_modes.front());
      if (found != ranking.boxes.end() &&
          found->second.lower.frequency < found->second.upper.frequency &&
          found->second.lower.damping < found->second.upper.damping)
        box = found->second;
    }
    // Of a combination that was moved without its log, the front is what there is to sort anew.
    const bool whole = static_cast<long>(evaluations.size()) >= summary.evaluations;
    record.histories.push_back(whole ? search_history(id, evaluations, box, ranking.rule)
                                     : SearchHistory{.id = id});
    const std::string backbones = own + "/backbones.csv";
    std::vector<BackboneRecord> points;
    if (file_exists(backbones)) points = read_backbones_csv(backbones);
    stored.fitted = logged_curves(summary, evaluations);
    if (!whole) {
      record.without_log.push_back(id);
      add_front(points, summary.fitted_modes, stored.fitted);
    }
    add_front(points, summary.predicted_modes, stored.predicted);
    if (stored.fitted.empty() && row.combination.front_points > 0 && record.why_not.empty())
      record.why_not = "neither evaluations nor backbones of " + id + " are in this folder";
  }
  record.effects = effects_of(ranking, summaries);
  if (record.why_not.empty())
    record.stability = stability_of(folder, ranking, curves, draws, record.why_not);
  return record;
}

RankingRecord ranking_record(const RunFolder& folder, const Ranking& ranking) {
  if (auto stored = stored_record(folder, record_key(folder, ranking))) return *stored;
  return make_ranking_record(folder, ranking);
}

std::string stability_csv(const Ranking& ranking, const RankStability& stability) {
  std::string text =
      "combo,rank_average,rank_lower,rank_upper,best_three,area_lower,area_upper,"
      "rank_other_rule,rank_lower_other_rule,rank_upper_other_rule";
  for (const int mode : ranking.modes) {
    const std::string m = std::to_string(mode);
    text += ",rank_lower_" + m + ",rank_upper_" + m;
  }
  text += "\n";
  for (std::size_t i = 0; i < stability.rows.size(); ++i) {
    const StableRow& row = stability.rows[i];
    const auto whole = [](int value) { return "," + std::to_string(value); };
    text += csv_cell(row.id) + whole(ranking.rows.at(i).average.rank) + whole(row.average.lower) +
            whole(row.average.upper) + "," + to_text(row.best_three) + "," +
            to_text(row.area_lower) + "," + to_text(row.area_upper) + whole(row.rank_other_rule) +
            whole(row.average_other_rule.lower) + whole(row.average_other_rule.upper);
    for (const int mode : ranking.modes)
      text += whole(row.modes.at(mode).lower) + whole(row.modes.at(mode).upper);
    text += "\n";
  }
  return text;
}

void write_ranking_record(const RunFolder& folder, const Ranking& ranking,
                          const RankingRecord& record) {
  Json histories = Json::array();
  for (const SearchHistory& history : record.histories) histories.push_back(to_json(history));
  const Json root = {{"table", record.table},
                     {"stability", record.stability ? to_json(*record.stability) : Json(nullptr)},
                     {"why_not", record.why_not},
                     {"without_log", record.without_log},
                     {"effects", to_json(record.effects)},
                     {"histories", histories}};
  write_atomically(folder.file(kFile), to_line(root) + "\n");
  if (record.stability)
    write_atomically(folder.file(kTable), stability_csv(ranking, *record.stability));
  else
    std::filesystem::remove(folder.file(kTable));
}

}  // namespace slipfront
