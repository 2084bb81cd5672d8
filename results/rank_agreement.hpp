// How alike two tables order the same combinations.
//
//   Spearman   rho = correlation of the ranks (equal values share their mean rank)
//   Kendall    tau_b = (C - D) / sqrt((P - Tx)(P - Ty)),  P = n(n-1)/2 pairs, C of them in the
//              same and D in opposite order, Tx and Ty equal in the one and in the other
//
// 1: the same order, -1: reversed. Among n combinations in random order rho scatters about 0
// with a standard deviation of 1/sqrt(n-1), tau with sqrt(2(2n+5)/(9n(n-1))) (without ties): for
// n = 26 that is 0.20 and 0.14. Source: Kendall, Rank Correlation Methods, 1948.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/ranking_table.hpp"

namespace slipfront {

/// Both need two lists of equal length; nothing where all values of one are equal.
std::optional<double> spearman(std::span<const double> x, std::span<const double> y);
std::optional<double> kendall(std::span<const double> x, std::span<const double> y);

struct RankAgreement {
  std::string column;
  int combinations = 0;  // that both tables have there
  std::optional<double> spearman, kendall;
};

/// For every column of areas that both have. Throws a Failure if they share fewer than three
/// combinations.
std::vector<RankAgreement> rank_agreement(const RankingTable& one, const RankingTable& other);

}  // namespace slipfront
