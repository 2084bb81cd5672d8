#include "experiment/specimen_model.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "core/failure.hpp"
#include "experiment/simulate.hpp"
#include "experiment/specimen.hpp"
#include "io/mat_file.hpp"
#include "io/temporary_folder.hpp"
#include "shared_data.hpp"

using namespace slipfront;

TEST_CASE("the model of a file knows where its points are") {
  NEEDS_SHARED_DATA(path, "brb_fjrom.mat");
  const SpecimenModel model = specimen_model(path);
  REQUIRE(model.x.size() == 152);
  CHECK(model.structure->interface.points() == 152);
  const auto [low, high] = std::minmax_element(model.x.begin(), model.x.end());
  CHECK(*high - *low == Approx(0.1126).margin(1e-3));
}

namespace {

/// The shipped beam with every length changed by a share, or a smaller one of the same symmetry.
std::string dimensions(const TemporaryFolder& folder, double share, bool small) {
  std::ifstream file(SLIPFRONT_SOURCE_DIR "/rom/specs/brb.json");
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(file);
  const std::function<void(nlohmann::ordered_json&)> change = [&](nlohmann::ordered_json& at) {
    for (auto& [key, value] : at.items())
      if (value.is_object() && key != "material" && key != "reduction")
        change(value);
      else if (value.is_number_float())
        value = value.get<double>() * (1 + share);
  };
  change(json);
  if (small) json["refinement"] = 2;
  const std::string path = folder.file("beam.json");
  std::ofstream(path) << json.dump();
  return path;
}

/// Dimensions that differ by rounding: the same points, and the same true backbone.
void check_rounding(int elements, bool small) {
  const TemporaryFolder folder;
  const SpecimenProperties worn =
      read_simulation(SLIPFRONT_SOURCE_DIR "/experiment/specimens/worn.json").properties;
  const std::vector<double> amplitudes = {1e-6, 3.55e-6, 1e-5};
  const auto made = [&](double share) {
    return specimen_model(dimensions(folder, share, small), elements);
  };
  const SpecimenModel model = made(0);
  const auto truth = Specimen(model.structure, model.x, model.y, worn).backbone(1, amplitudes);
  for (const double share : {1e-14, -1e-14}) {
    CAPTURE(share, elements);
    const SpecimenModel other = made(share);
    REQUIRE(other.x.size() == model.x.size());
    for (std::size_t i = 0; i < model.x.size(); ++i) {
      CHECK(other.x[i] == Approx(model.x[i]).margin(1e-9));
      CHECK(other.y[i] == Approx(model.y[i]).margin(1e-9));
    }
    const auto again = Specimen(other.structure, other.x, other.y, worn).backbone(1, amplitudes);
    for (std::size_t i = 0; i < amplitudes.size(); ++i) {
      CHECK(again.frequency_hz[i] == Approx(truth.frequency_hz[i]).epsilon(1e-6));
      CHECK(again.damping[i] == Approx(truth.damping[i]).epsilon(1e-6));
    }
  }
}

}  // namespace

TEST_CASE("a small beam's specimen does not hang on the rounding of its dimensions") {
  check_rounding(60, true);
}

TEST_CASE("the worn specimen does not hang on the rounding of its dimensions", "[long]") {
  check_rounding(240, false);
}

TEST_CASE("files without a mesh are refused") {
  const TemporaryFolder folder;
  write_mat(folder.file("m.mat"), {{"K", Eigen::MatrixXd::Identity(3, 3)}});
  CHECK_THROWS_AS(specimen_model(folder.file("m.mat")), Failure);
  CHECK_THROWS_AS(specimen_model(folder.file("absent.json")), Failure);
}

TEST_CASE("a beam from its dimensions, with the elements asked for", "[long]") {
  const SpecimenModel model = specimen_model(SLIPFRONT_SOURCE_DIR "/rom/specs/brb.json", 200);
  CHECK(model.x.size() == static_cast<std::size_t>(model.structure->interface.points()));
  CHECK(model.structure->interface.points() == Approx(200).epsilon(0.1));
  const auto [low, high] = std::minmax_element(model.x.begin(), model.x.end());
  CHECK(*low == Approx(-*high).epsilon(0.05));
}
