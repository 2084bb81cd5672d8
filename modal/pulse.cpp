#include "modal/pulse.hpp"

#include <cmath>

namespace slipfront {

namespace {
constexpr double kPi = 3.14159265358979323846;
}

double HalfSinePulse::force(double time) const {
  return time > 0 && time < width ? amplitude * std::sin(kPi * time / width) : 0;
}

double HalfSinePulse::impulse() const { return 2 * amplitude * width / kPi; }

}  // namespace slipfront
