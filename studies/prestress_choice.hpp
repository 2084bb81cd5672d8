// The words for PrestressKind in studies and on the command line, and where they apply.
#pragma once

#include <string>
#include <vector>

#include "core/contact.hpp"
#include "core/failure.hpp"
#include "core/modal_solver.hpp"

namespace slipfront {

std::string to_text(PrestressKind kind);  // "full", "conservative", "none"

/// Of a text that is one of these three.
PrestressKind prestress_kind(const std::string& text);

/// A conservative prestress leaves the friction history free of traction (Porter et al.,
/// 3.3); the Masing framework has no such history, so there the word has no meaning.
std::vector<Problem> prestress_problems(PrestressKind kind, const ContactModel& contact,
                                        const std::string& where, const std::string& key);

}  // namespace slipfront
