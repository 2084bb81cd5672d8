#include "optimize/edge_scale.hpp"

#include <algorithm>
#include <cmath>

namespace slipfront {
namespace {

constexpr double kEdge = 1e-10;

/// r: where decades end.
double joint() {
  static const double value = [] {
    double r = 0.1;
    for (int k = 0; k < 100; ++k) r = 1 / (1 + std::log(r / kEdge));
    return r;
  }();
  return value;
}

double from_margin(double u) {
  const double r = joint();
  const double w =
      u >= r ? 0.5 + (u - r) / (2 * (1 - r)) : 0.5 - std::log(r / u) / (2 * std::log(r / kEdge));
  return std::clamp(w, 0., 1.);
}

double to_margin(double w) {
  const double r = joint();
  return w >= 0.5 ? r + (2 * w - 1) * (1 - r) : r * std::pow(r / kEdge, 2 * w - 1);
}

}  // namespace

EdgeScale::EdgeScale(const SearchSpace& space, const std::optional<Guard>& guard)
    : chart_(space, guard), lower_(chart_.lower()), upper_(chart_.upper()) {
  if (const auto k = chart_.edge_variable()) {
    lower_[*k] = 0;
    upper_[*k] = 1;
  }
}

std::vector<double> EdgeScale::from_search(const std::vector<double>& x) const {
  std::vector<double> w = chart_.from_search(x);
  if (const auto k = chart_.edge_variable()) w[*k] = from_margin(std::pow(10, w[*k]));
  return w;
}

std::vector<double> EdgeScale::to_search(const std::vector<double>& w) const {
  std::vector<double> z = w;
  if (const auto k = chart_.edge_variable())
    z[*k] = std::clamp(std::log10(to_margin(w[*k])), chart_.lower()[*k], chart_.upper()[*k]);
  return chart_.to_search(z);
}

}  // namespace slipfront
