#include "experiment/mode_band.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "synthetic.hpp"

using namespace slipfront;
using Catch::Matchers::Contains;

namespace {

std::vector<double> modes(const std::vector<std::pair<double, double>>& list) {
  std::vector<double> sum(5000 * 2, 0.0);
  for (const auto& [f, size] : list) {
    const auto x =
        synthetic::decay([f = f](double) { return f; }, [](double) { return 0.003; }, 2, 5000);
    const double scale = size / std::pow(2 * synthetic::kPi * f, 2);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += scale * x[i];
  }
  synthetic::add_noise(sum, 0.02, 0, 1);
  return sum;
}

}  // namespace

TEST_CASE("modes are peaks, bands lie around them") {
  const Spectrum s = mode_spectrum(modes({{180, 1}, {590, 8}, {1200, 0.5}}), 5000);
  const auto found = find_modes(s);
  REQUIRE(found.size() == 3);
  CHECK(found[0].frequency_hz == Approx(180).margin(2));
  CHECK(found[2].frequency_hz == Approx(1200).margin(2));
  const auto near = choose_band(s, 200);
  REQUIRE(near);
  CHECK(near->low < 180);
  CHECK(near->high > 180);
  CHECK(near->high < 590);
  CHECK(choose_band(s, {})->centre() == Approx(590).epsilon(0.05));
}

TEST_CASE("a frequency far from any peak has no band; a neighbour that leaks in is told") {
  const Spectrum s = mode_spectrum(modes({{180, 1}, {590, 8}}), 5000);
  CHECK_FALSE(choose_band(s, 400));
  CHECK_FALSE(choose_band(s, 2000));
  CHECK(choose_band(s, 160));
  const Band band{140, 225};
  CHECK_FALSE(largest_leak(s, band, BandPass(band, 5000)));
  const Spectrum near = mode_spectrum(modes({{180, 1}, {215, 0.3}}), 5000);
  const auto leak = largest_leak(near, band, BandPass(band, 5000));
  REQUIRE(leak);
  CHECK(leak->frequency_hz == Approx(215).margin(2));
  // Beyond the edge by its gain less.
  const Spectrum equal = mode_spectrum(modes({{180, 1}, {210, 1}}), 5000);
  const Band narrow{140, 195};
  const auto beyond = largest_leak(equal, narrow, BandPass(narrow, 5000));
  REQUIRE(beyond);
  CHECK(beyond->share < BandPass(narrow, 5000).zero_phase_gain(205));
}

TEST_CASE("bands with no mode or two are named") {
  const Spectrum s = mode_spectrum(modes({{180, 1}, {210, 0.7}}), 5000);
  CHECK_THAT(band_problem(s, {150, 250}), Contains("two modes: peaks at") && Contains(" and 21"));
  CHECK_THAT(band_problem(s, {400, 700}), Contains("no mode"));
  CHECK(band_problem(s, {150, 195}).empty());
}
