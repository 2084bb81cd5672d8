#include "optimize/search_space.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/number.hpp"

namespace slipfront {
namespace {

// A point nearer to a bound than this share of the range has been stopped by it: children
// of a converged search differ by far more than that.
constexpr double kOnBound = 1e-6;

std::string range_text(const Parameter& parameter) {
  return "must lie within " + to_text(parameter.lower) + " .. " + to_text(parameter.upper);
}

}  // namespace

bool is_held(const Parameter& p) { return !(to_search(p, p.lower) < to_search(p, p.upper)); }

std::vector<Problem> bounds_problems(std::span<const Parameter> bounds) {
  std::vector<Problem> problems;
  for (const Parameter& p : bounds) {
    const std::string found = to_text(p.lower) + " .. " + to_text(p.upper);
    if (!std::isfinite(p.lower) || !std::isfinite(p.upper))
      problems.push_back({"bounds", p.name, found, "both bounds must be finite", ""});
    else if (p.lower > p.upper)
      problems.push_back({"bounds", p.name, found, "the lower bound must not exceed the upper one",
                          "swap them, or make them equal to hold the parameter"});
    else if (p.scale == Scale::log10 && !(p.lower > 0))
      problems.push_back({"bounds", p.name, found,
                          "must be above 0, as the parameter is searched on a log10 scale",
                          "raise the lower bound"});
  }
  if (problems.empty() && std::all_of(bounds.begin(), bounds.end(), is_held))
    problems.push_back({"bounds", "", "every parameter held", "at least one parameter must be free",
                        "widen the bounds of one"});
  return problems;
}

std::vector<std::string> on_bound(std::span<const Parameter> bounds,
                                  std::span<const double> physical) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < bounds.size() && i < physical.size(); ++i) {
    const Parameter& p = bounds[i];
    if (!(p.lower < p.upper)) continue;
    const double low = to_search(p, p.lower), high = to_search(p, p.upper);
    const double value = to_search(p, physical[i]);
    if (std::min(value - low, high - value) <= kOnBound * (high - low)) names.push_back(p.name);
  }
  return names;
}

SearchSpace::SearchSpace(std::vector<Parameter> parameters) : parameters_(std::move(parameters)) {
  throw_if_any(bounds_problems(parameters_));
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const Parameter& p = parameters_[i];
    if (is_held(p)) continue;
    free_.push_back(i);
    lower_.push_back(to_search(p, p.lower));
    upper_.push_back(to_search(p, p.upper));
  }
}

std::vector<double> SearchSpace::decode(std::span<const double> search) const {
  std::vector<double> physical(parameters_.size());
  for (std::size_t i = 0; i < physical.size(); ++i) physical[i] = parameters_[i].lower;
  for (std::size_t k = 0; k < free_.size(); ++k) {
    const Parameter& p = parameters_[free_[k]];
    physical[free_[k]] = std::clamp(from_search(p, search[k]), p.lower, p.upper);
  }
  return physical;
}

std::vector<double> SearchSpace::encode(std::span<const double> physical,
                                        const std::string& where) const {
  if (physical.size() != parameters_.size())
    throw Failure(Problem{
        where, "", std::to_string(physical.size()) + " values",
        "needs one for each of the " + std::to_string(parameters_.size()) + " parameters", ""});
  std::vector<Problem> problems;
  for (std::size_t i = 0; i < physical.size(); ++i) {
    const Parameter& p = parameters_[i];
    if (!(physical[i] >= p.lower && physical[i] <= p.upper))
      problems.push_back({where, p.name, to_text(physical[i]), range_text(p),
                          "move the point or widen the bounds"});
  }
  throw_if_any(std::move(problems));
  std::vector<double> search(free_.size());
  for (std::size_t k = 0; k < free_.size(); ++k)
    search[k] =
        std::clamp(to_search(parameters_[free_[k]], physical[free_[k]]), lower_[k], upper_[k]);
  return search;
}

std::vector<std::vector<double>> SearchSpace::encode_seeds(
    const std::vector<std::vector<double>>& seeds) const {
  std::vector<std::vector<double>> encoded;
  std::vector<Problem> problems;
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    try {
      encoded.push_back(encode(seeds[i], "seed " + std::to_string(i + 1)));
    } catch (const Failure& failure) {
      problems.insert(problems.end(), failure.problems().begin(), failure.problems().end());
    }
  }
  throw_if_any(std::move(problems));
  return encoded;
}

std::optional<std::size_t> SearchSpace::free_place(std::size_t parameter) const {
  const auto found = std::find(free_.begin(), free_.end(), parameter);
  if (found == free_.end()) return {};
  return static_cast<std::size_t>(found - free_.begin());
}

std::vector<double> SearchSpace::free_values(std::span<const double> all) const {
  std::vector<double> values;
  for (const std::size_t i : free_) values.push_back(all[i]);
  return values;
}

}  // namespace slipfront
