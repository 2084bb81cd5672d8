#include "models/registry.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "core/contact.hpp"
#include "core/failure.hpp"
#include "models/laws.hpp"

using namespace slipfront;

TEST_CASE("every built-in law is found under its own name") {
  const Registry& registry = Registry::built_in();
  std::set<std::string> seen;
  for (const std::string& name : registry.names()) {
    CHECK(registry.find(name).description().name == name);
    CHECK(seen.insert(name).second);
  }
  for (const char* name :
       {"jenkins", "elastic_dry_friction", "prager", "generalized_jenkins_prager", "iwan4", "iwan5",
        "bouc_wen", "bouc_wen_1", "bouc_wen_2", "valanis"})
    CHECK(seen.count(name) == 1);
}

TEST_CASE("an unknown name is refused with the nearest known one") {
  try {
    Registry::built_in().find("iwan44");
    FAIL("no Failure");
  } catch (const Failure& failure) {
    CHECK(failure.problems().at(0).remedy.find("did you mean 'iwan4'") != std::string::npos);
  }
}

TEST_CASE("a name is taken once") {
  Registry registry;
  registry.add(make_jenkins());
  CHECK_THROWS_AS(registry.add(make_jenkins()), Failure);
  CHECK(registry.names() == std::vector<std::string>{"jenkins"});
  CHECK(Registry::with_built_in().names() == Registry::built_in().names());
}

TEST_CASE("every law has a description, parameters and a contact model in its frameworks") {
  const Registry& registry = Registry::built_in();
  for (const std::string& name : registry.names()) {
    CAPTURE(name);
    const FrictionLaw& law = registry.find(name);
    CHECK_FALSE(law.description().title.empty());
    CHECK_FALSE(law.description().source.empty());
    CHECK(law.description().frameworks.size() == 2);
    for (const Framework framework : law.description().frameworks) {
      const std::vector<Parameter>& parameters = law.parameters(framework);
      REQUIRE_FALSE(parameters.empty());
      bool own_post_slip = false;
      for (const Parameter& parameter : parameters) {
        CHECK(parameter.lower < parameter.upper);
        CHECK((parameter.scale == Scale::linear || parameter.lower > 0));
        own_post_slip = own_post_slip || parameter.name == "post_slip_stiffness";
      }
      CHECK(own_post_slip == law.description().has_post_slip);
      const ContactModel contact(law, framework, {.post_slip = true});
      std::set<std::string> names;
      for (const Parameter& parameter : contact.parameters())
        CHECK(names.insert(parameter.name).second);
      CHECK(names.count("post_slip_stiffness") == 1);
    }
  }
}
