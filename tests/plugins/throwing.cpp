// A law by the SDK whose author throws.
#include <stdexcept>

#include "models/sdk/slipfront_plugin.hpp"

namespace {

struct Throwing {
  static constexpr slipfront::plugin::Law law = {
      .name = "throwing", .title = "Throws", .source = "a test"};
  static constexpr slipfront::plugin::Parameter parameters[] = {{.name = "stiffness",
                                                                 .symbol = "k",
                                                                 .unit = "N/m^3",
                                                                 .log10_scale = true,
                                                                 .lower = 1e10,
                                                                 .upper = 1e14,
                                                                 .area_scaled = true}};
  template <class T>
  static T force(const T& u, const T* p) {
    if (slipfront::value_of(u) > 1) throw std::runtime_error("one metre is too far");
    return p[0] * u;
  }
};

}  // namespace

SLIPFRONT_EXPORT_LAW(Throwing)
