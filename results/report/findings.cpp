#include "results/report/findings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "core/median.hpp"
#include "core/number.hpp"
#include "results/ranking_text.hpp"
#include "results/wording.hpp"

namespace slipfront {

namespace {

constexpr std::size_t kBest = 3;
constexpr double kPercent = 100;

std::string percent(double share) { return std::to_string(std::lround(share * kPercent)) + " %"; }

std::string modes_text(const std::vector<int>& modes) {
  std::string text = modes.size() == 1 ? "mode " : "modes ";
  for (std::size_t i = 0; i < modes.size(); ++i)
    text += (i == 0 ? "" : i + 1 == modes.size() ? " and " : ", ") + std::to_string(modes[i]);
  return text;
}

/// Whether some point of its front could be solved in the mode. An area of 1 without one says
/// nothing of the model.
bool solved(const RankingRow& row, int mode) {
  const auto found = row.combination.errors.find(mode);
  return found != row.combination.errors.end() && !found->second.empty();
}

bool solved(const RankingRow& row, const std::vector<int>& modes) {
  return std::all_of(modes.begin(), modes.end(), [&](int mode) { return solved(row, mode); });
}

/// Those that fit the mode and are solved there.
std::vector<const RankingRow*> by_mode_rank(const Ranking& ranking, int mode) {
  std::vector<const RankingRow*> rows;
  for (const RankingRow& row : ranking.rows)
    if (row.combination.fits(mode) && solved(row, mode)) rows.push_back(&row);
  std::stable_sort(rows.begin(), rows.end(), [&](const auto* a, const auto* b) {
    return a->modes.at(mode).rank < b->modes.at(mode).rank;
  });
  return rows;
}

std::string with_area(const std::string& id, double area) {
  return id + " (" + fixed_text(area, kAreaDecimals) + ")";
}

Finding fitting(const Ranking& ranking, int mode, const RankStability* stability) {
  Finding finding{"Fitting mode " + std::to_string(mode), {}};
  std::vector<std::string> best, ranks;
  const auto rows = by_mode_rank(ranking, mode);
  if (rows.empty()) return finding;
  for (const RankingRow* row : rows) {
    if (best.size() == kBest) break;
    best.push_back(with_area(row->combination.id, row->modes.at(mode).area));
    if (stability)
      ranks.push_back(interval_text(
          stability->rows.at(static_cast<std::size_t>(row - ranking.rows.data())).modes.at(mode)));
  }
  finding.sentences.push_back(
      "Closest: " + listed(best) +
      "; in brackets the share of the error box left uncovered, 0 is best.");
  if (stability && rows.size() > 1)
    finding.sentences.push_back(
        "How sure: in 95 % of the experiments drawn within the measured bounds " +
        std::string(ranks.size() > 1 ? "their ranks are " : "its rank is ") + listed(ranks) +
        " of " + std::to_string(ranking.rows.size()) + ".");
  if (!ranking.variability.count(mode)) return finding;
  const std::vector<std::string> good = within_variability(ranking, mode);
  if (good.empty())
    finding.sentences.push_back(
        "No model comes within the scatter of the experiment in both errors: every one of them is "
        "wrong by more than the measurement is uncertain.");
  else
    finding.sentences.push_back(std::to_string(good.size()) + " of " + std::to_string(rows.size()) +
                                " come within the scatter of the experiment in both errors (" +
                                listed(good) +
                                "): what error they have left may be that of the measurement.");
  return finding;
}

Finding predicting(const Ranking& ranking) {
  Finding finding{
      (ranking.predicts ? "Predicting " : "Over the fitted ") + modes_text(ranking.average_over),
      {}};
  std::vector<std::string> best;
  for (const RankingRow& row : ranking.rows)
    if (best.size() < kBest && solved(row, ranking.average_over))
      best.push_back(with_area(row.combination.id, row.average.area));
  if (best.empty()) return finding;
  finding.sentences.push_back("Smallest average area: " + listed(best) + ".");
  if (ranking.variability_average) {
    std::vector<std::string> better;
    for (const RankingRow& row : ranking.rows)
      if (row.average.area < *ranking.variability_average) better.push_back(row.combination.id);
    finding.sentences.push_back(
        "A prediction as wrong as the experiment's own scatter would have " +
        fixed_text(*ranking.variability_average, kAreaDecimals) + "; " +
        (better.empty()
             ? std::string("no model is below that.")
             : std::to_string(better.size()) + " of " + std::to_string(ranking.rows.size()) +
                   " are below that (" + listed(better) + ")."));
  }
  return finding;
}

/// What becomes of the closest fit where it predicts: the reason for predicting at all.
std::string fate_of_fit(const Ranking& ranking, const RankingRow& closest, int fitted) {
  const std::string rank =
      std::to_string(closest.average.rank) + " of " + std::to_string(ranking.rows.size());
  return "The closest fit of mode " + std::to_string(fitted) + ", " + closest.combination.id +
         (closest.average.rank == 1 ? ", also predicts best." : ", is number " + rank + " here.");
}

Finding effect_finding(const Effects& effects) {
  Finding finding{"What the area depends on", {}};
  std::string text;
  for (const AttributeEffect& e : effects.attributes)
    text += (text.empty() ? "" : ", ") + e.attribute + " " + percent(e.share);
  // The paper's questions: patches or elements, Masing or not, with or without viscous damping.
  // More than two levels (experiments, say) make a group of each two.
  using Levels = std::array<std::string, 3>;  // attribute, first and second level
  std::map<Levels, std::vector<const PairedComparison*>> groups;
  std::map<std::string, int> groups_of;
  for (const PairedComparison& pair : effects.pairs) {
    if (pair.attribute == "law") continue;
    auto& group = groups[{pair.attribute, pair.first_level, pair.second_level}];
    if (group.empty()) ++groups_of[pair.attribute];
    group.push_back(&pair);
  }
  std::string changes;
  for (const auto& [levels, pairs] : groups) {
    // A count and a median: one failed model would carry a mean.
    std::vector<double> differences;
    for (const PairedComparison* pair : pairs) differences.push_back(pair->average);
    if (std::all_of(differences.begin(), differences.end(), [](double d) { return d == 0; }))
      continue;
    const double middle = median(differences);
    const bool second = middle < 0;
    const auto agree =
        std::count_if(differences.begin(), differences.end(),
                      [second](double value) { return second ? value < 0 : value > 0; });
    const auto mixed = std::count_if(pairs.begin(), pairs.end(),
                                     [](const auto* pair) { return !pair->also.empty(); });
    std::set<std::string> also;
    for (const PairedComparison* pair : pairs) also.insert(pair->also.begin(), pair->also.end());
    const auto& [attribute, first_level, second_level] = levels;
    changes +=
        (changes.empty() ? "" : "; ") + attribute + ": " + (second ? second_level : first_level) +
        " better " +
        (groups_of[attribute] > 1 ? "than " + (second ? first_level : second_level) + " " : "") +
        "in " + std::to_string(agree) + " of " + std::to_string(pairs.size()) +
        (pairs.size() == 1 ? " pair" : " pairs") + " (median " +
        fixed_text(std::abs(middle), kAreaDecimals) +
        (mixed == 0 ? ""
                    : "; " + std::to_string(mixed) + " of them differ in " +
                          listed({also.begin(), also.end()}) + ", too") +
        ")";
  }
  if (!changes.empty())
    finding.sentences.push_back("Among pairs that differ in no other of these choices: " + changes +
                                ".");
  finding.sentences.push_back(
      "Over the whole table, which is no balanced design, the choices go with this share of the "
      "variation of the average area (what each adds, averaged over all orders of adding them; "
      "together " +
      percent(effects.explained) + "): " + text + ".");
  return finding;
}

}  // namespace

std::vector<std::string> within_variability(const Ranking& ranking, int mode) {
  std::vector<std::string> ids;
  const auto spread = ranking.variability.find(mode);
  if (spread == ranking.variability.end()) return ids;
  for (const RankingRow* row : by_mode_rank(ranking, mode)) {
    const auto errors = row->combination.errors.find(mode);
    if (errors == row->combination.errors.end()) continue;
    const bool good =
        std::any_of(errors->second.begin(), errors->second.end(), [&](const ErrorPair& e) {
          return e.frequency <= spread->second.frequency && e.damping <= spread->second.damping;
        });
    if (good) ids.push_back(row->combination.id);
  }
  return ids;
}

std::vector<std::string> stability_sentences(const Ranking& ranking, const RankingRecord& record) {
  std::vector<std::string> sentences;
  const std::size_t compared = first_group(ranking);
  if (compared < ranking.rows.size()) {
    std::vector<std::string> others;
    for (std::size_t i = compared; i < ranking.rows.size(); ++i)
      others.push_back(ranking.rows[i].combination.id);
    sentences.push_back("Other measured curves than the first rows' belong to " + listed(others) +
                        ": ranked among themselves, and not meant by these sentences.");
  }
  if (!record.stability) {
    if (!record.why_not.empty())
      sentences.push_back("How sure this order is cannot be told: " + record.why_not + ".");
    return sentences;
  }
  RankStability s = *record.stability;
  s.rows.resize(compared);
  if (s.rows.size() < 2) return sentences;
  sentences.push_back("Rank intervals (95 %) from " + std::to_string(s.draws) +
                      " experimental curves drawn from the bounds of the measured ones, without "
                      "fitting again, each with both area rules.");
  if (!record.without_log.empty())
    sentences.push_back("Not all evaluations of " + listed(record.without_log) +
                        " are in this folder: what the draws change of their fitted modes is "
                        "told by their fronts, and is too little rather than too much.");
  std::vector<std::string> beside;
  for (std::size_t i = 0; i < s.rows.size(); ++i)
    for (const auto& [mode, interval] : s.rows[i].modes) {
      const int rank = ranking.rows[i].modes.at(mode).rank;
      if (rank < interval.lower || rank > interval.upper)
        beside.push_back(s.rows[i].id + " in mode " + std::to_string(mode));
    }
  if (!beside.empty())
    sentences.push_back("Beside its own interval stands the rank of " + listed(beside) +
                        ": the draws sort all evaluated parameter sets anew, and a search may keep "
                        "fewer of them on its front (nsga2: its last population).");
  // An area that stands for none at all is the same in every draw: no order is told by it.
  std::vector<std::size_t> told;
  std::vector<std::string> without;
  for (std::size_t i = 0; i < s.rows.size(); ++i)
    if (solved(ranking.rows[i], ranking.average_over))
      told.push_back(i);
    else
      without.push_back(s.rows[i].id);
  if (!without.empty())
    sentences.push_back("Left out of what follows, for want of an area in each mode that counts: " +
                        listed(without) + ".");
  if (told.size() < 2) return sentences;
  std::vector<std::string> tied;
  for (const std::size_t i : told)
    if (i != told.front() && !s.meaningful(told.front(), i)) tied.push_back(s.rows[i].id);
  const std::string& best = s.rows[told.front()].id;
  sentences.push_back(tied.empty()
                          ? best + " is ahead of every other in at least 95 % of them."
                          : best + " stands first, but the data do not tell it apart from " +
                                listed(tied) + ".");
  std::vector<std::string> likely;
  for (const std::size_t i : told)
    if (const StableRow& row = s.rows[i]; row.best_three >= 0.5)
      likely.push_back(row.id + " (" + percent(row.best_three) + ")");
  if (!likely.empty() && s.rows.size() > kBest)
    sentences.push_back("Probably among the best three: " + listed(likely) + ".");
  std::size_t clear = 0, pairs = 0;
  for (std::size_t a = 0; a < told.size(); ++a)
    for (std::size_t b = a + 1; b < told.size(); ++b) {
      ++pairs;
      clear += s.meaningful(told[a], told[b]) || s.meaningful(told[b], told[a]) ? 1 : 0;
    }
  if (pairs > 1)
    sentences.push_back(std::to_string(clear) + " of the " + std::to_string(pairs) +
                        " differences between two rows are meaningful: their order is the same in "
                        "at least 95 % of the draws.");
  return sentences;
}

std::vector<Finding> findings(const ReportData& data) {
  Ranking ranking = data.ranking;
  std::vector<Finding> all;
  if (ranking.rows.empty()) return all;
  ranking.rows.resize(first_group(ranking));  // ranks count within one experiment
  const RankStability* stability = data.record.stability ? &*data.record.stability : nullptr;
  std::vector<int> fitted;
  for (const int mode : ranking.modes) {
    const bool averaged =
        std::count(ranking.average_over.begin(), ranking.average_over.end(), mode) > 0;
    if (!(ranking.predicts && averaged)) fitted.push_back(mode);
  }
  for (const int mode : fitted) {
    Finding finding = fitting(ranking, mode, stability);
    if (!finding.sentences.empty()) all.push_back(std::move(finding));
  }
  Finding prediction = predicting(ranking);
  if (ranking.predicts && ranking.rows.size() > 1)
    for (const int mode : fitted) {
      const auto rows = by_mode_rank(ranking, mode);
      if (!rows.empty() && solved(*rows.front(), ranking.average_over))
        prediction.sentences.push_back(fate_of_fit(ranking, *rows.front(), mode));
    }
  for (const std::string& sentence : unsolved_sentences(data.ranking))
    prediction.sentences.push_back(sentence);
  if (!prediction.sentences.empty()) all.push_back(prediction);
  const std::vector<std::string> sure = stability_sentences(data.ranking, data.record);
  if (!sure.empty()) all.push_back({"How sure", sure});
  if (!data.record.effects.attributes.empty() && data.ranking.rows.size() > kBest)
    all.push_back(effect_finding(data.record.effects));
  return all;
}

}  // namespace slipfront
