#include "studies/study_schema.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "io/atomic_file.hpp"
#include "studies/load_study.hpp"
#include "studies/study_json.hpp"
#include "studies/study_models.hpp"

using namespace slipfront;

namespace {

using Adapter = valijson::adapters::NlohmannJsonAdapter;

/// An independent judge: valijson.
bool valid(const nlohmann::json& document) {
  const nlohmann::json text = nlohmann::json::parse(study_schema());
  valijson::Schema schema;
  valijson::SchemaParser().populateSchema(Adapter(text), schema);
  return valijson::Validator().validate(schema, Adapter(document), nullptr);
}

nlohmann::json shipped() {
  return nlohmann::json::parse(
      read_file(std::string(SLIPFRONT_SOURCE_DIR) + "/studies/lap-joint-quick.json"));
}

}  // namespace

TEST_CASE("every shipped study and every resolved one is valid") {
  const std::string folder = std::string(SLIPFRONT_SOURCE_DIR) + "/studies";
  int studies = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    CAPTURE(entry.path().string());
    CHECK(valid(nlohmann::json::parse(read_file(entry.path().string()))));
    // The study with a plugin takes the one that the tests have built.
    std::vector<std::string> settings;
    if (nlohmann::json::parse(read_file(entry.path().string())).contains("plugins"))
      settings.push_back("plugins=[\"" + std::string(SLIPFRONT_TEST_PLUGINS) +
                         "/libramberg_osgood.so\"]");
    const StudyModels models = load_study_models(entry.path().string(), settings);
    const Study study = load_study(entry.path().string(), models.registry, settings);
    CHECK(valid(nlohmann::json::parse(study.resolved)));
    ++studies;
  }
  CHECK(studies >= 4);
}

TEST_CASE("what the reader refuses by a key's own rule, the schema refuses") {
  const auto spoilt = [](const char* pointer, const nlohmann::json& value) {
    nlohmann::json study = shipped();
    study[nlohmann::json::json_pointer(pointer)] = value;
    return study;
  };
  CHECK(valid(spoilt("/amplitudes", 20)));
  CHECK(valid(spoilt("/$schema", "study.schema.json")));
  CHECK_FALSE(valid(spoilt("/name", "")));
  CHECK_FALSE(valid(spoilt("/plugins", {""})));
  CHECK(valid(spoilt("/title", "")));
  CHECK_FALSE(valid(spoilt("/amplitudes", 1)));
  CHECK_FALSE(valid(spoilt("/amplitudes", "many")));
  CHECK_FALSE(valid(spoilt("/amplitude", 20)));
  CHECK_FALSE(valid(spoilt("/box_upper", {{"frequency", 0}})));
  CHECK_FALSE(valid(spoilt("/combinations/0/framework", "masng")));
  CHECK_FALSE(valid(spoilt("/combinations/0/optimizer", {{"popluation", 10}})));
  CHECK_FALSE(valid(spoilt("/defaults/id", "a")));
  CHECK_FALSE(valid(spoilt("/combinations/0/fit_modes", {0})));
  nlohmann::json nameless = shipped();
  nameless["combinations"][0].erase("id");
  CHECK_FALSE(valid(nameless));
}
