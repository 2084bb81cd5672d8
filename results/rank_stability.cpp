#include "results/rank_stability.hpp"

#include <algorithm>
#include <cmath>

#include "core/failure.hpp"
#include "core/hash.hpp"
#include "core/number.hpp"

namespace slipfront {

namespace {

constexpr double kTail = 0.025;  // on each side of a 95 % interval
constexpr int kBestFew = 3;
// A prime that keeps the sequences of the modes apart, whatever the study's seed.
constexpr std::uint64_t kSeedStride = 1000003;

AreaRule other(AreaRule rule) {
  return rule == AreaRule::trapezoid ? AreaRule::staircase : AreaRule::trapezoid;
}

std::size_t quantile_index(std::size_t count, double share) {
  return static_cast<std::size_t>(std::lround(share * static_cast<double>(count - 1)));
}

/// The values at both ends of the central 95 %.
template <class T>
std::pair<T, T> interval(std::vector<T> values) {
  std::sort(values.begin(), values.end());
  return {values[quantile_index(values.size(), kTail)],
          values[quantile_index(values.size(), 1 - kTail)]};
}

RankInterval rank_interval(const std::vector<int>& ranks) {
  const auto [lower, upper] = interval(ranks);
  return {lower, upper};
}

/// The errors of every fitted mode of the points that none dominates over all fitted modes.
std::map<int, std::vector<ErrorPair>> drawn_front(const std::map<int, ModelCurves>& curves,
                                                  const std::map<int, DrawnCurve>& drawn) {
  std::map<int, std::vector<ErrorPair>> errors;
  for (const auto& [mode, set] : curves) errors[mode] = set.errors(drawn.at(mode));
  if (errors.size() == 1) {
    auto& only = errors.begin()->second;
    only = surviving(only);
    return errors;
  }
  if (errors.empty()) return errors;
  std::vector<ErrorPair> pooled(errors.begin()->second.size());
  double amplitudes = 0;
  for (const auto& [mode, set] : curves) {
    const auto n = static_cast<double>(set.amplitudes());
    amplitudes += n;
    for (std::size_t j = 0; j < pooled.size(); ++j) {
      const ErrorPair& e = errors[mode][j];
      pooled[j].frequency += n * e.frequency * e.frequency;
      pooled[j].damping += n * e.damping * e.damping;
    }
  }
  for (ErrorPair& p : pooled)
    p = {std::sqrt(p.frequency / amplitudes), std::sqrt(p.damping / amplitudes)};
  const std::vector<std::size_t> kept = non_dominated(pooled);
  for (auto& [mode, all] : errors) {
    std::vector<ErrorPair> front;
    for (const std::size_t j : kept) front.push_back(all[j]);
    all = std::move(front);
  }
  return errors;
}

using Draws = std::vector<std::map<int, DrawnCurve>>;  // by draw, then mode

/// Each mode and each experiment its own sequence, whatever others there are.
std::uint64_t seed_of(std::uint64_t seed, int mode, const std::string& experiment) {
  constexpr std::size_t kHexDigits = 8;
  constexpr int kHexBase = 16;
  const std::uint64_t own =
      experiment.empty()
          ? 0
          : std::stoull(fingerprint(experiment).substr(0, kHexDigits), nullptr, kHexBase);
  return seed * kSeedStride + static_cast<std::uint64_t>(mode) + own * kSeedStride * kSeedStride;
}

/// What each draw says about one row.
struct DrawnRow {
  std::vector<int> average, average_other;
  std::map<int, std::vector<int>> modes;
  std::vector<double> area, area_other;
};

double share_ahead(const std::vector<double>& a, const std::vector<double>& b) {
  double count = 0;
  for (std::size_t d = 0; d < a.size(); ++d) count += a[d] < b[d] ? 1 : a[d] == b[d] ? 0.5 : 0;
  return count / static_cast<double>(a.size());
}

double share_of_best(const std::vector<int>& ranks) {
  const auto few = std::count_if(ranks.begin(), ranks.end(), [](int r) { return r <= kBestFew; });
  return static_cast<double>(few) / static_cast<double>(ranks.size());
}

void check(const Ranking& ranking, const std::vector<StoredCurves>& curves,
           const MeasuredModes& measured, const StabilityOptions& options) {
  std::vector<Problem> problems;
  const auto lacks = [&](int mode) {
    const auto own = [mode](const StoredCurves& one) { return one.own.count(mode) > 0; };
    return !measured.count(mode) && !std::all_of(curves.begin(), curves.end(), own);
  };
  for (const int mode : ranking.modes)
    if (lacks(mode))
      problems.push_back({"rank stability", "mode " + std::to_string(mode), "no measured curve",
                          "every ranked mode needs one", ""});
  if (curves.size() != ranking.rows.size())
    problems.push_back({"rank stability", "curves", std::to_string(curves.size()),
                        "must be one set per row of the ranking", ""});
  if (options.draws < 1)
    problems.push_back(
        {"rank stability", "draws", std::to_string(options.draws), "must be at least 1", ""});
  throw_if_any(std::move(problems));
}

}  // namespace

std::string table_fingerprint(const Ranking& ranking) {
  std::string text = to_text(ranking.rule) + (ranking.fixed_box ? " kept" : "");
  for (const auto& [mode, box] : ranking.boxes)
    for (const double value :
         {box.lower.frequency, box.lower.damping, box.upper.frequency, box.upper.damping})
      text += " " + to_text(value);
  for (const RankingRow& row : ranking.rows) {
    text += "\n" + row.combination.id + " " + std::to_string(row.combination.evaluations);
    if (!row.combination.experiment.empty()) text += " " + row.combination.experiment;
    for (const int mode : ranking.modes) text += " " + to_text(row.modes.at(mode).area);
  }
  return fingerprint(text);
}

RankStability rank_stability(const Ranking& ranking, const std::vector<StoredCurves>& curves,
                             const MeasuredModes& measured, const StabilityOptions& options) {
  check(ranking, curves, measured, options);
  RankingOptions ranked;
  for (const int mode : ranking.modes) {
    const bool averaged =
        std::count(ranking.average_over.begin(), ranking.average_over.end(), mode);
    (ranking.predicts && averaged ? ranked.predicted_modes : ranked.fitted_modes).push_back(mode);
    ranked.upper = ranking.boxes.at(mode).upper;
  }
  ranked.variability = ranking.variability;
  if (ranking.fixed_box) ranked.fixed_boxes = ranking.boxes;

  // By experiment; the table's is "".
  std::map<std::string, Draws> drawn;
  for (std::size_t i = 0; i < ranking.rows.size(); ++i) {
    const std::string& experiment = ranking.rows[i].combination.experiment;
    if (drawn.count(experiment)) continue;
    Draws& draws = drawn[experiment];
    draws.resize(static_cast<std::size_t>(options.draws));
    for (const int mode : ranking.modes) {
      const auto own = curves[i].own.find(mode);
      const bool table = own == curves[i].own.end();
      const auto all =
          draw_curves(table ? measured.at(mode) : own->second, options.draws,
                      seed_of(options.seed, mode, table ? "" : experiment), options.correlation);
      for (std::size_t draw = 0; draw < draws.size(); ++draw) draws[draw][mode] = all[draw];
    }
  }

  std::map<std::string, std::size_t> place;
  for (std::size_t i = 0; i < ranking.rows.size(); ++i) place[ranking.rows[i].combination.id] = i;
  // Combination by combination: its backbones stay in the processor's cache for all draws.
  using Errors = std::map<int, std::vector<ErrorPair>>;
  std::vector<std::vector<Errors>> errors(ranking.rows.size());  // [row][draw]
  for (std::size_t i = 0; i < errors.size(); ++i)
    for (const auto& now : drawn.at(ranking.rows[i].combination.experiment)) {
      Errors& found = errors[i].emplace_back(drawn_front(curves[i].fitted, now));
      for (const auto& [mode, set] : curves[i].predicted)
        found[mode] = surviving(set.errors(now.at(mode)));
    }

  std::vector<DrawnRow> rows(ranking.rows.size());
  for (std::size_t draw = 0; draw < static_cast<std::size_t>(options.draws); ++draw) {
    std::vector<RankedCombination> combinations(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      combinations[i].id = ranking.rows[i].combination.id;
      combinations[i].experiment = ranking.rows[i].combination.experiment;
      combinations[i].variability = ranking.rows[i].combination.variability;
      combinations[i].errors = std::move(errors[i][draw]);
    }
    ranked.rule = ranking.rule;
    const Ranking table = make_ranking(combinations, ranked);
    ranked.rule = other(ranking.rule);
    const Ranking second = make_ranking(std::move(combinations), ranked);
    for (const RankingRow& row : table.rows) {
      DrawnRow& one = rows[place.at(row.combination.id)];
      one.average.push_back(row.average.rank);
      one.area.push_back(row.average.area);
      for (const auto& [mode, value] : row.modes) one.modes[mode].push_back(value.rank);
    }
    for (const RankingRow& row : second.rows) {
      DrawnRow& one = rows[place.at(row.combination.id)];
      one.average_other.push_back(row.average.rank);
      one.area_other.push_back(row.average.area);
    }
  }

  RankStability result;
  result.draws = options.draws;
  result.seed = options.seed;
  result.correlation = options.correlation;
  result.rule = ranking.rule;
  result.table = table_fingerprint(ranking);
  ranked.rule = other(ranking.rule);
  std::vector<RankedCombination> measured_errors;
  for (const RankingRow& row : ranking.rows) measured_errors.push_back(row.combination);
  const Ranking second = make_ranking(std::move(measured_errors), ranked);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const DrawnRow& one = rows[i];
    StableRow row;
    row.id = ranking.rows[i].combination.id;
    row.average = rank_interval(one.average);
    row.average_other_rule = rank_interval(one.average_other);
    for (const auto& [mode, all] : one.modes) row.modes[mode] = rank_interval(all);
    std::tie(row.area_lower, row.area_upper) = interval(one.area);
    row.best_three = share_of_best(one.average);
    row.best_three_other_rule = share_of_best(one.average_other);
    for (const RankingRow& r : second.rows)
      if (r.combination.id == row.id) row.rank_other_rule = r.average.rank;
    for (const auto& [mode, set] : curves[i].fitted)
      row.evaluations = static_cast<long>(set.size());
    result.rows.push_back(std::move(row));
  }
  result.ahead.assign(rows.size(), std::vector<double>(rows.size(), 0.5));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < rows.size(); ++j)
      if (i != j)
        result.ahead[i][j] = std::min(share_ahead(rows[i].area, rows[j].area),
                                      share_ahead(rows[i].area_other, rows[j].area_other));
  return result;
}

}  // namespace slipfront
