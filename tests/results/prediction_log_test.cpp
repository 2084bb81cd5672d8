#include "results/prediction_log.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include "../io/temporary_folder.hpp"
#include "core/failure.hpp"
#include "io/atomic_file.hpp"

using namespace slipfront;

namespace {

Backbone backbone(double scale) {
  Backbone b;
  b.amplitude = {1e-7, 0.1 + 0.2};
  b.frequency_hz = {180.1 * scale, std::numeric_limits<double>::quiet_NaN()};
  b.damping = {1.0 / 3, std::numeric_limits<double>::quiet_NaN()};
  b.residual = {1e-308, std::numeric_limits<double>::infinity()};
  b.status = {PointStatus::converged, PointStatus::not_converged};
  return b;
}

}  // namespace

TEST_CASE("backbones that are solved are found again, exactly") {
  const TemporaryFolder folder;
  const std::string path = folder.path.string();
  {
    PredictionLog log(path);
    CHECK_FALSE(log.find({1, 2}, 1));
    log.add({1, 2}, 1, backbone(1));
    log.add({1, 2}, 2, backbone(2));
    CHECK(log.find({1, 2}, 2)->frequency_hz[0] == 180.1 * 2);
  }
  const PredictionLog log(path);
  for (const int mode : {1, 2}) {
    const auto found = log.find({1, 2}, mode);
    REQUIRE(found);
    const Backbone wanted = backbone(mode);
    CHECK(found->amplitude == wanted.amplitude);
    CHECK(found->frequency_hz[0] == wanted.frequency_hz[0]);
    CHECK(std::isnan(found->frequency_hz[1]));
    CHECK(found->damping[0] == wanted.damping[0]);
    CHECK(found->residual == wanted.residual);
    CHECK(found->status == wanted.status);
    CHECK(found->failed() == 1);
  }
  CHECK_FALSE(log.find({1, 2}, 3));
  CHECK_FALSE(log.find({1, 2 + 1e-15}, 1));
  PredictionLog::remove(path);
  CHECK(std::filesystem::is_empty(folder.path));
}

TEST_CASE("damaged lines of predictions are passed over; a log that cannot be is a Failure") {
  const TemporaryFolder folder;
  const std::string path = folder.path.string(), file = path + "/predictions.log";
  {
    PredictionLog log(path);
    log.add({1}, 1, backbone(1));
    log.add({2}, 1, backbone(2));
  }
  std::string bytes = read_file(file);
  bytes[100] ^= 1;
  std::ofstream(file, std::ios::binary) << bytes << "cut";
  const PredictionLog log(path);
  CHECK_FALSE(log.find({1}, 1));
  CHECK(log.find({2}, 1));
  CHECK_THROWS_AS(PredictionLog(path + "/nowhere"), Failure);
}
