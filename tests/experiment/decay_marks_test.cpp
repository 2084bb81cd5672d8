#include "experiment/decay_marks.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;
using Catch::Matchers::Contains;

namespace {

/// Half waves of heights exp(-10 t), every 3 ms.
std::vector<HalfWave> waves(int count) {
  std::vector<HalfWave> list;
  for (int k = 0; k < count; ++k) list.push_back({0.003 * k, std::exp(-0.03 * k)});
  return list;
}

}  // namespace

TEST_CASE("the decay ends in its noise; what comes back is told") {
  Decay decay;
  decay.start = 2;
  decay.noise = std::exp(-3.0) / 3;
  std::vector<HalfWave> list = waves(200);
  cut_end(list, 0.6, false, decay);
  CHECK(list.size() == 100);
  CHECK(decay.end == Approx(2 + 0.003 * 99));
  REQUIRE(decay.notes.size() == 1);
  CHECK_THAT(decay.notes[0], Contains("end chosen: 2.3 s"));
  CHECK(decay.warnings.empty());
  list = waves(200);
  list[150].height = 0.5;
  cut_end(list, 0.6, true, decay);
  REQUIRE(decay.warnings.size() == 1);
  CHECK_THAT(decay.warnings[0], Contains("comes back at 2.45 s"));
}

TEST_CASE("growth is marked, and as a blow if it is sudden") {
  Decay decay;
  std::vector<HalfWave> list = waves(100);
  CHECK_FALSE(mark_growth(list, 1, 0.008, decay));
  CHECK(decay.unfit.empty());
  for (std::size_t k = 60; k < 100; ++k) list[k].height += 0.5;
  const auto blow = mark_growth(list, 1, 0.008, decay);
  REQUIRE(blow);
  CHECK(*blow == Approx(0.003 * 59 - 0.008));
  CHECK_THAT(decay.unfit, Contains("an amplitude that grows"));
  CHECK_FALSE(mark_growth(list, 1, 0.0005, decay));   // as slowly as a beat
  CHECK_FALSE(mark_growth(list, 0.1, 0.008, decay));  // behind what is sound
}

TEST_CASE("two modes that beat leave no smooth curve") {
  Decay decay;
  for (int i = 0; i < 50; ++i) decay.points.push_back({.damping = 0.003});
  mark_ever_faster(decay);
  CHECK(decay.unfit.empty());
  decay.points.back().damping = 0.01;
  mark_ever_faster(decay);
  CHECK_THAT(decay.unfit, Contains("ever faster"));
  mark_beat({.frequency_hz = 179, .other_hz = 178, .share = 0.5}, decay);
  CHECK_THAT(decay.unfit, Contains("two modes that beat, 178 and 179 Hz"));
  REQUIRE(decay.warnings.size() == 1);
  CHECK_THAT(decay.warnings[0], Contains("the lesser with 0.5 of the other's amplitude"));
}
