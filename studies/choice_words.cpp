#include "studies/choice_words.hpp"

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

std::string to_text(Dissipation dissipation) {
  return dissipation == Dissipation::modal ? "modal" : "local";
}

}  // namespace slipfront
