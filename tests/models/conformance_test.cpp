#include "models/conformance.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "models/laws.hpp"
#include "models/registry.hpp"
#include "spoiled_law.hpp"

using namespace slipfront;

namespace {

const std::set<std::string> kMasing = {"jenkins", "elastic_dry_friction", "prager",
                                       "generalized_jenkins_prager", "iwan4"};

// Below chi = -1 the Iwan distribution has negative stiffness and creates energy.
ConformanceOptions options_for(const std::string& name) {
  ConformanceOptions options;
  options.masing = kMasing.count(name) > 0;
  if (name == "iwan4" || name == "iwan5")
    options.bounds.push_back({"chi", "chi", "1", Scale::linear, -0.999, 1, false});
  options.units = name != "prager";  // its stiffness before slip is a constant
  // The coupled Iwan-4 is a finite set of sliders.
  if (name == "iwan4") options.line_tolerance = 2e-4;
  return options;
}

void check(const std::string& name, int sets) {
  for (const Framework framework : {Framework::masing, Framework::non_masing}) {
    ConformanceOptions options = options_for(name);
    options.parameter_sets = sets;
    for (const std::string& sentence :
         check_law(Registry::built_in().find(name), framework, options))
      FAIL_CHECK(name << ", " << to_text(framework) << ": " << sentence);
  }
}

}  // namespace

TEST_CASE("every built-in law conforms") {
  for (const std::string& name : Registry::built_in().names()) check(name, 10);
}

TEST_CASE("every built-in law conforms at many parameter sets", "[long]") {
  for (const std::string& name : Registry::built_in().names()) check(name, 200);
}

TEST_CASE("the kit tells a law that is not Masing") {
  ConformanceOptions options;
  options.masing = true;
  const auto law = make_bouc_wen_1();
  const auto found = check_law(*law, Framework::non_masing, options);
  REQUIRE(found.size() == 1);
  CHECK(found[0].find("the traced loop is the Masing loop") == 0);
}

TEST_CASE("the kit reports a declaration that cannot be searched") {
  SpoiledLaw law(make_jenkins());
  law.parameters_to_report[0].lower = 0;
  law.description_to_report.has_post_slip = true;
  const auto found = check_law(law, Framework::masing);
  CHECK(found.size() == 2);
  law.description_to_report.frameworks = {Framework::masing};
  CHECK(check_law(law, Framework::non_masing).size() == 3);
}

TEST_CASE("a law that throws is reported, not passed on") {
  SpoiledLaw law(make_jenkins());
  law.spoil_virgin = [](const VirginBatch&) { throw std::runtime_error("no table"); };
  const auto found = check_law(law, Framework::masing);
  REQUIRE(found.size() == 1);
  CHECK(found[0] == "no check may throw: no table");
}
