#include "experiment/ringdown_plots.hpp"

#include <catch2/catch.hpp>

#include "experiment/ringdown.hpp"
#include "experiment/smooth_backbone.hpp"
#include "synthetic.hpp"

using namespace slipfront;
using Catch::Matchers::Contains;

TEST_CASE("pictures of decay, spectrum and points") {
  auto x = synthetic::decay([](double q) { return 178 - 2 * q; },
                            [](double q) { return 0.002 + 0.003 * q; }, 1);
  synthetic::add_noise(x, 1e6, 60, 1);
  const Record record = synthetic::record(x);
  const auto decays = analyse_ringdown(record, {.band = Band{140, 225}});
  CHECK_THAT(decay_plot_svg(decays[0]), Contains("envelope") && Contains("fitted peaks"));
  CHECK_THAT(spectrum_plot_svg(record, decays[0]), Contains("band") && Contains("frequency [Hz]"));
  const SmoothBackbone smooth(decays);
  CHECK_THAT(points_plot_svg(decays, &smooth.backbone()),
             Contains("95 % bounds") && Contains("response amplitude [m]"));
  CHECK(points_plot_svg(decays, nullptr).find("bounds") == std::string::npos);
}
