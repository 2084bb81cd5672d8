#include "experiment/decay_checks.hpp"

#include <algorithm>
#include <cmath>

namespace slipfront {

namespace {

// Half waves whose median is the amplitude at an end of the decay.
constexpr std::size_t kAtEnd = 5;
// Growth of ln amplitude over its least value so far, by which something drives the decay, and
// standard deviations of noise beyond it.
constexpr double kGrowth = 0.3, kBeyondNoise = 6;
// A jump is this share of the amplitude at least, this multiple of its noise, and of the changes
// within so many times its own width: leakage of another mode goes up and down all the time.
constexpr double kLeastJump = 0.01, kJumpNoise = 10, kJumpRule = 3;
constexpr std::size_t kNearBy = 8;
// Left over: more than this share, and this multiple of the noise.
constexpr double kLittle = 0.005, kLeftNoise = 5;
constexpr std::size_t kLeastBlocks = 4;  // on either side of a jump

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

double total_fall(const std::vector<HalfWave>& waves) {
  if (waves.size() < 2 * kAtEnd) return 1;
  std::vector<double> first, last;
  for (std::size_t k = 0; k < kAtEnd; ++k) {
    first.push_back(waves[k].height);
    last.push_back(waves[waves.size() - 1 - k].height);
  }
  return median(first) / median(last);
}

std::optional<Growth> growth(const std::vector<HalfWave>& waves, double noise) {
  std::size_t least = 0;
  for (std::size_t k = 0; k < waves.size(); ++k) {
    if (waves[k].height < waves[least].height) least = k;
    if (waves[k].height > waves[least].height * std::exp(kGrowth) + kBeyondNoise * noise)
      return Growth{waves[least].time, waves[k].time};
  }
  return {};
}

std::optional<double> unexplained(const std::vector<Leftover>& left) {
  double sum = 0, weights = 0;
  for (const Leftover& l : left) {
    const double weight = 1 / (l.deviation * l.deviation);
    if (!std::isfinite(weight)) return {};
    sum += weight * std::norm(l.value);
    weights += weight;
  }
  const auto count = static_cast<double>(left.size());
  const double share = std::sqrt(sum / weights), noise = std::sqrt(2 * count / weights);
  if (!(share > kLittle && share > kLeftNoise * noise)) return {};
  return share;
}

std::optional<double> jump(const std::vector<Leftover>& left, double settling) {
  if (left.size() < 2) return {};
  const double cycle =
      (left.back().time - left.front().time) / static_cast<double>(left.size() - 1);
  const std::size_t blocks =
      std::max(kLeastBlocks, static_cast<std::size_t>(std::ceil(settling / cycle)));
  if (left.size() < 4 * blocks) return {};
  const auto mean = [&](std::size_t from) {
    std::complex<double> sum;
    for (std::size_t i = from; i < from + blocks; ++i) sum += left[i].value;
    return sum / static_cast<double>(blocks);
  };
  std::vector<double> sizes(left.size(), 0.0);
  std::size_t at = 0;
  double largest = 0;
  // What the filter may do at the start is no jump.
  for (std::size_t k = 2 * blocks; k + blocks <= left.size(); ++k) {
    const double size = std::abs(mean(k) - mean(k - blocks));
    sizes[k] = size;
    const double noise = left[k].deviation * std::sqrt(2.0 / static_cast<double>(blocks));
    if (size < kLeastJump || size < kJumpNoise * noise || size < largest) continue;
    largest = size;
    at = k;
  }
  if (at == 0) return {};
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const std::size_t apart = k > at ? k - at : at - k;
    if (apart > blocks + 1 && apart < kNearBy * blocks && sizes[k] > largest / kJumpRule) return {};
  }
  return left[at].time;
}

}  // namespace slipfront
