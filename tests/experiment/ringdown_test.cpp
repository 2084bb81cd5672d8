#include "experiment/ringdown.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <tuple>

#include "core/failure.hpp"
#include "synthetic.hpp"

using namespace slipfront;
using Catch::Matchers::Contains;

namespace {

std::vector<double> ring(double seconds = 1.5, double frequency = 178, double zeta = 0.004) {
  auto x =
      synthetic::decay([=](double) { return frequency; }, [=](double) { return zeta; }, seconds);
  synthetic::add_noise(x, std::pow(2 * synthetic::kPi * frequency, 2), 60, 2);
  return x;
}

std::vector<double> after_silence(const std::vector<double>& x, std::size_t samples = 2560) {
  std::vector<double> all(samples, 0.0);
  synthetic::add_noise(all, std::pow(2 * synthetic::kPi * 178, 2), 60, 4);
  all.insert(all.end(), x.begin(), x.end());
  return all;
}

std::string complaint(std::vector<double> x, RingdownOptions options = {.band = Band{140, 225}},
                      double rate = 25600) {
  try {
    analyse_ringdown(synthetic::record(std::move(x), rate), options);
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "";
}

}  // namespace

TEST_CASE("start, end and band are chosen and noted") {
  const auto decays = analyse_ringdown(synthetic::record(after_silence(ring())), {});
  REQUIRE(decays.size() == 1);
  const Decay& d = decays[0];
  CHECK(d.start > 0.1);
  CHECK(d.start < 0.11);
  CHECK(d.end < 1.7);
  CHECK(d.band.low < 178);
  CHECK(d.band.high > 178);
  CHECK(d.response_amplitude);
  CHECK(d.warnings.empty());
  CHECK_FALSE(d.notes.empty());
  for (const DecayPoint& p : d.points) {
    if (p.amplitude < 0.02) continue;
    CHECK(p.frequency_hz == Approx(178).epsilon(1e-3));
    CHECK(p.damping == Approx(0.004).epsilon(0.03));
    CHECK(p.time >= d.start);
  }
}

TEST_CASE("stated start and end are kept; modal amplitudes need the mode shape") {
  RingdownOptions options{.band = Band{140, 225}, .start = 0.3, .end = 0.8, .mode_shape = -2};
  const auto decays = analyse_ringdown(synthetic::record(after_silence(ring())), options);
  CHECK(decays[0].start == Approx(0.3).margin(1e-4));
  CHECK(decays[0].end <= 0.8);
  CHECK_FALSE(decays[0].response_amplitude);
  options.start = 5;
  CHECK_THAT(complaint(ring(), options), Contains("a start at 5 s"));
  CHECK_THAT(complaint(ring(), {.band = Band{140, 225}, .start = 0.5, .end = 0.2}),
             Contains("end before the start"));
  CHECK_THAT(complaint(ring(), {.mode_shape = 0}), Contains("must not be 0"));
}

TEST_CASE("a hit in the middle ends the decay and is marked; all hits can be used") {
  std::vector<double> x = after_silence(ring(1));
  const auto second = ring(1);
  x.insert(x.end(), second.begin(), second.end());
  const auto one = analyse_ringdown(synthetic::record(x), {.band = Band{140, 225}});
  REQUIRE(one.size() == 1);
  REQUIRE(one[0].warnings.size() == 1);
  CHECK_THAT(one[0].warnings[0], Contains("hits at") && Contains("only the decay of the first"));
  CHECK(one[0].end < 1.11);
  const auto all =
      analyse_ringdown(synthetic::record(x), {.band = Band{140, 225}, .all_hits = true});
  REQUIRE(all.size() == 2);
  CHECK(all[1].hit == 2);
  CHECK(all[1].start > 1.05);
}

TEST_CASE("nonsense is refused by name") {
  CHECK_THAT(complaint(std::vector<double>(20000, 1.0)), Contains("a flat signal"));
  CHECK_THAT(complaint(ring(0.05)), Contains("cycles"));
  CHECK_THAT(complaint(ring(), {.band = Band{700, 900}}), Contains("no mode") && Contains("178"));
  CHECK_THAT(complaint(ring(), {.band = Band{140, 20000}}), Contains("half the sampling rate"));
  CHECK_THAT(complaint(ring(), {.band = Band{140, 225}}, 1000), Contains("sampling rate"));
  std::vector<double> clipped = ring();
  const double limit = 0.5 * clipped[0];
  for (double& value : clipped) value = std::clamp(value, -limit, limit);
  CHECK_THAT(complaint(clipped), Contains("clipped") && Contains("--start"));
  std::vector<double> two = ring();
  const auto other = ring(1.5, 205);
  for (std::size_t i = 0; i < two.size(); ++i) two[i] += other[i];
  CHECK_THAT(complaint(two), Contains("two modes"));
  // The beat of two close modes looks like hits every 83 ms.
  std::vector<double> beat = after_silence(ring());
  const auto close = after_silence(ring(1.5, 190));
  for (std::size_t i = 0; i < beat.size(); ++i) beat[i] += close[i];
  CHECK_THAT(complaint(beat), Contains("two modes"));
  std::vector<double> noise(40000, 0.0);
  synthetic::add_noise(noise, 1, 0, 9);
  CHECK_FALSE(complaint(noise).empty());
  std::vector<double> growing = ring();
  std::reverse(growing.begin(), growing.end());
  CHECK_FALSE(complaint(growing).empty());
}

TEST_CASE("noise of 20 dB before the blow: the decay after it is used, nothing stated") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const double size = std::pow(2 * synthetic::kPi * 178, 2);
    auto clean = synthetic::decay([](double) { return 178.0; }, [](double) { return 0.004; }, 1.5);
    std::vector<double> x(2560, 0.0);
    x.insert(x.end(), clean.begin(), clean.end());
    synthetic::add_noise(x, size, 20, seed);
    const Decay d = analyse_ringdown(synthetic::record(x), {.band = Band{140, 225}})[0];
    CHECK(d.start > 0.1);
    CHECK(d.start < 0.11);
    CHECK(d.unfit.empty());
    for (const DecayPoint& p : d.points) {
      if (p.amplitude < 0.1) continue;
      CHECK(p.frequency_hz == Approx(178).epsilon(2e-3));
      CHECK(p.damping == Approx(0.004).epsilon(0.1));
    }
  }
}

TEST_CASE("another blow within the decay ends it, large or small") {
  const auto first = after_silence(ring());
  for (const auto& [share, seconds] : {std::pair{1.0, 0.25}, {0.2, 0.366}, {0.03, 0.5}}) {
    std::vector<double> x = first;
    const auto blow = ring(1.5);
    const auto at = static_cast<std::size_t>((0.1 + seconds) * 25600);
    for (std::size_t i = at; i < x.size(); ++i) x[i] += share * blow[i - at];
    const Decay d = analyse_ringdown(synthetic::record(x), {.band = Band{140, 225}})[0];
    CAPTURE(share, d.start, d.end, d.warnings);
    CHECK(d.warnings.size() == 1);
    CHECK_THAT(d.warnings[0], Contains("another blow at"));
    CHECK(d.unfit.empty());
    CHECK(d.end < 0.1 + seconds + 0.005);
    CHECK(d.end > 0.1 + seconds - 0.05);
    for (const DecayPoint& p : d.points) {
      CHECK(p.frequency_hz == Approx(178).epsilon(1e-3));
      CHECK(p.damping == Approx(0.004).epsilon(0.03));
    }
  }
}

TEST_CASE("what is no decay of one mode is refused, or no curve goes through it") {
  // A steady tone, samples lost, a band far from any mode.
  std::vector<double> tone(40000);
  for (std::size_t i = 0; i < tone.size(); ++i)
    tone[i] = std::sin(2 * synthetic::kPi * 178 * static_cast<double>(i) / 25600);
  synthetic::add_noise(tone, 1, 40, 3);
  CHECK_THAT(complaint(tone), Contains("must decay"));
  std::vector<double> lost = ring();
  std::fill(lost.begin() + 8000, lost.begin() + 9000, 0.0);
  CHECK_THAT(complaint(lost), Contains("one value for 1000 samples"));
  CHECK_THAT(complaint(ring(), {.near_hz = 400}), Contains("no mode near 400 Hz"));
  CHECK_THAT(complaint(ring(), {.near_hz = 3000}), Contains("modes found") && Contains("178"));
  // Two modes 1 and 3 Hz apart beat: no peaks of their own.
  for (const auto& [other, share] : {std::pair{179.0, 1.0}, {181.0, 0.3}}) {
    std::vector<double> beat = after_silence(ring());
    const auto close = after_silence(ring(1.5, other));
    for (std::size_t i = 0; i < beat.size(); ++i) beat[i] += share * close[i];
    CAPTURE(other);
    CHECK_FALSE(
        analyse_ringdown(synthetic::record(beat), {.band = Band{140, 225}})[0].unfit.empty());
  }
  // A small neighbour is marked.
  std::vector<double> small = ring();
  const auto weak = ring(1.5, 205);
  for (std::size_t i = 0; i < small.size(); ++i) small[i] += 0.04 * weak[i];
  const Decay d = analyse_ringdown(synthetic::record(small), {.band = Band{140, 225}})[0];
  REQUIRE_FALSE(d.warnings.empty());
  CHECK_THAT(d.warnings[0], Contains("% of the amplitude are not the mode's"));
}

TEST_CASE("two modes closer than the spectrum can part are named") {
  const double size = std::pow(2 * synthetic::kPi * 178, 2);
  const auto mode = [](double hz, double zeta) {
    return synthetic::decay([=](double) { return hz; }, [=](double) { return zeta; }, 3);
  };
  const auto first = mode(178, 0.003);
  for (const auto& [other, zeta, share, decibel] : {std::tuple{179.0, 0.003, 0.5, 60.0},
                                                    {179.0, 0.003, 0.2, 40.0},
                                                    {177.0, 0.003, 0.7, 60.0},
                                                    {180.0, 0.0045, 0.3, 40.0},
                                                    {180.0, 0.003, 1.0, 60.0},
                                                    {180.0, 0.003, 0.2, 20.0}}) {
    std::vector<double> x = first;
    const auto second = mode(other, zeta);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += share * second[i];
    synthetic::add_noise(x, size, decibel, 7);
    const Decay d =
        analyse_ringdown(synthetic::record(x), {.band = Band{140, 225}, .start = 0.0})[0];
    CAPTURE(other, zeta, share, decibel, d.unfit);
    double low = 0, high = 0;
    const std::string said = "two modes that beat, ";
    REQUIRE_THAT(d.unfit, Contains(said));
    REQUIRE(std::sscanf(d.unfit.c_str() + d.unfit.find(said) + said.size(), "%lf and %lf Hz", &low,
                        &high) == 2);
    CHECK(low == Approx(std::min(178.0, other)).margin(0.2));
    CHECK(high == Approx(std::max(178.0, other)).margin(0.2));
    CHECK_THAT(d.warnings.back(), Contains("two modes in the band beat"));
  }
}

TEST_CASE("two modes that beat are named in every hit of a record") {
  // What follows a hit is another one, and no beat.
  constexpr double kSeconds = 1.5, kShare = 0.5;
  const auto mode = [](double hz) {
    return synthetic::decay([=](double) { return hz; }, [](double) { return 0.003; }, kSeconds);
  };
  const std::vector<double> first = mode(178), second = mode(180);
  std::vector<double> x;
  for (int hit = 0; hit < 2; ++hit)
    for (std::size_t i = 0; i < first.size(); ++i) x.push_back(first[i] + kShare * second[i]);
  synthetic::add_noise(x, std::pow(2 * synthetic::kPi * 178, 2), 60, 7);
  const Record record = synthetic::record(x);
  const auto check = [](const Decay& d) {
    CAPTURE(d.start, d.unfit);
    CHECK_THAT(d.unfit, Contains("two modes that beat, 178 and 180 Hz"));
  };
  const auto all = analyse_ringdown(record, {.band = Band{140, 225}, .all_hits = true});
  CHECK(all.size() == 2);
  for (const Decay& d : all) check(d);
  check(analyse_ringdown(record, {.band = Band{140, 225}, .start = 0.0})[0]);
}

TEST_CASE("channels and hits share one band; each channel has its own mode shape") {
  Record record = synthetic::record(ring());
  record.channels.push_back({"mid", record.channels[0].acceleration});
  for (double& value : record.channels[1].acceleration) value *= 0.4;
  const auto decays = analyse_ringdown(record, {.mode_shapes = {1, 0.4}});
  REQUIRE(decays.size() == 2);
  CHECK(decays[0].band.low == decays[1].band.low);
  CHECK(decays[0].points[50].amplitude == Approx(decays[1].points[50].amplitude).epsilon(1e-6));
  CHECK_THROWS_WITH(analyse_ringdown(record, {.mode_shape = 1}), Contains("one per channel"));
  // The largest peak of one channel is another mode than that of the other.
  const auto high = ring(1.5, 595);
  for (std::size_t i = 0; i < high.size(); ++i) record.channels[0].acceleration[i] += high[i];
  CHECK_THROWS_WITH(analyse_ringdown(record, {}), Contains("mid") && Contains("no mode"));
}

TEST_CASE("the Hilbert method stands beside peak fitting") {
  const auto record = synthetic::record(ring());
  const auto decays = analyse_ringdown(
      record, {.band = Band{140, 225}, .method = DecayMethod::hilbert, .polynomial_degree = 4});
  for (const DecayPoint& p : decays[0].points) {
    if (p.amplitude > 0.05) CHECK(p.damping == Approx(0.004).epsilon(0.05));
  }
}
