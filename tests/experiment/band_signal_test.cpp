#include "experiment/band_signal.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "synthetic.hpp"

using namespace slipfront;

TEST_CASE("a straight line is taken out") {
  std::vector<double> x;
  for (int i = 0; i < 50; ++i) x.push_back(3 + 0.5 * i);
  remove_line(x);
  for (const double value : x) CHECK(value == Approx(0).margin(1e-12));
}

TEST_CASE("one mode of two passes from its first cycle on") {
  const double rate = 25600;
  const auto one = synthetic::decay([](double) { return 178.0; }, [](double) { return 0.004; }, 1);
  const auto other =
      synthetic::decay([](double) { return 590.0; }, [](double) { return 0.003; }, 1);
  std::vector<double> both = one;
  for (std::size_t i = 0; i < both.size(); ++i) both[i] += 0.3 * other[i] + 5;
  const Band band{140, 225};
  const BandPass filter(band, rate);
  const std::vector<double> left = isolate_band(both, rate, band, filter);
  const double gain = filter.zero_phase_gain(178), size = std::pow(2 * synthetic::kPi * 178, 2);
  for (std::size_t i = 0; i < left.size() / 2; i += 13) {
    CAPTURE(i);
    CHECK(std::abs(left[i] - gain * one[i]) < 0.01 * size);
  }
}
