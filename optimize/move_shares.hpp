// How often each of several kinds of moves is made: by what it has gained lately (adaptive operator
// selection with probability matching).
//
//   p_k ~ base_k + gained_k / made_k
//
//   gained_k, made_k   sums over the moves of kind k, 0 to 1 for each; both fade by a tenth in
//                      every batch, so that what counts are the last ten or so
//   base_k             what a kind is credited with that gains nothing: where all have stopped to
//                      gain, shares are those of the bases
//
// Where kinds take turns in place of being drawn, it is the turn of the one that has had least for
// what it is worth: made_k / p_k; each then comes to a share ~ p_k of all.
//
// Random numbers are the caller's; the shares depend on nothing but what was reported.
#pragma once

#include <vector>

#include "optimize/variation.hpp"

namespace slipfront {

class MoveShares {
 public:
  explicit MoveShares(std::vector<double> bases);

  /// One of the kinds that are available; at least one must be.
  std::size_t draw(RandomEngine& random, const std::vector<bool>& available) const;

  void begin_batch();
  void report(std::size_t kind, double gained, double made = 1);

  /// base + gained / made, before they are scaled to sum to 1.
  double worth(std::size_t kind) const {
    const Kind& k = kinds_[kind];
    return k.base + (k.made > kForgotten ? k.gained / k.made : 0);
  }
  /// made / worth.
  double had(std::size_t kind) const { return kinds_[kind].made / worth(kind); }

 private:
  // A kind that has not been made for thousands of batches: what is left of both has no digits.
  static constexpr double kForgotten = 1e-200;
  struct Kind {
    double base, gained, made;
  };
  std::vector<Kind> kinds_;
};

}  // namespace slipfront
