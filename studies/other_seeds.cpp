#include "studies/other_seeds.hpp"

#include <algorithm>

#include "studies/identity.hpp"
#include "studies/rank_run.hpp"
#include "studies/run_units.hpp"

namespace slipfront {

namespace {

// Parts of an identity that another seed of the study changes.
constexpr char kSeed[] = "optimizer.seed", kSeedsFrom[] = "optimizer.seeds_from";

Identity without_seed(Identity identity) {
  for (const char* part : {kSeed, kSeedsFrom}) identity.parts.erase(part);
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

}  // namespace

std::map<std::string, SeedSpread> other_seeds(const RunFolder& first, const Ranking& table,
                                              const std::vector<std::string>& folders) {
  std::map<std::string, SeedSpread> spread;
  for (const RankingRow& row : table.rows)
    spread[row.combination.id] = {
        {row.average.rank, row.average.rank}, row.average.area, row.average.area};

  std::vector<Problem> problems;
  for (const std::string& path : folders) {
    const RunFolder other = RunFolder::view(path);
    for (const RankingRow& row : table.rows)
      if (const std::string text = difference(first, other, row.combination.id); !text.empty())
        problems.push_back({path, "combination '" + row.combination.id + "'", text,
                            "must be the same search with another seed",
                            "run the same study with --set seed=N and --out " + path});
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
