#include "studies/prestress_choice.hpp"

#include <catch2/catch.hpp>

#include "studies/mindlin_law.hpp"

using namespace slipfront;

TEST_CASE("prestress kinds read back from their words") {
  for (const auto kind : {PrestressKind::full, PrestressKind::conservative, PrestressKind::none})
    CHECK(prestress_kind(to_text(kind)) == kind);
}

TEST_CASE("a conservative prestress is refused where there is no history") {
  const MindlinLaw law;
  const ContactModel masing(law, Framework::masing);
  CHECK(prestress_problems(PrestressKind::full, masing, "x", "y").empty());
  CHECK(prestress_problems(PrestressKind::none, masing, "x", "y").empty());
  const auto problems = prestress_problems(PrestressKind::conservative, masing, "--prestress", "");
  REQUIRE(problems.size() == 1);
  CHECK_THAT(problems[0].sentence(), Catch::Contains("patch interfaces in the Masing framework"));
}
