// The plugins of tests/plugins, by name.
#pragma once

#include <string>

#include "models/plugin/worker_process.hpp"

namespace slipfront {

inline std::string test_plugin(const std::string& name) {
  return std::string(SLIPFRONT_TEST_PLUGINS) + "/lib" + name + ".so";
}

/// A short limit, for plugins that hang: long enough for a loaded machine to answer.
inline IsolationOptions impatient() { return {.time_limit = 0.5}; }

}  // namespace slipfront
