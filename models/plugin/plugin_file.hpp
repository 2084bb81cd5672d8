// A plugin opened in this process: dlopen, the handshake of the C ABI, and its table as a
// FrictionLaw. Only the worker does this (models/plugin/law_server.hpp): what a plugin does
// wrong happens to the process that opened it.
#pragma once

#include <memory>
#include <string>

#include "core/friction_law.hpp"
#include "models/sdk/slipfront_plugin.h"

namespace slipfront {

/// Throws a Failure that names the file: no shared library, no slipfront_plugin() in it,
/// another version of the ABI, a table with holes. The library stays loaded.
std::unique_ptr<FrictionLaw> open_plugin(const std::string& file);

/// The law behind a table, which has to outlive it. `file` is for messages. What a function
/// of the table reports becomes a LawFailure: `reported "..."`.
std::unique_ptr<FrictionLaw> law_of_table(const slipfront_plugin_v1* table,
                                          const std::string& file);

}  // namespace slipfront
