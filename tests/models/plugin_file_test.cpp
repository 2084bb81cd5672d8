#include "models/plugin/plugin_file.hpp"

#include <catch2/catch.hpp>

#include "core/failure.hpp"
#include "core/law_failure.hpp"
#include "models/probe.hpp"
#include "test_plugin.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

std::string refusal(const std::string& name) {
  try {
    open_plugin(test_plugin(name));
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "no failure";
}

}  // namespace

TEST_CASE("a plugin that is opened says what it is, and is a spring") {
  const auto law = open_plugin(test_plugin("none"));
  CHECK(law->description().name == "spring");
  CHECK(law->description().title == "Linear spring");
  CHECK(law->description().frameworks == std::vector{Framework::masing});
  const Parameter& k = law->parameters(Framework::masing).at(0);
  CHECK((k.name == "stiffness" && k.unit == "N/m^3" && k.scale == Scale::log10));
  CHECK((k.lower == 1e10 && k.upper == 1e14 && k.area_scaled));
  const auto bound = law->bind(Framework::masing, std::vector{5.0});
  CHECK(bound->parameter_count() == 1);
  CHECK(bound->history_size(1) == 0);
  const VirginAnswer at = virgin_at(*bound, -2);
  CHECK((at.traction == -10 && at.tangent == 5 && at.loop_area == 0));
  CHECK(at.d_traction == std::vector{5.0, 0.0, -2.0});
  CHECK(law->domain_violation(Framework::masing, std::vector{-1.0}) == "stiffness must be above 0");
}

TEST_CASE("files that are no plugin are refused by name") {
  CHECK_THAT(refusal("wrong_abi"), Contains("libwrong_abi.so") &&
                                       Contains("built for plugin ABI 7") &&
                                       Contains("this slipfront speaks plugin ABI 1 only") &&
                                       Contains("rebuild it against the installed SDK"));
  CHECK_THAT(refusal("no_symbol"), Contains("libno_symbol.so") &&
                                       Contains("without the function slipfront_plugin") &&
                                       Contains("SLIPFRONT_EXPORT_LAW"));
  CHECK_THAT(refusal("null_name"), Contains("null pointers"));
  CHECK_THAT(refusal("that_is_not_there"), Contains("cannot be loaded"));
}

TEST_CASE("a table of another size, or without a name of a parameter, is refused") {
  const slipfront_parameter_v1 nameless[] = {{nullptr, "k", "1", 0, 0, 1, 0}};
  slipfront_plugin_v1 table = {};
  table.abi_version = SLIPFRONT_PLUGIN_ABI;
  table.struct_size = 12;
  CHECK_THROWS_WITH(law_of_table(&table, "x.so"), Contains("12 bytes"));
  CHECK_THROWS_WITH(law_of_table(nullptr, "x.so"), Contains("returns nothing"));
  table.struct_size = sizeof table;
  table.name = table.title = table.source = "x";
  table.domain_violation = [](int, const double*, char*, std::size_t) { return 0; };
  table.bind = [](int, const double*, char*, std::size_t) -> void* { return nullptr; };
  table.release = [](void*) {};
  table.history_size = [](const void*, std::size_t) { return std::size_t{0}; };
  table.start_history = [](const void*, std::size_t, const double*, double*, char*, std::size_t) {
    return 0;
  };
  table.spring_stiffness = [](const void*) { return 0.0; };
  CHECK_THROWS_WITH(law_of_table(&table, "x.so"), Contains("null pointers"));
  table.settle_history = [](const void*, std::size_t, const double*, const double*, double*, char*,
                            std::size_t) { return 0; };
  table.virgin = [](const void*, const slipfront_virgin_v1*, char*, std::size_t) { return 0; };
  table.hysteretic = [](const void*, const slipfront_hysteretic_v1*, char*, std::size_t) {
    return 0;
  };
  CHECK_NOTHROW(law_of_table(&table, "x.so"));
  table.parameter_count = 1;
  CHECK_THROWS_WITH(law_of_table(&table, "x.so"), Contains("null pointers"));
  table.parameters = nameless;
  CHECK_THROWS_WITH(law_of_table(&table, "x.so"), Contains("parameter 1") && Contains("without"));
}

TEST_CASE("what a plugin reports, or throws, is a LawFailure with its words") {
  const std::vector values{1e12};
  const auto reports = open_plugin(test_plugin("reports"))->bind(Framework::masing, values);
  CHECK_THROWS_WITH(virgin_at(*reports, 1), "reported \"table not found\"");
  CHECK_THROWS_WITH(open_plugin(test_plugin("bind_refuses"))->bind(Framework::masing, values),
                    Contains("no memory for 1e+12"));
  const auto throws = open_plugin(test_plugin("throwing"))->bind(Framework::masing, values);
  CHECK(virgin_at(*throws, 0.5).traction == 0.5e12);
  CHECK_THROWS_WITH(virgin_at(*throws, 2), "reported \"one metre is too far\"");
  CHECK_THROWS_AS(virgin_at(*throws, 2), LawFailure);
}
