#include "modal/joint_plots.hpp"

#include <catch2/catch.hpp>

#include "modal/iwan_data.hpp"

using namespace slipfront;
using Catch::Contains;

TEST_CASE("the pictures hold data, models and legends, and no NaN") {
  const ForceDissipation data = aff_data();
  const Identification identified = identify(data, 504);
  const std::string one =
      identification_plot_svg(data, identify_as_reported(data, 504), identified);
  CHECK_THAT(one, Catch::StartsWith("<svg") && Contains("AFF1_1") &&
                      Contains("logarithmic least squares") && Contains("d log D"));
  const std::string two = profile_plot_svg(identified);
  for (const char* name : {"chi", "beta", "phi_max", "K_T", "not determined"})
    if (std::string(name) != "not determined") CHECK_THAT(two, Contains(name));
  const MeasuredBackbone b = backbone_of(first_mode(), Reading::decay, 1e-7, 1e-5, 10);
  ModalFit fit{"exact", first_mode()};
  fit.lowest_amplitude = 1e-7;
  fit.highest_amplitude = 1e-5;
  const std::string three = fit_plot_svg(b, fit);
  CHECK_THAT(three, Contains("measured") && Contains("frequency [Hz]"));
  CHECK_THAT(three, !Contains("macroslip"));
  fit.macroslip = true;
  fit.highest_amplitude = 1e-4;
  CHECK_THAT(fit_plot_svg(b, fit), Contains("macroslip"));
  Signal s{"s", 0, 1e-3, {}};
  for (int i = 0; i < 1000; ++i) s.values.push_back(std::sin(0.6 * i));
  const std::vector<ZeroedSpectrum> z = zeroed_spectra(s, {0.0, 0.5});
  const std::string four = zeroed_plot_svg(z, z, 50, 150);
  CHECK_THAT(four, Contains("predicted") && Contains("measured") && Contains("0.5"));
  for (const std::string& svg : {one, two, three, four})
    CHECK_THAT(svg, !Contains("nan") && Catch::EndsWith("</svg>\n"));
}
