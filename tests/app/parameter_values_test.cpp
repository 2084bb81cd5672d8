#include "app/parameter_values.hpp"

#include <catch2/catch.hpp>

#include "core/failure.hpp"
#include "models/registry.hpp"

using namespace slipfront;

namespace {

ContactModel contact(const std::string& model) {
  return ContactModel(Registry::built_in().find(model), Framework::masing);
}

std::string refusal(const std::string& model, const std::string& json) {
  try {
    parameter_values(json, contact(model));
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("parameters are given by name, in any order") {
  const ParameterValues given = parameter_values(
      R"({"normal_stiffness":1e13,"slip_traction":2e5,"tangential_stiffness":1000000000000})",
      contact("jenkins"));
  CHECK(given.values == std::vector{2e5, 1e12, 1e13});
  CHECK(given.warnings.empty());
}

TEST_CASE("a value outside its search bounds is a warning") {
  const ParameterValues given =
      parameter_values(R"({"normal_stiffness":1e13,"slip_traction":1,"tangential_stiffness":1e12})",
                       contact("jenkins"));
  REQUIRE(given.warnings.size() == 1);
  CHECK_THAT(given.warnings[0], Catch::Contains("slip_traction = 1 lies outside"));
}

TEST_CASE("everything that is wrong with parameters is told at once") {
  const std::string said =
      refusal("jenkins", R"({"slip_tracton":2e5,"tangential_stiffness":"stiff"})");
  CHECK_THAT(said, Catch::Contains("did you mean 'slip_traction'?"));
  CHECK_THAT(said, Catch::Contains("tangential_stiffness: found \"stiff\"; must be a number"));
  CHECK_THAT(said, Catch::Contains("no value for slip_traction [N/m^2], normal_stiffness [N/m^3]"));
  CHECK_THAT(refusal("jenkins", "{\"slip_traction\": 2e5,"), Catch::Contains("line 1, column"));
  CHECK_THAT(refusal("jenkins", "5"), Catch::Contains("must be a JSON object"));
  CHECK_THAT(refusal("jenkins", R"({"slip_traction":1,"slip_traction":2})"),
             Catch::Contains("the same key twice"));
}

TEST_CASE("values outside the model's domain are refused") {
  // beta + (chi+1)/(chi+2) must be above 0: chi = -1.5 gives -1.
  CHECK_THAT(refusal("iwan4", R"({"slip_traction":2e5,"tangential_stiffness":1e12,"chi":-1.5,
                                  "beta":0.5,"normal_stiffness":1e13})"),
             Catch::Contains("outside the model's domain"));
  CHECK_THAT(refusal("jenkins", R"({"slip_traction":2e5,"tangential_stiffness":1e12,
                                    "normal_stiffness":-1})"),
             Catch::Contains("normal_stiffness"));
}
