#include "experiment/specimen_model.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>

#include "core/failure.hpp"
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
