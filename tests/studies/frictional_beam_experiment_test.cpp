#include "studies/frictional_beam_experiment.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>

#include "experiment/backbone_file.hpp"
#include "models/registry.hpp"
#include "studies/check_study.hpp"

using namespace slipfront;

namespace {

std::string shipped(int mode) {
  return std::string(SLIPFRONT_SOURCE_DIR) + "/studies/data/frictional-beam-mode-" +
         std::to_string(mode) + ".csv";
}

}  // namespace

// SLIPFRONT_WRITE_EXPERIMENT=1 writes the files anew, for when the generator has changed.
TEST_CASE("the shipped experiment of the frictional beam is what the generator makes") {
  const auto backbones = simulate(FrictionalBeamExperiment{});
  REQUIRE(backbones.size() == 3);
  for (const auto& [mode, made] : backbones) {
    CAPTURE(mode);
    if (std::getenv("SLIPFRONT_WRITE_EXPERIMENT")) write_backbone(shipped(mode), made);
    const MeasuredBackbone read = read_backbone(shipped(mode));
    REQUIRE(read.size() == made.size());
    for (std::size_t i = 0; i < made.size(); ++i) {
      CHECK(made.amplitude[i] == Approx(read.amplitude[i]).epsilon(1e-6));
      CHECK(made.frequency_hz[i] == Approx(read.frequency_hz[i]).epsilon(1e-6));
      CHECK(made.damping[i] == Approx(read.damping[i]).epsilon(1e-6));
      CHECK(made.damping_upper[i] == Approx(read.damping_upper[i]).epsilon(1e-6));
      if (i > 0) CHECK(made.frequency_hz[i] < made.frequency_hz[i - 1]);
      CHECK(made.damping[i] > 1e-3);
    }
    CHECK(made.frequency_hz.back() < 0.992 * made.frequency_hz.front());
  }
}

TEST_CASE("the shipped study of the frictional beam passes its check") {
  const StudyCheck check = check_study(
      std::string(SLIPFRONT_SOURCE_DIR) + "/studies/frictional-beam.json", Registry::built_in());
  CHECK(check.problems.empty());
}
