// A reduced model named on the command line: a file, or "built-in:lap-joint".
#pragma once

#include <memory>
#include <string>

#include "core/structure.hpp"

namespace slipfront {

/// Throws a Failure.
std::shared_ptr<const Structure> rom_argument(const std::string& text);

}  // namespace slipfront
