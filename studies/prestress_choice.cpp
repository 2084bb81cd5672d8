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

}  // namespace slipfront
