// The box that is searched: parameters on their search scale (log10 or linear), without
// those that are held because their bounds are equal.
//
//   physical p  <->  search s = log10(p) or p, lower <= p <= upper
//
// Limits: a logarithmic parameter needs bounds above 0, and one parameter must be free.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/failure.hpp"
#include "core/parameter.hpp"

namespace slipfront {

/// Bounds that its search scale cannot tell apart: equal ones, or so near that their logarithms
/// are.
bool is_held(const Parameter& parameter);

/// Everything that is wrong with search bounds: not finite, lower above upper, not above 0 on a
/// logarithmic scale, or nothing left to search.
std::vector<Problem> bounds_problems(std::span<const Parameter> bounds);

/// Names of the free parameters whose value sits on a bound, to within 1e-6 of the range
/// on the search scale.
std::vector<std::string> on_bound(std::span<const Parameter> bounds,
                                  std::span<const double> physical);

class SearchSpace {
 public:
  /// Throws a Failure for wrong bounds.
  explicit SearchSpace(std::vector<Parameter> parameters);

  const std::vector<Parameter>& parameters() const { return parameters_; }
  std::size_t free_count() const { return free_.size(); }
  /// Bounds of the free parameters on the search scale.
  const std::vector<double>& lower() const { return lower_; }
  const std::vector<double>& upper() const { return upper_; }

  /// Search variables -> all physical values, never outside the bounds.
  std::vector<double> decode(std::span<const double> search) const;
  /// Physical values -> search variables. Throws a Failure that names `where` if the
  /// number of values is wrong or one lies outside its bounds.
  std::vector<double> encode(std::span<const double> physical, const std::string& where) const;
  /// Several points, "seed 1", "seed 2", ...: one Failure for all that are wrong.
  std::vector<std::vector<double>> encode_seeds(
      const std::vector<std::vector<double>>& seeds) const;
  /// Place of a parameter (its position in parameters()) among the free ones, if it is free.
  std::optional<std::size_t> free_place(std::size_t parameter) const;
  /// Of one value for each parameter, those of the free parameters.
  std::vector<double> free_values(std::span<const double> all) const;

 private:
  std::vector<Parameter> parameters_;
  std::vector<std::size_t> free_;  // positions of the free parameters
  std::vector<double> lower_, upper_;
};

}  // namespace slipfront
