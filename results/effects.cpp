#include "results/effects.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <tuple>

namespace slipfront {

namespace {

struct Observation {
  const RankingRow* row;
  const CombinationSummary* summary;
  Attributes attributes;
};

/// What differs between two combinations beside their attributes.
std::vector<std::string> other_differences(const CombinationSummary& a,
                                           const CombinationSummary& b) {
  if (!a.parts.empty() && !b.parts.empty())
    return other_choices(a.parts, b.parts, a.interface == b.interface);
  std::vector<std::string> names;  // of summaries without identity.json
  if (a.prestress != b.prestress) names.emplace_back("prestress");
  if (a.dissipation != b.dissipation) names.emplace_back("dissipation");
  if (a.optimizer != b.optimizer) names.emplace_back("optimizer");
  if (a.fitted_modes != b.fitted_modes || a.predicted_modes != b.predicted_modes)
    names.emplace_back("modes");
  return names;
}

std::set<std::string> levels_of(const std::vector<Observation>& data, const std::string& name) {
  std::set<std::string> levels;
  for (const Observation& one : data) levels.insert(one.attributes.at(name));
  return levels;
}

/// R^2 of least squares on the mean and the levels of these attributes.
double explained_share(const std::vector<Observation>& data,
                       const std::vector<std::string>& names) {
  const auto n = static_cast<Eigen::Index>(data.size());
  Eigen::VectorXd y(n);
  for (Eigen::Index i = 0; i < n; ++i) y[i] = data[static_cast<std::size_t>(i)].row->average.area;
  const double total = (y.array() - y.mean()).square().sum();
  if (!(total > 0)) return 0;
  std::vector<Eigen::VectorXd> columns = {Eigen::VectorXd::Ones(n)};
  for (const std::string& name : names)
    for (const std::string& level : levels_of(data, name)) {
      Eigen::VectorXd column(n);
      for (Eigen::Index i = 0; i < n; ++i)
        column[i] = data[static_cast<std::size_t>(i)].attributes.at(name) == level ? 1 : 0;
      columns.push_back(column);
    }
  Eigen::MatrixXd design(n, static_cast<Eigen::Index>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k)
    design.col(static_cast<Eigen::Index>(k)) = columns[k];
  // Rank-revealing: the indicator columns of one attribute sum to the column of ones.
  const Eigen::VectorXd fitted =
      design * Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>(design).solve(y);
  return std::clamp(1 - (y - fitted).squaredNorm() / total, 0.0, 1.0);
}

/// What each attribute adds to R^2, averaged over all orders of adding them: an attribute comes
/// behind a given set of others in k! (n-1-k)! of the n! orders, k the size of the set.
std::vector<double> shares_of(const std::vector<Observation>& data,
                              const std::vector<std::string>& names) {
  const std::size_t n = names.size(), sets = std::size_t{1} << n;
  std::vector<double> explained(sets);
  for (std::size_t set = 1; set < sets; ++set) {
    std::vector<std::string> chosen;
    for (std::size_t k = 0; k < n; ++k)
      if (set >> k & 1) chosen.push_back(names[k]);
    explained[set] = explained_share(data, chosen);
  }
  const auto factorial = [](std::size_t k) { return std::tgamma(static_cast<double>(k + 1)); };
  std::vector<double> shares(n, 0.0);
  for (std::size_t set = 0; set < sets; ++set) {
    const auto size = static_cast<std::size_t>(std::popcount(set));
    for (std::size_t k = 0; k < n; ++k) {
      if (set >> k & 1) continue;
      const double orders = factorial(size) * factorial(n - 1 - size) / factorial(n);
      shares[k] += orders * (explained[set | std::size_t{1} << k] - explained[set]);
    }
  }
  return shares;
}

std::vector<PairedComparison> pairs_of(const std::vector<Observation>& data) {
  std::vector<PairedComparison> pairs;
  for (const Observation& a : data)
    for (const Observation& b : data) {
      std::vector<std::string> different;
      for (const auto& [name, level] : a.attributes)
        if (b.attributes.at(name) != level) different.push_back(name);
      if (different.size() != 1 || !(a.attributes.at(different[0]) < b.attributes.at(different[0])))
        continue;
      PairedComparison pair;
      pair.attribute = different[0];
      pair.first_level = a.attributes.at(different[0]);
      pair.second_level = b.attributes.at(different[0]);
      pair.first = a.row->combination.id;
      pair.second = b.row->combination.id;
      pair.average = b.row->average.area - a.row->average.area;
      for (const auto& [mode, value] : a.row->modes)
        pair.modes[mode] = b.row->modes.at(mode).area - value.area;
      pair.also = other_differences(*a.summary, *b.summary);
      pairs.push_back(pair);
    }
  std::sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) {
    return std::tie(a.attribute, a.first_level, a.second_level, a.first, a.second) <
           std::tie(b.attribute, b.first_level, b.second_level, b.first, b.second);
  });
  return pairs;
}

}  // namespace

Attributes attributes_of(const CombinationSummary& summary) {
  // Laws that always have a post-slip stiffness are not told apart by it.
  const bool always = summary.model == "prager" || summary.model == "generalized_jenkins_prager";
  const bool post_slip =
      !always && std::any_of(summary.parameters.begin(), summary.parameters.end(),
                             [](const auto& p) { return p.name == "post_slip_stiffness"; });
  const bool viscous = std::any_of(summary.zeta0.begin(), summary.zeta0.end(),
                                   [](const auto& entry) { return entry.second > 0; });
  return {{"law", summary.model},
          {"interface", summary.interface == "elements" ? "elements (FJ)" : "patches (WJ)"},
          {"framework", summary.framework == "masing" ? "Masing" : "non-Masing"},
          {"viscous damping", viscous ? "with" : "without"},
          {"post-slip stiffness", post_slip ? "added" : "none added"},
          {"normal contact", summary.normal == "penalty" ? "penalty" : "spring"}};
}

Effects effects_of(const Ranking& ranking, const std::vector<CombinationSummary>& summaries) {
  std::vector<Observation> data;
  const auto asked = [&](const RankingRow& row) {
    return std::all_of(ranking.average_over.begin(), ranking.average_over.end(),
                       [&](int mode) { return row.combination.asked_for(mode); });
  };
  for (const RankingRow& row : ranking.rows)
    for (const CombinationSummary& summary : summaries)
      if (summary.id == row.combination.id && asked(row)) {
        const std::string& own = row.combination.experiment;
        data.push_back({&row, &summary, attributes_of(summary)});
        data.back().attributes["experiment"] = own.empty() ? "that of the study" : own;
      }
  Effects effects;
  if (data.empty()) return effects;

  double mean = 0;
  for (const Observation& one : data) mean += one.row->average.area;
  mean /= static_cast<double>(data.size());
  for (const Observation& one : data)
    effects.variance += (one.row->average.area - mean) * (one.row->average.area - mean);
  effects.variance /= static_cast<double>(data.size());

  std::vector<std::string> varying;
  for (const auto& [name, level] : data.front().attributes) {
    const std::size_t levels = levels_of(data, name).size();
    if (levels > 1 && levels < data.size()) varying.push_back(name);
  }
  effects.explained = explained_share(data, varying);
  const std::vector<double> shares = shares_of(data, varying);
  for (std::size_t k = 0; k < varying.size(); ++k) {
    const std::string& name = varying[k];
    std::vector<std::string> others = varying;
    others.erase(std::find(others.begin(), others.end(), name));
    AttributeEffect effect;
    effect.attribute = name;
    effect.levels = static_cast<int>(levels_of(data, name).size());
    effect.alone = explained_share(data, {name});
    effect.unique = std::max(0.0, effects.explained - explained_share(data, others));
    effect.share = shares[k];
    effects.attributes.push_back(effect);
  }
  std::stable_sort(effects.attributes.begin(), effects.attributes.end(),
                   [](const auto& a, const auto& b) { return a.share > b.share; });
  effects.pairs = pairs_of(data);
  return effects;
}

}  // namespace slipfront
