#include "studies/virtual_experiment.hpp"

#include <catch2/catch.hpp>

#include "core/failure.hpp"
#include "rom/lap_joint.hpp"

using namespace slipfront;

namespace {

std::map<int, MeasuredBackbone> small(const std::vector<MeasuredMode>& modes) {
  return virtual_experiment(std::make_shared<const Structure>(make_lap_joint()),
                            {1.5e5, 1e12, 1e13, 2e-3}, modes, 5, "small experiment");
}

}  // namespace

TEST_CASE("bounds widen towards small amplitudes") {
  const auto backbones = small({{1, 2e-6, 3e-5, 0.01, 0.2}, {2, 5e-7, 1e-5, 0.02, 0.1}});
  REQUIRE(backbones.size() == 2);
  const MeasuredBackbone& b = backbones.at(1);
  REQUIRE(b.size() == 5);
  CHECK(b.source == "small experiment");
  CHECK(b.amplitude.front() == 2e-6);
  CHECK(b.amplitude.back() == 3e-5);
  CHECK(b.frequency_upper.back() / b.frequency_hz.back() == Approx(1.01));
  CHECK(b.frequency_upper.front() / b.frequency_hz.front() == Approx(1.015));
  CHECK(b.damping_lower.back() / b.damping.back() == Approx(0.8));
  CHECK(b.damping_lower.front() / b.damping.front() == Approx(0.7));
  CHECK(b.damping.front() > 2e-3);
  CHECK(backbones.at(2).damping_upper.back() / backbones.at(2).damping.back() == Approx(1.1));
}

TEST_CASE("an amplitude that cannot be solved is a failure") {
  CHECK_THROWS_WITH(small({{9, 2e-6, 3e-5, 0.01, 0.2}}), Catch::Contains("mode 9"));
}
