// The state of a genetic search as text, exact to the last bit of every number, so that a
// run goes on from it as if it had never stopped.
//
//   slipfront-nsga2 1            format and its version
//   settings <fingerprint>       options and objective that the state belongs to
//   generation, random (std::mt19937_64), step, spread, spreads
//   population, archive, keys    counted tables; keys of the evaluations asked for
//   end <fingerprint>            of all bytes before this line
//
// Numbers are shortest round-trip decimals (core/number.hpp).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "optimize/nsga2_loop.hpp"

namespace slipfront {

struct Checkpoint {
  std::string settings;
  Nsga2State state;  // ranks and crowding are not kept: Nsga2Loop::rank() sets them
  std::vector<std::string> keys;
  long failed = 0;  // of the evaluations
};

std::string checkpoint_text(const std::string& settings, const Nsga2State& state,
                            const std::vector<std::string>& keys, long failed);
inline std::string checkpoint_text(const Checkpoint& c) {
  return checkpoint_text(c.settings, c.state, c.keys, c.failed);
}

/// Nothing if the text is damaged or of another version.
std::optional<Checkpoint> read_checkpoint(std::string_view text);

}  // namespace slipfront
