#include "optimize/move_shares.hpp"

namespace slipfront {
namespace {

// Every kind starts as if it had gained so much in so many moves: enough to be tried by all.
constexpr double kFirstGain = 0.2;
constexpr double kFirstMoves = 10;
// What is kept of both from batch to batch.
constexpr double kKept = 0.9;

}  // namespace

MoveShares::MoveShares(std::vector<double> bases) {
  for (const double base : bases) kinds_.push_back({base, kFirstGain, kFirstMoves});
}

std::size_t MoveShares::draw(RandomEngine& random, const std::vector<bool>& available) const {
  double sum = 0;
  for (std::size_t k = 0; k < kinds_.size(); ++k)
    if (available[k]) sum += worth(k);
  double left = uniform(random) * sum;
  std::size_t drawn = 0;
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    if (!available[k]) continue;
    drawn = k;
    left -= worth(k);
    if (left < 0) break;
  }
  return drawn;
}

void MoveShares::begin_batch() {
  for (Kind& kind : kinds_) {
    kind.gained *= kKept;
    kind.made *= kKept;
  }
}

void MoveShares::report(std::size_t kind, double gained, double made) {
  kinds_[kind].gained += gained;
  kinds_[kind].made += made;
}

}  // namespace slipfront
