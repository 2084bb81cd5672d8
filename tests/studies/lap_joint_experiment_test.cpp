#include "studies/lap_joint_experiment.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>

#include "experiment/backbone_file.hpp"

using namespace slipfront;

namespace {

std::string shipped(int mode) {
  return std::string(SLIPFRONT_SOURCE_DIR) + "/studies/data/lap-joint-mode-" +
         std::to_string(mode) + ".csv";
}

void check_column(const std::vector<double>& made, const std::vector<double>& read) {
  REQUIRE(made.size() == read.size());
  // Converged solutions agree to the solver's tolerance on every machine.
  for (std::size_t i = 0; i < made.size(); ++i) CHECK(made[i] == Approx(read[i]).epsilon(1e-6));
}

}  // namespace

// SLIPFRONT_WRITE_EXPERIMENT=1 writes the files anew, for when the generator has changed.
TEST_CASE("the shipped experiment is what the generator makes") {
  for (const auto& [mode, made] : simulate()) {
    CAPTURE(mode);
    if (std::getenv("SLIPFRONT_WRITE_EXPERIMENT")) write_backbone(shipped(mode), made);
    const MeasuredBackbone read = read_backbone(shipped(mode));
    CHECK_FALSE(read.response_amplitude);
    check_column(made.amplitude, read.amplitude);
    check_column(made.frequency_hz, read.frequency_hz);
    check_column(made.frequency_lower, read.frequency_lower);
    check_column(made.frequency_upper, read.frequency_upper);
    check_column(made.damping, read.damping);
    check_column(made.damping_lower, read.damping_lower);
    check_column(made.damping_upper, read.damping_upper);
  }
}

TEST_CASE("the virtual joint softens and dissipates like a bolted joint") {
  const LapJointExperiment experiment;
  const auto backbones = simulate(experiment);
  REQUIRE(backbones.size() == 3);
  for (const auto& [mode, b] : backbones) {
    CAPTURE(mode);
    CHECK(b.size() == 30);
    for (std::size_t i = 0; i < b.size(); ++i) {
      if (i > 0) CHECK(b.frequency_hz[i] < b.frequency_hz[i - 1]);
      if (i > 0) CHECK(b.damping[i] > b.damping[i - 1]);
      CHECK(b.damping[i] > experiment.viscous_damping);
      CHECK(b.frequency_lower[i] < b.frequency_hz[i]);
      CHECK(b.frequency_upper[i] > b.frequency_hz[i]);
      CHECK(b.damping_lower[i] < b.damping[i]);
      CHECK(b.damping_upper[i] > b.damping[i]);
    }
  }
  const MeasuredBackbone& first = backbones.at(1);
  CHECK(first.frequency_hz.back() < 0.98 * first.frequency_hz.front());
  CHECK(first.frequency_hz.back() > 0.90 * first.frequency_hz.front());
  CHECK(first.damping.back() > 8 * first.damping.front());
}
