#include "results/model_curves.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace slipfront {

namespace {

// Stands for the logarithm of a damping that is not above zero.
constexpr double kNoLogarithm = std::numeric_limits<double>::infinity();

}  // namespace

bool ModelCurves::add(std::span<const double> frequency_hz, std::span<const double> damping) {
  if (frequency_hz.size() != amplitudes() || damping.size() != amplitudes()) return false;
  const auto finite = [](double value) { return std::isfinite(value); };
  if (!std::all_of(frequency_hz.begin(), frequency_hz.end(), finite) ||
      !std::all_of(damping.begin(), damping.end(), finite))
    return false;
  for (std::size_t i = 0; i < amplitudes(); ++i) {
    frequency_[i].push_back(frequency_hz[i]);
    log_damping_[i].push_back(damping[i] > 0 ? std::log(damping[i]) : kNoLogarithm);
  }
  return true;
}

std::vector<ErrorPair> ModelCurves::errors(const DrawnCurve& curve) const {
  constexpr std::size_t kBlock = 512;  // backbones whose sums stay in the processor's first cache
  std::array<double, kBlock> frequency, damping;
  std::vector<ErrorPair> result(size());
  const auto n = static_cast<double>(amplitudes());
  for (std::size_t begin = 0; begin < size(); begin += kBlock) {
    const std::size_t count = std::min(kBlock, size() - begin);
    frequency.fill(0);
    damping.fill(0);
    for (std::size_t i = 0; i < amplitudes(); ++i) {
      const double by_frequency = 1 / curve.frequency_hz[i];
      const double by_log = 1 / std::log(curve.damping[i]);
      const double* f = frequency_[i].data() + begin;
      const double* z = log_damping_[i].data() + begin;
      for (std::size_t j = 0; j < count; ++j) {
        const double df = f[j] * by_frequency - 1;
        const double dz = z[j] == kNoLogarithm ? 1 : z[j] * by_log - 1;
        frequency[j] += df * df;
        damping[j] += dz * dz;
      }
    }
    for (std::size_t j = 0; j < count; ++j)
      result[begin + j] = {std::sqrt(frequency[j] / n), std::sqrt(damping[j] / n)};
  }
  return result;
}

std::vector<ErrorPair> surviving(std::span<const ErrorPair> pairs) {
  // Bins of equal width in frequency error. A pair is out if a bin that lies wholly to its
  // left holds a damping error no larger than its own: that one dominates it.
  constexpr std::size_t kBins = 256, kFew = 512;
  std::vector<ErrorPair> candidates;
  if (pairs.size() <= kFew) {
    candidates.assign(pairs.begin(), pairs.end());
  } else {
    double least = std::numeric_limits<double>::infinity(), at_least_damping = least, end = least;
    for (const ErrorPair& p : pairs) {
      least = std::min(least, p.frequency);
      // Beyond the pair of least damping nothing survives: the bins end there.
      if (p.damping < at_least_damping) {
        at_least_damping = p.damping;
        end = p.frequency;
      }
    }
    const double scale = end > least ? static_cast<double>(kBins - 1) / (end - least) : 0;
    const auto bin = [&](const ErrorPair& p) {
      return static_cast<std::size_t>(
          std::min(static_cast<double>(kBins - 1), (p.frequency - least) * scale));
    };
    std::array<double, kBins + 1> lowest;  // damping in all bins before this one
    lowest.fill(std::numeric_limits<double>::infinity());
    for (const ErrorPair& p : pairs) {
      double& entry = lowest[bin(p) + 1];
      entry = std::min(entry, p.damping);
    }
    for (std::size_t i = 1; i <= kBins; ++i) lowest[i] = std::min(lowest[i], lowest[i - 1]);
    for (const ErrorPair& p : pairs)
      if (p.damping < lowest[bin(p)]) candidates.push_back(p);
  }
  std::vector<ErrorPair> result;
  for (const std::size_t i : non_dominated(candidates)) result.push_back(candidates[i]);
  return result;
}

}  // namespace slipfront
