#include "rom/solid/elimination.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/failure.hpp"

namespace slipfront {

namespace {

using Triplets = std::vector<Eigen::Triplet<double>>;

// A row of coefficients of this share of its own original size is zero: the equation
// follows from the others.
constexpr double kDependent = 1e-10;
// Coefficients that elimination leaves by rounding.
constexpr double kRounding = 1e-14;

/// Weights of free nodes in the motion of each node, ties of ties resolved.
class TieResolver {
 public:
  TieResolver(const SolidModel& model, const std::string& where)
      : ties_(static_cast<std::size_t>(model.nodes()), nullptr),
        state_(static_cast<std::size_t>(model.nodes()), 0),
        weights_(static_cast<std::size_t>(model.nodes())),
        where_(where) {
    for (const NodeTie& tie : model.ties) ties_[static_cast<std::size_t>(tie.slave)] = &tie;
  }

  bool is_slave(int node) const { return ties_[static_cast<std::size_t>(node)] != nullptr; }

  const std::map<int, double>& weights(int node) {
    const auto n = static_cast<std::size_t>(node);
    if (state_[n] == kDone) return weights_[n];
    if (state_[n] == kOpen)
      throw Failure(Problem{where_, "ties", "a circle through node " + std::to_string(node + 1),
                            "a slave of one tie must not be master of its own master",
                            "exchange master and slave of one of the ties"});
    state_[n] = kOpen;
    if (!ties_[n]) {
      weights_[n][node] = 1;
    } else {
      for (const auto& [master, weight] : ties_[n]->masters)
        for (const auto& [free, share] : weights(master)) weights_[n][free] += weight * share;
    }
    state_[n] = kDone;
    return weights_[n];
  }

 private:
  static constexpr char kOpen = 1, kDone = 2;
  std::vector<const NodeTie*> ties_;
  std::vector<char> state_;
  std::vector<std::map<int, double>> weights_;
  std::string where_;
};

Sparse compressed(Eigen::Index rows, Eigen::Index cols, const Triplets& triplets) {
  Sparse matrix(rows, cols);
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  return matrix;
}

using DenseRow = std::map<int, double>;

double largest(const DenseRow& row) {
  double size = 0;
  for (const auto& [unknown, value] : row) size = std::max(size, std::abs(value));
  return size;
}

void subtract(DenseRow& row, double factor, const DenseRow& other) {
  for (const auto& [unknown, value] : other) row[unknown] -= factor * value;
}

/// Reduced echelon form of the equations: pivot unknown -> its row, scaled to 1 there.
std::map<int, DenseRow> solve_equations(std::vector<DenseRow> equations,
                                        const std::vector<char>& is_kept,
                                        const std::string& where) {
  std::map<int, DenseRow> solved;
  for (std::size_t i = 0; i < equations.size(); ++i) {
    DenseRow& row = equations[i];
    const double size = largest(row);
    const auto refuse = [&](const std::string& found, const std::string& remedy) {
      throw Failure(Problem{where, "equation " + std::to_string(i + 1), found,
                            "must hold an unknown that it can be solved for", remedy});
    };
    if (!(size > 0)) refuse("coefficients that are all zero", "remove it, or mend it");
    for (const auto& [pivot, other] : solved) {
      const auto found = row.find(pivot);
      if (found == row.end()) continue;
      subtract(row, double(found->second), other);
      row.erase(pivot);
    }
    int pivot = -1;
    double best = kDependent * size;
    for (const auto& [unknown, value] : row)
      if (!is_kept[static_cast<std::size_t>(unknown)] && std::abs(value) > best) {
        best = std::abs(value);
        pivot = unknown;
      }
    if (pivot < 0) {
      if (largest(row) > kDependent * size)
        refuse("an equation between nodes of the interface alone",
               "the interface moves freely in a reduced model: take the equation out, or its nodes "
               "out of the interface");
      continue;  // it follows from the others
    }
    const double scale = 1 / row[pivot];
    for (auto& [unknown, value] : row) value *= scale;
    for (auto& [earlier, other] : solved) {
      const auto found = other.find(pivot);
      if (found == other.end()) continue;
      subtract(other, double(found->second), row);
      other.erase(pivot);
    }
    solved[pivot] = std::move(row);
  }
  return solved;
}

}  // namespace

Elimination eliminate(const SolidModel& model, const std::vector<int>& kept,
                      const std::string& where) {
  const int all = 3 * model.nodes();
  std::vector<char> is_kept(static_cast<std::size_t>(all), 0);
  for (const int unknown : kept) is_kept[static_cast<std::size_t>(unknown)] = 1;

  TieResolver ties(model, where);
  Triplets entries;
  for (int node = 0; node < model.nodes(); ++node) {
    if (ties.is_slave(node) && (is_kept[static_cast<std::size_t>(3 * node)] != 0))
      throw Failure(Problem{where, "ties",
                            "interface node " + std::to_string(node + 1) + " as slave",
                            "a node of the interface must not be the slave of a tie",
                            "exchange master and slave, or take the node out of the set"});
    for (const auto& [free, weight] : ties.weights(node))
      for (int d = 0; d < 3; ++d) entries.emplace_back(3 * node + d, 3 * free + d, weight);
  }
  const Sparse tied = compressed(all, all, entries);

  std::vector<DenseRow> equations;
  for (const SparseRow& equation : model.equations) {
    DenseRow row;
    for (const auto& [unknown, value] : equation)
      for (const auto& [free, weight] : ties.weights(unknown / 3))
        row[3 * free + unknown % 3] += value * weight;
    equations.push_back(std::move(row));
  }
  const std::map<int, DenseRow> solved = solve_equations(std::move(equations), is_kept, where);

  Elimination result;
  std::vector<int> column(static_cast<std::size_t>(all), -1);
  for (int unknown = 0; unknown < all; ++unknown)
    if (!ties.is_slave(unknown / 3) && !solved.count(unknown)) {
      column[static_cast<std::size_t>(unknown)] = static_cast<int>(result.free.size());
      result.free.push_back(unknown);
    }
  Triplets shares;
  for (std::size_t q = 0; q < result.free.size(); ++q)
    shares.emplace_back(result.free[q], static_cast<int>(q), 1);
  for (const auto& [pivot, row] : solved)
    for (const auto& [unknown, value] : row)
      if (unknown != pivot && std::abs(value) > kRounding)
        shares.emplace_back(pivot, column[static_cast<std::size_t>(unknown)], -value);
  const Sparse chosen = compressed(all, static_cast<Eigen::Index>(result.free.size()), shares);
  result.all_from_free = tied * chosen;
  return result;
}

}  // namespace slipfront
