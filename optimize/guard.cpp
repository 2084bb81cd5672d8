#include "optimize/guard.hpp"

#include <limits>

namespace slipfront {
namespace {

// (chi + 1) / (chi + 2) = r at chi = -1 + r / (1 - r); chi above -2 only.
double iwan_part(double chi) {
  return chi > -2 ? (chi + 1) / (chi + 2) : -std::numeric_limits<double>::infinity();
}
double iwan_chi(double r) { return -1 + r / (1 - r); }
double iwan_chi_slope(double r) { return 1 / ((1 - r) * (1 - r)); }

}  // namespace

std::optional<Guard> guard_of(std::span<const Parameter> parameters) {
  std::optional<std::size_t> chi, beta;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].name == "chi") chi = i;
    if (parameters[i].name == "beta") beta = i;
  }
  if (!chi || !beta) return {};
  return Guard{*chi, *beta, iwan_part, iwan_chi, iwan_chi_slope};
}

}  // namespace slipfront
