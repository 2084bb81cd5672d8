#include "modal/fit.hpp"

#include <catch2/catch.hpp>

#include "core/failure.hpp"
#include "experiment/ringdown.hpp"
#include "experiment/smooth_backbone.hpp"
#include "modal/iwan_data.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

/// The backbone that `ringdown --smooth` makes of a release.
MeasuredBackbone ringdown_backbone(double q0, double seconds, std::optional<double> start) {
  const double sampling = 4096;
  const int parts = 16;
  const TimeResponse r = released(first_mode(), q0, seconds, sampling, parts);
  Record record;
  record.source = "ring-down";
  record.sampling_hz = sampling;
  record.channels = {{"q", {}}};
  for (std::size_t i = 0; i < r.size(); i += parts)
    record.channels[0].acceleration.push_back(r.acceleration[i]);
  RingdownOptions options;
  options.band = Band{60, 200};
  options.mode_shape = 1;
  options.start = start;
  return SmoothBackbone(analyse_ringdown(record, options), {}).backbone();
}

void check_microslip(const ModalFit& fit) {
  const ModalIwan truth = first_mode();
  CHECK(fit.model.k0() == Approx(truth.k0()).epsilon(1e-3));
  CHECK(fit.model.viscous == Approx(truth.viscous).epsilon(0.02));
  CHECK(fit.model.joint.chi() == Approx(truth.joint.chi()).margin(0.02));
  for (const std::string name : {"K0", "R", "chi", "C"}) CHECK(fit.quantity(name).identifiable);
}

}  // namespace

TEST_CASE("a ring-down from 0.7 F_S: K0, R, chi, C; the other four are not identifiable") {
  const ModalIwan truth = first_mode();
  const ModalFit fit = fit_modal_iwan(
      ringdown_backbone(truth.joint.amplitude(0.7 * 2.33), 1.2, 0.0), {.reading = Reading::decay});
  check_microslip(fit);
  CHECK_FALSE(fit.macroslip);
  for (const std::string name : {"F_S", "K_T", "K_inf", "beta"})
    CHECK_FALSE(fit.quantity(name).identifiable);
  // Their bounds hold the truth.
  CHECK(*fit.quantity("F_S").lower < 2.33);
  CHECK(*fit.quantity("K_T").lower < 1.37e5);
  CHECK(*fit.quantity("K_inf").upper > 4.41e5);
  CHECK(*fit.quantity("phi_max").lower < truth.joint.phi_max());
  CHECK(fit.model.joint.phi_max() > fit.highest_amplitude);
}

TEST_CASE("without a stated reading the one that fits is kept") {
  for (const Reading reading : {Reading::decay, Reading::cycle}) {
    const ModalFit fit = fit_modal_iwan(backbone_of(first_mode(), reading, 1e-7, 1.6e-5, 20));
    CHECK(fit.reading == reading);
    check_microslip(fit);
    CHECK_FALSE(fit.macroslip);
    CHECK(fit.model.k0() == Approx(first_mode().k0()).epsilon(1e-8));
  }
}

TEST_CASE("the turning points of a decay from 3 phi_max: all parameters", "[long]") {
  const ModalIwan truth = first_mode();
  const TimeResponse r = released(truth, 3 * truth.joint.phi_max(), 1.2, 4096, 64);
  MeasuredBackbone b;
  b.source = "turning points";
  for (const TurningPoint& p : turning_points(r)) {
    b.amplitude.insert(b.amplitude.begin(), p.amplitude);
    b.frequency_hz.insert(b.frequency_hz.begin(), p.frequency_hz);
    b.damping.insert(b.damping.begin(), p.damping);
  }
  b.frequency_lower = b.frequency_upper = b.frequency_hz;
  b.damping_lower = b.damping_upper = b.damping;
  const ModalFit fit = fit_modal_iwan(b, {.reading = Reading::decay});
  CHECK(fit.macroslip);
  check_microslip(fit);
  CHECK(fit.model.joint.slip_force() == Approx(2.33).epsilon(0.05));
  // Half cycles that pass phi_max average over its corner.
  CHECK(fit.model.joint.phi_max() == Approx(truth.joint.phi_max()).epsilon(0.06));
  for (const std::string name : {"F_S", "K_T", "K_inf", "phi_max"})
    CHECK(fit.quantity(name).identifiable);
}

TEST_CASE("a measured ring-down that passes phi_max: F_S within 5 %", "[long]") {
  const ModalIwan truth = first_mode();
  for (const double multiple : {3.0, 5.0}) {
    const MeasuredBackbone b = ringdown_backbone(multiple * truth.joint.phi_max(), 1.6, {});
    CHECK(b.amplitude.back() > 0.8 * multiple * truth.joint.phi_max());
    const ModalFit fit = fit_modal_iwan(b, {.reading = Reading::decay});
    CAPTURE(multiple);
    CHECK(fit.macroslip);
    CHECK(fit.model.joint.slip_force() == Approx(2.33).epsilon(0.05));
    CHECK(fit.quantity("F_S").identifiable);
    CHECK(fit.model.k0() == Approx(truth.k0()).epsilon(1e-3));
  }
}

TEST_CASE("exact data beyond phi_max give back all six parameters", "[long]") {
  const ModalIwan truth = first_mode();
  const ModalFit fit =
      fit_modal_iwan(backbone_of(truth, Reading::cycle, 1e-7, 3 * truth.joint.phi_max(), 30),
                     {.reading = Reading::cycle});
  CHECK(fit.macroslip);
  CHECK(fit.model.joint.slip_force() == Approx(2.33).epsilon(1e-6));
  CHECK(fit.model.joint.beta() == Approx(0.0316).epsilon(1e-4));
  CHECK(fit.model.k_inf == Approx(4.41e5).epsilon(1e-6));
}

TEST_CASE("a backbone whose frequency rises is no modal Iwan model: a warning says so") {
  MeasuredBackbone b = backbone_of(first_mode(), Reading::decay, 1e-7, 1e-5, 10);
  CHECK(fit_modal_iwan(b, {.reading = Reading::decay}).warnings.empty());
  for (std::size_t i = 0; i < b.size(); ++i) b.frequency_hz[i] *= 1 + 1e4 * b.amplitude[i];
  b.frequency_lower = b.frequency_upper = b.frequency_hz;
  const ModalFit fit = fit_modal_iwan(b, {.reading = Reading::decay});
  REQUIRE(fit.warnings.size() == 1);
  CHECK_THAT(fit.warnings[0], Contains("misses the frequency") && Contains("only falls"));
}

TEST_CASE("backbones that no modal model can be fitted to are refused") {
  MeasuredBackbone b = backbone_of(first_mode(), Reading::decay, 1e-7, 1e-5, 5);
  CHECK_THROWS_WITH(fit_modal_iwan(b), Contains("5 amplitudes") && Contains("six"));
  b = backbone_of(first_mode(), Reading::decay, 1e-7, 1e-5, 8);
  b.response_amplitude = true;
  CHECK_THROWS_WITH(fit_modal_iwan(b), Contains("modal amplitudes") && Contains("--mode-shape"));
}
