// The vocabulary of fitting: the pair of errors of a parameter set (Porter et al., eq
// 41), which pairs are not dominated, and a front with its errors in every mode.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace slipfront {

struct ErrorPair {
  double frequency = 0;  // sqrt(mean((delta omega / omega)^2))
  double damping = 0;    // sqrt(mean((delta ln zeta / ln zeta)^2))
  bool operator==(const ErrorPair&) const = default;
};

/// No worse in both, better in one. NaN neither dominates nor escapes domination by
/// being compared: give finite pairs only.
bool dominates(const ErrorPair& a, const ErrorPair& b);

/// Indices of the pairs that no other pair dominates, by ascending frequency error;
/// pairs that are not finite are left out; of equal pairs the first is kept.
std::vector<std::size_t> non_dominated(std::span<const ErrorPair> pairs);

struct FrontPoint {
  std::vector<double> parameters;                  // physical values
  std::map<int, std::optional<ErrorPair>> errors;  // by mode; nothing if an amplitude failed
};

struct Front {
  std::vector<std::string> parameter_names;
  std::vector<int> modes;  // fitted modes first, then predicted ones
  std::vector<FrontPoint> points;

  /// Errors of one mode, failed points left out.
  std::vector<ErrorPair> errors(int mode) const;
};

}  // namespace slipfront
