#include "studies/prestress_choice.hpp"

namespace slipfront {

std::string to_text(PrestressKind kind) {
  switch (kind) {
    case PrestressKind::full:
      return "full";
    case PrestressKind::conservative:
      return "conservative";
    case PrestressKind::none:
      return "none";
  }
  return "unknown";
}

PrestressKind prestress_kind(const std::string& text) {
  if (text == "conservative") return PrestressKind::conservative;
  return text == "none" ? PrestressKind::none : PrestressKind::full;
}

std::vector<Problem> prestress_problems(PrestressKind kind, const ContactModel& contact,
                                        const std::string& where, const std::string& key) {
  if (kind != PrestressKind::conservative || contact.framework() != Framework::masing) return {};
  return {{where, key, "\"conservative\"",
           "has no meaning in the Masing framework, which keeps no friction history; this version "
           "computes patch interfaces in the Masing framework with spring contact",
           "choose full or none"}};
}

}  // namespace slipfront
