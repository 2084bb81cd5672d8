#include "core/friction_law.hpp"

namespace slipfront {

std::string to_text(Framework framework) {
  return framework == Framework::masing ? "masing" : "non_masing";
}

}  // namespace slipfront
