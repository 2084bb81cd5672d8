// Plugins by their files, added to a registry: what every command with --plugin does.
//
// A law is taken in if its description makes sense, its name is free, and it passes a
// glance: at the middle of its bounds, over many decades of displacement, its outputs are
// finite and its tangent is the slope of its own traction. (The conformance kit looks much
// closer; a crash or a hang at the glance is left to be recorded where it happens again.)
#pragma once

#include <string>
#include <vector>

#include "core/failure.hpp"
#include "models/plugin/isolated_law.hpp"
#include "models/registry.hpp"

namespace slipfront {

struct LoadedPlugin {
  std::string file;
  std::string model;
  std::string fingerprint;  // of the file
};

struct PluginLoad {
  std::vector<LoadedPlugin> plugins;
  std::vector<Problem> problems;  // of those that were not taken in; each names its file
};

/// Adds the laws of the files, in their order. A plugin with a problem is left out and the
/// others are added.
PluginLoad load_plugins(const std::vector<std::string>& files, Registry& models,
                        const IsolationOptions& options = {});

/// Empty, or the rule that the name of a model or parameter breaks.
std::string name_violation(const std::string& name);

/// What is wrong with a law's description, as rules it breaks: names, bounds, frameworks.
std::vector<std::string> description_problems(const FrictionLaw& law);

/// Empty, or what the glance found: "the traction at u = 1e-06 m is not finite".
std::string glance(const FrictionLaw& law);

}  // namespace slipfront
