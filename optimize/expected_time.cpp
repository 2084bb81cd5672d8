#include "optimize/expected_time.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "optimize/search_space.hpp"

namespace slipfront {
namespace {

constexpr std::size_t kKept = 256;

}  // namespace

ExpectedTime::ExpectedTime(std::span<const Parameter> bounds)
    : bounds_(bounds.begin(), bounds.end()) {}

std::vector<double> ExpectedTime::place_of(std::span<const double> physical) const {
  std::vector<double> place;
  for (std::size_t k = 0; k < bounds_.size(); ++k) {
    const Parameter& p = bounds_[k];
    if (is_held(p)) continue;
    const double range = to_search(p, p.upper) - to_search(p, p.lower);
    place.push_back(to_search(p, physical[k]) / range);
  }
  return place;
}

void ExpectedTime::add(std::span<const double> physical, double seconds) {
  Timed timed{place_of(physical), seconds};
  const std::lock_guard lock(mutex_);
  if (timed_.size() < kKept) {
    timed_.push_back(std::move(timed));
    return;
  }
  timed_[next_] = std::move(timed);
  next_ = (next_ + 1) % kKept;
}

double ExpectedTime::of(std::span<const double> physical) const {
  const std::vector<double> place = place_of(physical);
  double seconds = 0, least = std::numeric_limits<double>::infinity();
  const std::lock_guard lock(mutex_);
  for (const Timed& timed : timed_) {
    double squares = 0;
    for (std::size_t k = 0; k < place.size(); ++k)
      squares += (timed.place[k] - place[k]) * (timed.place[k] - place[k]);
    if (squares < least) least = squares, seconds = timed.seconds;
  }
  return seconds;
}

std::vector<std::size_t> largest_first(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
  return order;
}

}  // namespace slipfront
