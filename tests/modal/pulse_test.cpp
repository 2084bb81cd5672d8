#include "modal/pulse.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

TEST_CASE("half a sine: its ends, its top, its impulse") {
  const HalfSinePulse pulse{100, 0.02};
  CHECK(pulse.force(0) == 0);
  CHECK(pulse.force(0.02) == 0);
  CHECK(pulse.force(0.03) == 0);
  CHECK(pulse.force(-1) == 0);
  CHECK(pulse.force(0.01) == Approx(100));
  CHECK(pulse.force(0.005) == Approx(100 * std::sqrt(0.5)));
  double sum = 0;
  const int n = 2000;
  for (int i = 0; i < n; ++i) sum += pulse.force((i + 0.5) * 0.02 / n) * 0.02 / n;
  CHECK(pulse.impulse() == Approx(sum).epsilon(1e-6));
  CHECK(HalfSinePulse{}.force(0) == 0);
}
