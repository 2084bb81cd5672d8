// `--plugin FILE` (may repeat) and `--plugin-time-limit S`, which several commands have.
#pragma once

#include "app/arguments.hpp"
#include "models/plugin/plugin_loader.hpp"

namespace slipfront {

/// Both options.
std::vector<Option> plugin_options();

/// The limits that the command line sets on plugins.
IsolationOptions isolation_options(const Arguments& arguments);

/// The built-in models and those of the plugins; one Failure with all that is wrong.
Registry models_with_plugins(const Arguments& arguments);

/// The same, but plugins with problems are left out and told in `problems`.
Registry models_with_plugins(const Arguments& arguments, std::vector<Problem>& problems);

}  // namespace slipfront
