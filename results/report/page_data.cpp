#include "results/report/page_data.hpp"

#include <algorithm>
#include <cmath>

#include "core/number.hpp"
#include "results/json_file.hpp"
#include "results/report/comparisons.hpp"
#include "results/report/figure_parts.hpp"
#include "results/report/heat_map.hpp"

namespace slipfront {

namespace {

constexpr int kDrawnDigits = 7;         // of curves that are only drawn
constexpr int kLoopDigits = 5;          // of hysteresis loops
constexpr double kFrequencyDigits = 6;  // decimal digits below the leading one
constexpr double kDampingDigits = 4;
// Dampings below this share of the largest are drawn as none: steps of a smaller unit would not
// be whole numbers that a browser holds.
constexpr double kLeastShare = 1e-9;
constexpr double kBase = 10;
constexpr double kWorstResidual = 0;   // -10 log10 of a residual of 1 or more
constexpr double kBestResidual = 200;  // of a residual of 1e-20 or less

Json rounded(double value, int digits) { return to_number(to_text(value, digits)).value_or(value); }

Json rounded(const std::vector<double>& values, int digits) {
  Json array = Json::array();
  for (const double value : values)
    array.push_back(std::isfinite(value) ? rounded(value, digits) : Json(nullptr));
  return array;
}

double unit_for(double size, double digits) {
  return size > 0 ? std::pow(kBase, std::floor(std::log10(size)) - digits) : 1;
}

Json steps(const std::vector<double>& values, double unit) {
  Json array = Json::array();
  long long before = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) {
      array.push_back(nullptr);
      continue;
    }
    const long long now = std::llround(value / unit);
    array.push_back(now - before);
    before = now;
  }
  return array;
}

Json residuals(const std::vector<double>& values) {
  Json array = Json::array();
  for (const double value : values)
    if (!std::isfinite(value))
      array.push_back(nullptr);
    else
      array.push_back(std::lround(std::clamp(value > 0 ? -kBase * std::log10(value) : kBestResidual,
                                             kWorstResidual, kBestResidual)));
  return array;
}

Json mode_backbones(const ReportedCombination& one, int mode) {
  double largest = 0, least = 1, most = 0;  // frequency; damping from least to most
  std::vector<const Backbone*> all;
  for (std::size_t p = 0; p < one.front.points.size(); ++p) {
    const Backbone* b = backbone_of(one, static_cast<int>(p), mode);
    all.push_back(b);
    if (!b) continue;
    for (const double f : b->frequency_hz)
      if (std::isfinite(f)) largest = std::max(largest, std::abs(f));
    for (const double z : b->damping)
      if (std::isfinite(z) && z != 0) {
        least = std::min(least, std::abs(z));
        most = std::max(most, std::abs(z));
      }
  }
  Json json = Json::object();
  const double fu = unit_for(largest, kFrequencyDigits),
               zu = unit_for(std::max(least, kLeastShare * most), kDampingDigits);
  json["fu"] = fu;
  json["zu"] = zu;
  json["q"] = Json::array();
  Json f = Json::array(), z = Json::array(), r = Json::array(), s = Json::object();
  for (std::size_t p = 0; p < all.size(); ++p) {
    if (!all[p]) {
      for (Json* list : {&f, &z, &r}) list->push_back(nullptr);
      continue;
    }
    if (json["q"].empty()) json["q"] = all[p]->amplitude;
    f.push_back(steps(all[p]->frequency_hz, fu));
    z.push_back(steps(all[p]->damping, zu));
    r.push_back(residuals(all[p]->residual));
    Json reasons = Json::object();
    for (std::size_t i = 0; i < all[p]->size(); ++i)
      if (all[p]->status[i] != PointStatus::converged)
        reasons[std::to_string(i)] = to_text(all[p]->status[i]);
    if (!reasons.empty()) s[std::to_string(p)] = reasons;
  }
  json["f"] = f;
  json["z"] = z;
  json["r"] = r;
  json["s"] = s;
  return json;
}

Json style_json(const SeriesStyle& style) {
  return {style.colour, static_cast<int>(style.marker), style.hollow, style.dash};
}

Json combination_json(const ReportedCombination& one, const RankingRow& row) {
  const CombinationSummary& s = one.summary;
  const Attributes attributes = attributes_of(s);
  Json json = Json::object();
  json["id"] = s.id;
  json["title"] = row.combination.title.empty() ? s.id : row.combination.title;
  json["model"] = s.model;
  json["groups"] = {{"interface", s.interface == "elements" ? "FJ" : "WJ"},
                    {"framework", attributes.at("framework")},
                    {"viscous damping", attributes.at("viscous damping")},
                    {"law", kind_of_law(s.model)}};
  json["style"] = style_json(one.style);
  json["optimizer"] = s.optimizer;
  json["evaluations"] = s.evaluations;
  json["rank"] = row.average.rank;
  json["area"] = row.average.area;
  json["scatter"] = by_mode(s.variability);  // of the measured curves that it is compared with
  Json areas = Json::object();
  for (const auto& [mode, value] : row.modes)
    areas[std::to_string(mode)] = {value.area, value.rank};
  json["areas"] = areas;
  json["factor"] = by_mode(s.amplitude_factor);
  Json parameters = Json::array();
  for (const ParameterRange& p : s.parameters) {
    const auto optional = [](const std::optional<double>& v) {
      return v ? Json(*v) : Json(nullptr);
    };
    parameters.push_back({{"name", p.name},
                          {"unit", p.unit},
                          {"log", p.scale == Scale::log10},
                          {"lower", p.lower},
                          {"upper", p.upper},
                          {"from", optional(p.front_lower)},
                          {"to", optional(p.front_upper)},
                          {"onLower", p.points_on_lower},
                          {"onUpper", p.points_on_upper}});
  }
  json["parameters"] = parameters;
  json["names"] = one.front.parameter_names;
  Json points = Json::array(), errors = Json::object(), backbones = Json::object();
  for (const FrontPoint& point : one.front.points) points.push_back(point.parameters);
  json["points"] = points;
  for (const int mode : one.front.modes) {
    Json list = Json::array();
    for (const FrontPoint& point : one.front.points) {
      const auto found = point.errors.find(mode);
      list.push_back(found != point.errors.end() && found->second ? pair_json(*found->second)
                                                                  : Json(nullptr));
    }
    errors[std::to_string(mode)] = list;
    if (!one.backbones.empty()) backbones[std::to_string(mode)] = mode_backbones(one, mode);
  }
  json["errors"] = errors;
  json["backbones"] = backbones;
  Json loops = Json::array();
  for (const LoopRecord& loop : one.loops)
    loops.push_back({{"point", loop.point},
                     {"u", rounded(loop.displacement, kLoopDigits)},
                     {"t", rounded(loop.traction, kLoopDigits)}});
  json["loops"] = loops;
  json["command"] = one.command;
  json["commandModes"] = by_mode(one.mode);
  json["fitted"] = s.fitted_modes;
  return json;
}

Json stability_json(const RankStability& s) {
  Json rows = Json::array();
  for (const StableRow& row : s.rows)
    rows.push_back({{"average", {row.average.lower, row.average.upper}},
                    {"other", {row.average_other_rule.lower, row.average_other_rule.upper}},
                    {"bestThree", row.best_three},
                    {"area", {row.area_lower, row.area_upper}}});
  Json ahead = Json::array();
  for (const auto& line : s.ahead) {
    constexpr int kAheadDigits = 3;
    ahead.push_back(rounded(line, kAheadDigits));
  }
  return {{"draws", s.draws}, {"meaningful", kMeaningful}, {"rows", rows}, {"ahead", ahead}};
}

Json experiment_json(const MeasuredModes& experiment) {
  Json json = Json::object();
  for (const auto& [mode, m] : experiment)
    json[std::to_string(mode)] = {{"response", m.response_amplitude},
                                  {"source", m.source},
                                  {"q", rounded(m.amplitude, kDrawnDigits)},
                                  {"f", rounded(m.frequency_hz, kDrawnDigits)},
                                  {"fl", rounded(m.frequency_lower, kDrawnDigits)},
                                  {"fu", rounded(m.frequency_upper, kDrawnDigits)},
                                  {"z", rounded(m.damping, kDrawnDigits)},
                                  {"zl", rounded(m.damping_lower, kDrawnDigits)},
                                  {"zu", rounded(m.damping_upper, kDrawnDigits)}};
  return json;
}

}  // namespace

std::string page_data_json(const ReportData& data) {
  const Ranking& ranking = data.ranking;
  Json root = Json::object();
  root["modes"] = ranking.modes;
  root["averageOver"] = ranking.average_over;
  root["predicts"] = ranking.predicts;
  root["rule"] = to_text(ranking.rule);
  for (const int mode : ranking.modes)
    root["roles"][std::to_string(mode)] = mode_role(ranking, mode);
  Json boxes = Json::object();
  for (const auto& [mode, box] : ranking.boxes)
    boxes[std::to_string(mode)] = {{"lower", pair_json(box.lower)},
                                   {"upper", pair_json(box.upper)}};
  root["boxes"] = boxes;
  root["variability"] = by_mode(ranking.variability);
  root["experiment"] = experiment_json(data.experiment);
  // Most runs have one experiment only; then nothing is said of others.
  for (const ReportedCombination& one : data.combinations)
    if (!one.experiment.empty())
      root["ownExperiment"][one.summary.id] = experiment_json(one.experiment);
  Json combinations = Json::array(), histories = Json::object();
  for (std::size_t i = 0; i < data.combinations.size(); ++i)
    combinations.push_back(combination_json(data.combinations[i], ranking.rows[i]));
  root["combinations"] = combinations;
  for (const SearchHistory& history : data.record.histories) {
    Json steps = Json::array();
    constexpr int kHistoryDigits = 4;
    for (const HistoryStep& s : history.steps)
      steps.push_back({s.evaluations, rounded(s.best_frequency, kHistoryDigits),
                       rounded(s.best_damping, kHistoryDigits),
                       s.area ? rounded(*s.area, kHistoryDigits) : Json(nullptr)});
    histories[history.id] = steps;
  }
  root["histories"] = histories;
  Json compared = Json::array();
  for (const Comparison& comparison : comparisons(data)) {
    Json members = Json::array();
    for (const ComparedCombination& one : comparison.members)
      members.push_back(
          {{"combination", one.index}, {"label", one.label}, {"style", style_json(one.style)}});
    compared.push_back(
        {{"attribute", comparison.attribute}, {"title", comparison.title}, {"members", members}});
  }
  root["comparisons"] = compared;
  root["stability"] =
      data.record.stability ? stability_json(*data.record.stability) : Json(nullptr);
  std::string text = to_line(root);
  // "</script>" and "<!--" inside a JSON text would end the element: no "<" stays.
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return safe;
}

}  // namespace slipfront
