// A reduced model named on the command line: a MATLAB file, the JSON list of
// matrices in text files (rom/matrix_folder.hpp), or "built-in:" and a name
// (rom/built_in.hpp). One that is built on first use tells its progress on stderr.
#pragma once

#include <memory>
#include <string>

#include "core/structure.hpp"

namespace slipfront {

/// Throws a Failure.
std::shared_ptr<const Structure> rom_argument(const std::string& text);

}  // namespace slipfront
