#include "results/rank_agreement.hpp"

#include <algorithm>
#include <cmath>

#include "core/failure.hpp"

namespace slipfront {

namespace {

constexpr int kFewest = 3;  // combinations: two are in the same order or not
constexpr char kAreas[] = "area_";

/// 1 for the smallest; equal values share their mean rank.
std::vector<double> mean_ranks(std::span<const double> values) {
  std::vector<double> ranks;
  for (const double value : values) {
    const auto below = std::count_if(values.begin(), values.end(),
                                     [value](double other) { return other < value; });
    const auto equal = std::count(values.begin(), values.end(), value);
    ranks.push_back(static_cast<double>(below) + 0.5 * static_cast<double>(equal + 1));
  }
  return ranks;
}

}  // namespace

std::optional<double> spearman(std::span<const double> x, std::span<const double> y) {
  const std::vector<double> a = mean_ranks(x), b = mean_ranks(y);
  const double mean = 0.5 * static_cast<double>(a.size() + 1);
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - mean) * (b[i] - mean);
    aa += (a[i] - mean) * (a[i] - mean);
    bb += (b[i] - mean) * (b[i] - mean);
  }
  if (!(aa > 0) || !(bb > 0)) return {};
  return ab / std::sqrt(aa * bb);
}

std::optional<double> kendall(std::span<const double> x, std::span<const double> y) {
  double balance = 0, differ_x = 0, differ_y = 0;
  const auto sign = [](double value) { return value > 0 ? 1 : value < 0 ? -1 : 0; };
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = i + 1; j < x.size(); ++j) {
      const int dx = sign(x[j] - x[i]), dy = sign(y[j] - y[i]);
      balance += dx * dy;
      differ_x += std::abs(dx);
      differ_y += std::abs(dy);
    }
  if (!(differ_x > 0) || !(differ_y > 0)) return {};
  return balance / std::sqrt(differ_x * differ_y);
}

std::vector<RankAgreement> rank_agreement(const RankingTable& one, const RankingTable& other) {
  std::vector<RankAgreement> all;
  for (const auto& [column, values] : one.columns) {
    const auto found = other.columns.find(column);
    if (!column.starts_with(kAreas) || found == other.columns.end()) continue;
    std::vector<double> x, y;
    for (const auto& [combo, value] : values)
      if (const auto same = found->second.find(combo); same != found->second.end()) {
        x.push_back(value);
        y.push_back(same->second);
      }
    if (x.size() >= kFewest)
      all.push_back({column, static_cast<int>(x.size()), spearman(x, y), kendall(x, y)});
  }
  if (all.empty())
    throw Failure(Problem{other.source, "", "fewer than three combinations of " + one.source,
                          "two tables are compared by the areas of combinations that both have",
                          "name them as the study does"});
  // The average first, as in the tables.
  std::stable_partition(all.begin(), all.end(),
                        [](const RankAgreement& a) { return a.column == "area_average"; });
  return all;
}

}  // namespace slipfront
