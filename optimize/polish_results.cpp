#include "optimize/polish_results.hpp"

#include <algorithm>

#include "core/front.hpp"
#include "optimize/front_distance.hpp"

namespace slipfront {
namespace {

// A result with a larger projected gradient (eq 42 per decade) has stopped at a kink.
constexpr double kKinked = 0.02;
constexpr double kSomeKinks = 0.05;
// Points seen that results miss by no more than this (eq 42) are not reported beside them.
constexpr double kNear = 5e-4;

}  // namespace

void PolishResults::add(const Evaluation& result, bool over_kinks) {
  all_.push_back(result);
  stopped_at_kink_.push_back(session_->stationarity_of(result) > kKinked);
  went_over_.push_back(over_kinks);
}

std::vector<ObjectivePair> PolishResults::objectives() const {
  std::vector<ObjectivePair> pairs;
  for (const Evaluation& e : all_) pairs.push_back(session_->objectives(e));
  return pairs;
}

std::vector<std::size_t> PolishResults::non_dominated() const {
  std::vector<ErrorPair> pairs;
  for (const ObjectivePair& f : objectives()) pairs.push_back({f.frequency, f.damping});
  return slipfront::non_dominated(pairs);
}

const Evaluation* PolishResults::best(const Goal& goal) const {
  const auto best =
      std::min_element(all_.begin(), all_.end(), [&](const Evaluation& a, const Evaluation& b) {
        return goal.a(session_->objectives(a)) < goal.a(session_->objectives(b));
      });
  return best == all_.end() ? nullptr : &*best;
}

bool PolishResults::kinked() const {
  if (non_dominated().size() <= 1) return false;  // one point is best in both
  const auto stopped = std::count(stopped_at_kink_.begin(), stopped_at_kink_.end(), true);
  return static_cast<double>(stopped) > kSomeKinks * static_cast<double>(all_.size());
}

std::vector<Evaluation> PolishResults::front() const {
  std::vector<Evaluation> front;
  std::vector<ObjectivePair> points;
  for (const std::size_t i : non_dominated()) {
    front.push_back(all_[i]);
    points.push_back(session_->objectives(all_[i]));
  }
  for (const std::size_t i : session_->front_seen()) {
    const ObjectivePair& p = session_->objectives(i);
    if (!points.empty() && missed_by(p, points) <= kNear) continue;
    front.push_back(session_->seen()[i]);
    points.push_back(p);
  }
  return front;
}

}  // namespace slipfront
