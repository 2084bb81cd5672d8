#include "optimize/optimizer_result.hpp"

namespace slipfront {

void assess(OptimizerResult& result, const SearchSpace& space, const std::optional<Guard>& guard) {
  std::vector<ObjectivePair> pairs;
  for (const Evaluation& evaluation : result.front)
    pairs.push_back({evaluation.frequency_objective, evaluation.damping_objective});
  result.quality = front_quality(pairs);
  result.stationarity = stationarity_share(result.front, space, guard);
}

}  // namespace slipfront
