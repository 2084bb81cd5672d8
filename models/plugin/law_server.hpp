// The worker's side of models/plugin/wire.hpp: answers requests about one law.
//
// Every request brings its parameter values along. The server keeps the laws it bound last,
// so that asking many times with the same values binds once; a worker that was started
// anew needs to be told nothing.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "core/failure.hpp"
#include "core/friction_law.hpp"
#include "models/plugin/wire.hpp"

namespace slipfront {

class LawServer {
 public:
  /// A law, or (null) the problem for which there is none.
  LawServer(std::unique_ptr<FrictionLaw> law, Problem problem = {});

  /// Answers the request that stands in the memory. Never throws.
  void answer(WireMemory& memory);

 private:
  struct Bound {
    Framework framework;
    std::vector<double> values;
    std::unique_ptr<const BoundLaw> law;
  };
  void carry_out(WireMemory& memory);
  const BoundLaw& bound(Framework framework, std::span<const double> values);

  std::unique_ptr<FrictionLaw> law_;
  Problem problem_;
  std::deque<Bound> kept_;  // the last one asked for in front
};

/// The worker program: opens the plugin and serves until the socket is closed. Ends the
/// process, also out of a request that hangs, when the program that asks is gone.
[[noreturn]] void serve_plugin(const std::string& file, int socket, int memory);

}  // namespace slipfront
