#include "results/report/comparisons.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>

#include "core/number.hpp"
#include "results/effects.hpp"

namespace slipfront {

namespace {

// Okabe and Ito's palette, the darkest first, with a marker and a dash of its own for each.
struct Look {
  const char* colour;
  const char* dash;
};
constexpr Look kLooks[] = {{"#0072b2", ""},        {"#d55e00", "6 3"}, {"#009e73", "1.5 3"},
                           {"#cc79a7", "8 3 2 3"}, {"#000000", ""},    {"#e69f00", "6 3"}};
constexpr std::size_t kMarkers = 5;  // those that are areas, not lines

SeriesStyle look_of(std::size_t place) {
  const Look& look = kLooks[place % std::size(kLooks)];
  SeriesStyle style;
  style.colour = look.colour;
  style.dash = look.dash;
  style.marker = static_cast<Marker>(place % kMarkers);
  style.hollow = place / kMarkers % 2 == 1;
  return style;
}

/// "data/worn-mode-1.csv" and "data/worn-mode-2.csv" -> "worn".
std::string experiment_name(const MeasuredModes& experiment, const std::vector<int>& modes) {
  std::set<std::string> names;
  for (const auto& [mode, measured] : experiment) {
    if (std::find(modes.begin(), modes.end(), mode) == modes.end()) continue;
    std::string name = std::filesystem::path(measured.source).stem().string();
    const std::string mark = "-mode-";
    if (const std::size_t at = name.rfind(mark); at != std::string::npos && at > 0) name.resize(at);
    if (!name.empty()) names.insert(name);
  }
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string experiment_of(const ReportData& data, std::size_t index) {
  const MeasuredModes& own = data.combinations[index].experiment;
  const std::string& files = data.ranking.rows[index].combination.experiment;
  if (own.empty() && !files.empty()) return files;  // whose curves are not in the folder
  const std::string name = experiment_name(own.empty() ? data.experiment : own, data.ranking.modes);
  return name.empty() ? "that of the study" : name;
}

/// All choices but the experiment, as a text; how it was searched if `search`.
std::string equal_choices(const CombinationSummary& s, bool search) {
  std::string key =
      choices_text(s.parts, search) + s.rom + '\n' + s.prestress + '\n' + s.dissipation;
  for (const auto& [name, level] : attributes_of(s)) key += '\n' + level;
  for (const std::vector<int>& modes : {s.fitted_modes, s.predicted_modes}) {
    key += '\n';
    for (const int mode : modes) key += std::to_string(mode) + ' ';
  }
  for (const ParameterRange& p : s.parameters)
    key += '\n' + p.name + ' ' + to_text(p.lower) + ' ' + to_text(p.upper);
  return key;
}

std::string title_of(const CombinationSummary& summary) {
  const Attributes attributes = attributes_of(summary);
  std::string law = summary.model;
  std::replace(law.begin(), law.end(), '_', ' ');
  std::string title = law + ", " + attributes.at("interface") + ", " + attributes.at("framework");
  if (attributes.at("post-slip stiffness") == "added") title += ", with post-slip stiffness";
  if (attributes.at("viscous damping") == "without") title += ", without viscous damping";
  if (attributes.at("normal contact") == "penalty") title += ", penalty contact";
  return title;
}

std::vector<Comparison> comparisons_by(const ReportData& data, bool by_optimizer) {
  std::map<std::string, std::vector<std::size_t>> groups;
  std::vector<std::string> order;
  std::vector<std::string> levels;
  for (std::size_t i = 0; i < data.combinations.size(); ++i) {
    const CombinationSummary& summary = data.combinations[i].summary;
    const std::string& experiment = data.ranking.rows[i].combination.experiment;
    levels.push_back(by_optimizer ? summary.optimizer : experiment);
    const std::string key = equal_choices(summary, !by_optimizer) + '\n' +
                            (by_optimizer ? experiment : summary.optimizer);
    if (groups[key].empty()) order.push_back(key);
    groups[key].push_back(i);
  }
  std::vector<Comparison> found;
  for (const std::string& key : order) {
    std::vector<std::size_t>& group = groups[key];
    std::set<std::string> different;
    for (const std::size_t i : group) different.insert(levels[i]);
    if (different.size() < 2) continue;
    std::sort(group.begin(), group.end(), [&](std::size_t a, std::size_t b) {
      return data.combinations[a].summary.id < data.combinations[b].summary.id;
    });
    Comparison comparison;
    comparison.attribute = by_optimizer ? "optimizer" : "experiment";
    comparison.title = title_of(data.combinations[group[0]].summary);
    std::map<std::string, int> times;
    for (const std::size_t i : group) {
      ComparedCombination& one = comparison.members.emplace_back();
      one.index = i;
      one.label = by_optimizer ? levels[i] : experiment_of(data, i);
      one.style = look_of(comparison.members.size() - 1);
      ++times[one.label];
    }
    for (ComparedCombination& one : comparison.members)
      if (times[one.label] > 1) one.label += " (" + data.combinations[one.index].summary.id + ")";
    found.push_back(std::move(comparison));
  }
  return found;
}

}  // namespace

std::vector<Comparison> comparisons(const ReportData& data) {
  std::vector<Comparison> all = comparisons_by(data, true);
  std::vector<Comparison> of_experiments = comparisons_by(data, false);
  all.insert(all.end(), std::make_move_iterator(of_experiments.begin()),
             std::make_move_iterator(of_experiments.end()));
  return all;
}

}  // namespace slipfront
