#include "studies/other_seeds.hpp"

#include <algorithm>

#include "studies/identity.hpp"
#include "studies/rank_run.hpp"
#include "studies/resolved_study.hpp"
#include "studies/run_units.hpp"

namespace slipfront {

namespace {

// Parts of an identity that another seed of the study changes.
constexpr char kSeed[] = "optimizer.seed", kSeedsFrom[] = "optimizer.seeds_from";

/// Of where it starts from, what it is called stays ("8 points of jenkins"), its fingerprint goes.
Identity without_seed(Identity identity) {
  identity.parts.erase(kSeed);
  if (const auto from = identity.parts.find(kSeedsFrom); from != identity.parts.end())
    from->second.erase(from->second.rfind(' '));
  return identity;
}

/// Empty if `other` holds the same combination but for its seed; else what is wrong.
std::string difference(const RunFolder& first, const RunFolder& other, const std::string& id) {
  const std::vector<std::string> finished = other.finished_combinations();
  if (!std::binary_search(finished.begin(), finished.end(), id)) return "not finished there";
  const auto ours = read_identity(identity_file(first, id));
  const auto theirs = read_identity(identity_file(other, id));
  if (!ours || !theirs) return "without identity.json";
  std::string text;
  for (const std::string& change : differences(without_seed(*ours), without_seed(*theirs)))
    text += (text.empty() ? "" : ", ") + change;
  if (text.empty() && *ours == *theirs) return "the same seed";
  return text;
}

bool same_search(const RunFolder& first, const RunFolder& other, const std::string& id) {
  const auto one = read_identity(identity_file(first, id));
  return one && one == read_identity(identity_file(other, id));
}

}  // namespace

std::map<std::string, SeedSpread> other_seeds(const RunFolder& first, const Ranking& table,
                                              const std::vector<std::string>& folders) {
  std::map<std::string, SeedSpread> spread;
  for (const RankingRow& row : table.rows)
    spread[row.combination.id] = {
        {row.average.rank, row.average.rank}, row.average.area, row.average.area};

  std::vector<Problem> problems;
  const ResolvedStudy ours = read_resolved_study(first);
  for (std::size_t i = 0; i < folders.size(); ++i) {
    const RunFolder other = RunFolder::view(folders[i]);
    const ResolvedStudy theirs = read_resolved_study(other);
    if (theirs.area_rule != ours.area_rule || theirs.fitted_modes != ours.fitted_modes ||
        theirs.predicted_modes != ours.predicted_modes)
      problems.push_back({folders[i], "study.resolved.json", "another area rule, or other modes",
                          "areas compare within one way of counting them",
                          "run the same study with --set seed=N and --out " + folders[i]});
    for (const RankingRow& row : table.rows) {
      const std::string& id = row.combination.id;
      if (const std::string text = difference(first, other, id); !text.empty())
        problems.push_back({folders[i], "combination '" + id + "'", text,
                            "must be the same search with another seed",
                            "run the same study with --set seed=N and --out " + folders[i]});
      for (std::size_t k = 0; k < i; ++k)
        if (same_search(RunFolder::view(folders[k]), other, id))
          problems.push_back({folders[i], "combination '" + id + "'", "the seed of " + folders[k],
                              "every run counts once: it must have a seed of its own",
                              "leave one of the two out"});
    }
  }
  throw_if_any(std::move(problems));

  for (const std::string& path : folders) {
    const RunRanking ranked = rank_run(RunFolder::view(path), table.boxes);
    if (ranked.ranking.rows.size() > table.rows.size())
      throw Failure(Problem{path, "", std::to_string(ranked.ranking.rows.size()) + " combinations",
                            "must hold the " + std::to_string(table.rows.size()) +
                                " of the first run: ranks count among all of a table",
                            "finish the first run"});
    for (const RankingRow& row : ranked.ranking.rows) {
      SeedSpread& one = spread.at(row.combination.id);
      one.average.lower = std::min(one.average.lower, row.average.rank);
      one.average.upper = std::max(one.average.upper, row.average.rank);
      one.area_lower = std::min(one.area_lower, row.average.area);
      one.area_upper = std::max(one.area_upper, row.average.area);
    }
  }
  return spread;
}

}  // namespace slipfront
