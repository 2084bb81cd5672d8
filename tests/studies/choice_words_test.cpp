#include "studies/choice_words.hpp"

#include <catch2/catch.hpp>

#include "studies/mindlin_law.hpp"

using namespace slipfront;

TEST_CASE("prestress kinds read back from their words") {
  for (const auto kind : {PrestressKind::full, PrestressKind::conservative, PrestressKind::none})
    CHECK(prestress_kind(to_text(kind)) == kind);
}
