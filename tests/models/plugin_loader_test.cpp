#include "models/plugin/plugin_loader.hpp"

#include <catch2/catch.hpp>

#include "models/registry.hpp"
#include "test_plugin.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

/// The one sentence about a plugin that is not taken in.
std::string refusal(const std::string& name) {
  Registry models = Registry::with_built_in();
  const PluginLoad load = load_plugins({test_plugin(name)}, models, impatient());
  CHECK(load.plugins.empty());
  CHECK(models.names() == Registry::built_in().names());
  REQUIRE(load.problems.size() == 1);
  return load.problems[0].sentence();
}

}  // namespace

TEST_CASE("plugins are added, and those with problems are left out with a sentence each") {
  Registry models = Registry::with_built_in();
  const PluginLoad load = load_plugins({test_plugin("wrong_abi"), test_plugin("none"),
                                        test_plugin("nan"), test_plugin("jenkins_2d")},
                                       models);
  REQUIRE(load.plugins.size() == 2);
  CHECK(load.plugins[0].model == "spring");
  CHECK(load.plugins[0].file == test_plugin("none"));
  CHECK(load.plugins[1].fingerprint == models.find("jenkins_2d").description().build);
  CHECK(load.problems.size() == 2);
  CHECK(models.find("spring").description().title == "Linear spring");
}

TEST_CASE("each fault has its sentence, with file and model") {
  CHECK_THAT(refusal("wrong_abi"), Contains("libwrong_abi.so") && Contains("plugin ABI 7"));
  CHECK_THAT(refusal("no_symbol"), Contains("libno_symbol.so") && Contains("slipfront_plugin"));
  CHECK_THAT(refusal("taken_name"), Contains("libtaken_name.so, model 'jenkins'") &&
                                        Contains("a name that is taken already"));
  CHECK_THAT(refusal("bad_name"), Contains("libbad_name.so, model 'My Spring'") &&
                                      Contains("small letters, digits and '_'"));
  CHECK_THAT(refusal("bad_bounds"), Contains("model 'spring'") && Contains("bounds of stiffness"));
  CHECK_THAT(refusal("nan"), Contains("libnan.so, model 'spring'") &&
                                 Contains("the traction at u = ") && Contains("is not finite"));
  CHECK_THAT(refusal("wrong_tangent"), Contains("libwrong_tangent.so, model 'spring'") &&
                                           Contains("is 2e+12, but the slope of the traction "
                                                    "there is 1e+12"));
}

TEST_CASE("a plugin may not be loaded twice") {
  Registry models = Registry::with_built_in();
  const PluginLoad load = load_plugins({test_plugin("none"), test_plugin("none")}, models);
  CHECK(load.plugins.size() == 1);
  REQUIRE(load.problems.size() == 1);
  CHECK_THAT(load.problems[0].sentence(), Contains("load it once"));
}

TEST_CASE("a crash or a hang at the glance is no reason to refuse a model") {
  Registry models = Registry::with_built_in();
  CHECK(load_plugins({test_plugin("segfault")}, models).problems.empty());
  Registry others = Registry::with_built_in();
  CHECK(load_plugins({test_plugin("hang")}, others, impatient()).problems.empty());
}

TEST_CASE("built-in laws pass the glance and the check of descriptions") {
  for (const std::string& name : Registry::built_in().names()) {
    CAPTURE(name);
    const FrictionLaw& law = Registry::built_in().find(name);
    CHECK(glance(law).empty());
    CHECK(description_problems(law).empty());
  }
}

TEST_CASE("names are checked") {
  for (const char* good : {"a", "my_law", "iwan4", "a_1_b"}) CHECK(name_violation(good).empty());
  for (const char* bad : {"", "4iwan", "My", "a-b", "a b", "\u00b5", "_a"})
    CHECK_FALSE(name_violation(bad).empty());
  CHECK_FALSE(name_violation(std::string(61, 'a')).empty());
}
