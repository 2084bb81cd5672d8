#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "app/program.hpp"
#include "models/registry.hpp"

using namespace slipfront;
using Json = nlohmann::json;

TEST_CASE("models lists every model, for people and for programs") {
  const Printed text = slipfront_run({"models"});
  const Printed json = slipfront_run({"models", "--format", "json"});
  CHECK(text.code == 0);
  CHECK(text.error.empty());
  REQUIRE(json.code == 0);
  const Json list = Json::parse(json.out);
  const auto names = Registry::built_in().names();
  REQUIRE(list.size() == names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    CHECK_THAT(text.out, Catch::Contains(names[i]));
    CHECK(list[i].at("name") == names[i]);
    for (const char* key : {"title", "source", "frameworks"}) CHECK_FALSE(list[i].at(key).empty());
    for (const Json& parameter : list[i].at("parameters"))
      for (const char* key : {"name", "symbol", "unit", "scale", "lower", "upper", "area_scaled"})
        CHECK(parameter.contains(key));
    CHECK(list[i].at("parameters").back().at("name") == "normal_stiffness");
  }
}

TEST_CASE("one model is shown with its parameters") {
  const Json jenkins = Json::parse(slipfront_run({"models", "jenkins", "--format=json"}).out);
  CHECK(jenkins.at("name") == "jenkins");
  CHECK(jenkins.at("parameters").at(0).at("name") == "slip_traction");
  CHECK(jenkins.at("parameters").at(1).at("name") == "tangential_stiffness");
  CHECK(jenkins.at("parameters").at(0).at("scale") == "log10");
  CHECK_THAT(slipfront_run({"models", "jenkins"}).out, Catch::Contains("slip_traction"));
}

TEST_CASE("an unknown model is refused") {
  CHECK_REFUSED(({"models", "jenkin"}), "jenkin", "did you mean 'jenkins'?");
  CHECK_REFUSED(({"models", "--format", "xml"}), "--format", "text, json");
}
