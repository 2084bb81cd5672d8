// A plugin's law, evaluated in worker processes: a crash, a hang or an exception of the
// plugin becomes a LawFailure here and now, and the next evaluation goes on with another
// worker.
//
// Each thread that evaluates has a worker while it does so: there are as many workers as
// evaluations at the same time. They are started when first needed and kept.
//
// Limits: one round trip between processes per call, so points belong in one batch. A law
// whose domain_violation crashes is inside its domain as far as is known; bind then says.
#pragma once

#include <memory>
#include <string>

#include "core/friction_law.hpp"
#include "models/plugin/worker_process.hpp"

namespace slipfront {

/// The law of a plugin file; its description has the file's fingerprint as `build`. Throws
/// a Failure that names the file if it is no plugin, or crashes or hangs while it is loaded.
std::unique_ptr<FrictionLaw> isolate_plugin(const std::string& file,
                                            const IsolationOptions& options = {});

}  // namespace slipfront
