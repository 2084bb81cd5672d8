#include "results/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "core/failure.hpp"

namespace slipfront {

namespace {

bool is_finite(const ErrorPair& pair) {
  return std::isfinite(pair.frequency) && std::isfinite(pair.damping);
}

bool has_inside(const Box& box) {
  return box.lower.frequency < box.upper.frequency && box.lower.damping < box.upper.damping;
}

double area_or_one(std::span<const ErrorPair> points, const Box& box, AreaRule rule) {
  // With a lower corner at or beyond the upper one no point lies below the upper corner.
  return has_inside(box) ? area_fraction(points, box, rule) : 1;
}

Box box_of_mode(int mode, const std::vector<RankedCombination>& combinations,
                const RankingOptions& options) {
  Box box = {options.upper, options.upper};
  const auto lower = [&](const ErrorPair& pair) {
    if (!is_finite(pair)) return;
    box.lower.frequency = std::min(box.lower.frequency, pair.frequency);
    box.lower.damping = std::min(box.lower.damping, pair.damping);
  };
  for (const RankedCombination& combination : combinations) {
    if (const auto found = combination.errors.find(mode); found != combination.errors.end())
      for (const ErrorPair& pair : found->second) lower(pair);
    if (const auto own = combination.variability.find(mode); own != combination.variability.end())
      lower(own->second);
  }
  if (const auto found = options.variability.find(mode); found != options.variability.end())
    lower(found->second);
  return box;
}

void check(const std::vector<RankedCombination>& combinations, const RankingOptions& options,
           const std::vector<int>& modes) {
  std::vector<Problem> problems;
  if (modes.empty())
    problems.push_back({"ranking", "", "no fitted and no predicted mode",
                        "at least one mode is needed to rank by", ""});
  std::set<std::string> ids;
  for (const RankedCombination& combination : combinations)
    if (!ids.insert(combination.id).second)
      problems.push_back({"ranking", "combo", "'" + combination.id + "' twice",
                          "each combination may be ranked once", ""});
  if (options.fixed_boxes)
    for (const int mode : modes) {
      const auto found = options.fixed_boxes->find(mode);
      if (found == options.fixed_boxes->end())
        problems.push_back({"kept box", "boxes/" + std::to_string(mode), "nothing",
                            "must have a box for every mode that is ranked",
                            "Use the box file of a study with the same modes"});
      else if (!has_inside(found->second))
        problems.push_back({"kept box", "boxes/" + std::to_string(mode),
                            "a lower corner that is not below the upper",
                            "lower must be below upper on both axes", ""});
    }
  throw_if_any(std::move(problems));
}

/// 1 + number of smaller values, for each.
std::vector<int> ranks(const std::vector<double>& values) {
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  std::vector<int> result;
  for (const double value : values)
    result.push_back(1 + static_cast<int>(std::lower_bound(sorted.begin(), sorted.end(), value) -
                                          sorted.begin()));
  return result;
}

}  // namespace

std::size_t first_group(const Ranking& ranking) {
  const auto& rows = ranking.rows;
  const auto end = std::find_if(rows.begin(), rows.end(), [&](const RankingRow& row) {
    return row.combination.experiment != rows.front().combination.experiment;
  });
  return static_cast<std::size_t>(end - rows.begin());
}

Ranking make_ranking(std::vector<RankedCombination> combinations, const RankingOptions& options) {
  Ranking ranking;
  ranking.modes = options.fitted_modes;
  for (const int mode : options.predicted_modes)
    if (std::find(ranking.modes.begin(), ranking.modes.end(), mode) == ranking.modes.end())
      ranking.modes.push_back(mode);
  check(combinations, options, ranking.modes);
  ranking.predicts = !options.predicted_modes.empty();
  ranking.average_over = ranking.predicts ? options.predicted_modes : options.fitted_modes;
  ranking.rule = options.rule;
  ranking.fixed_box = options.fixed_boxes.has_value();
  for (const int mode : ranking.modes)
    ranking.boxes[mode] = options.fixed_boxes ? options.fixed_boxes->at(mode)
                                              : box_of_mode(mode, combinations, options);

  const auto average = [&](const auto& area_of_mode) {
    double sum = 0;
    for (const int mode : ranking.average_over) sum += area_of_mode(mode);
    return sum / static_cast<double>(ranking.average_over.size());
  };
  for (RankedCombination& combination : combinations) {
    RankingRow row;
    for (const int mode : ranking.modes)
      row.modes[mode].area =
          area_or_one(combination.errors[mode], ranking.boxes[mode], ranking.rule);
    row.average.area = average([&](int mode) { return row.modes[mode].area; });
    row.combination = std::move(combination);
    ranking.rows.push_back(std::move(row));
  }

  std::map<std::string, std::vector<RankingRow*>> groups;  // by experiment
  for (RankingRow& row : ranking.rows) groups[row.combination.experiment].push_back(&row);
  const auto rank_by = [&](const auto& column) {
    for (const auto& [experiment, rows] : groups) {
      std::vector<double> areas;
      for (RankingRow* row : rows) areas.push_back(column(*row).area);
      const std::vector<int> order = ranks(areas);
      for (std::size_t i = 0; i < order.size(); ++i) column(*rows[i]).rank = order[i];
    }
  };
  rank_by([](RankingRow& row) -> RankedArea& { return row.average; });
  for (const int mode : ranking.modes)
    rank_by([mode](RankingRow& row) -> RankedArea& { return row.modes[mode]; });
  std::sort(ranking.rows.begin(), ranking.rows.end(), [](const auto& a, const auto& b) {
    return std::tie(a.combination.experiment, a.average.rank, a.combination.id) <
           std::tie(b.combination.experiment, b.average.rank, b.combination.id);
  });

  for (const int mode : ranking.modes) {
    const auto found = options.variability.find(mode);
    if (found == options.variability.end() || !is_finite(found->second)) continue;
    ranking.variability[mode] = found->second;
    ranking.variability_area[mode] =
        area_or_one({&found->second, 1}, ranking.boxes[mode], ranking.rule);
  }
  if (std::all_of(ranking.average_over.begin(), ranking.average_over.end(),
                  [&](int mode) { return ranking.variability_area.count(mode) > 0; }))
    ranking.variability_average = average([&](int mode) { return ranking.variability_area[mode]; });
  return ranking;
}

}  // namespace slipfront
