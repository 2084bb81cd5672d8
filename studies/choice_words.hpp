// The words for choices of a backbone in studies and on the command line.
#pragma once

#include <string>

#include "core/backbone_options.hpp"

namespace slipfront {

std::string to_text(PrestressKind kind);  // "full", "conservative", "none"

/// Of a text that is one of these three.
PrestressKind prestress_kind(const std::string& text);

std::string to_text(Dissipation dissipation);  // "local", "modal"

}  // namespace slipfront
