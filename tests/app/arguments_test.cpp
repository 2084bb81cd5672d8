#include "app/arguments.hpp"

#include <catch2/catch.hpp>

#include "core/failure.hpp"

using namespace slipfront;

namespace {

const CommandLine kLine = {
    .command = "cook",
    .about = "Cook something.",
    .operands = {{"DISH", "What to cook."}, {"SAUCE", "With what.", false}},
    .options =
        {{.name = "--time", .value = "T", .about = "Minutes.", .required = true},
         {.name = "--spice", .value = "S", .about = "A spice.", .repeated = true},
         {.name = "--heat", .value = "low|high", .about = "How.", .allowed = {"low", "high"}},
         {.name = "--lid", .value = "", .about = "Covered."},
         {.name = "-o", .value = "FILE.txt", .about = "The recipe."}},
    .examples = "  slipfront cook soup --time 20\n"};

std::string refusal(const std::vector<std::string>& words) {
  try {
    Arguments(kLine, words);
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("options and operands come in any order, with spaces or equal signs") {
  const Arguments a(kLine,
                    {"--spice", "salt", "soup", "--time=20", "--lid", "--spice=a=b", "sour"});
  CHECK(a.operand(0) == "soup");
  CHECK(a.operand(1) == "sour");
  CHECK(a.operand(2).empty());
  CHECK(a.value("--time") == "20");
  CHECK(a.values("--spice") == std::vector<std::string>{"salt", "a=b"});
  CHECK(a.has("--lid"));
  CHECK_FALSE(a.has("--heat"));
  CHECK(a.value("--heat", "low") == "low");
}

TEST_CASE("values may begin with a minus, and two dashes end the options") {
  const Arguments a(kLine, {"--time", "-5", "--", "--lid"});
  CHECK(a.value("--time") == "-5");
  CHECK(a.operand(0) == "--lid");
  CHECK_FALSE(a.has("--lid"));
}

TEST_CASE("wrong command lines are told all at once") {
  CHECK_THAT(refusal({}), Catch::Contains("DISH: found nothing") &&
                              Catch::Contains("--time: found nothing; is needed: Minutes."));
  CHECK_THAT(refusal({"soup", "--tiem", "20"}),
             Catch::Contains("did you mean '--time'?") && !Catch::Contains("too many"));
  CHECK_THAT(refusal({"soup", "--time", "20", "-o", ""}),
             Catch::Contains("-o: found ''; needs FILE"));
  CHECK_THAT(refusal({"soup", "--time"}), Catch::Contains("--time: found no value; needs T"));
  CHECK_THAT(refusal({"soup", "--time", "--lid"}), Catch::Contains("--time: found no value"));
  CHECK_THAT(refusal({"soup", "--time", "1", "--time", "2"}), Catch::Contains("the option twice"));
  CHECK_THAT(refusal({"soup", "--time", "1", "--heat", "hihg"}),
             Catch::Contains("did you mean 'high'?"));
  CHECK_THAT(refusal({"soup", "--time", "1", "--lid=yes"}), Catch::Contains("takes no value"));
  CHECK_THAT(refusal({"a", "b", "c", "--time", "1"}),
             Catch::Contains("'c'; is one operand too many"));
}

TEST_CASE("help is shown whatever else is missing, and names every option") {
  CHECK(Arguments(kLine, {"--help"}).wants_help());
  CHECK(Arguments(kLine, {"soup", "-h"}).wants_help());
  const std::string page = help_page(kLine);
  for (const char* part :
       {"Usage: slipfront cook DISH [SAUCE] --time T [--spice S] [--heat low|high] [--lid]",
        "Cook something.", "May be given several times.", "slipfront cook soup --time 20"})
    CHECK_THAT(page, Catch::Contains(part));
}

TEST_CASE("numbers of options are read strictly") {
  const auto positive = [](double value) { return value > 0; };
  CHECK(number_option("--x", "1e-6", "r", positive) == 1e-6);
  for (const char* text : {"", "x", "1e", "nan", "inf", "-1", "1,5", "0x1"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(number_option("--x", text, "r", positive), Failure);
  }
  CHECK(whole_number_option("--n", "20", 1, 30) == 20);
  for (const char* text : {"0", "31", "2.5", "two"})
    CHECK_THROWS_WITH(whole_number_option("--n", text, 1, 30), Catch::Contains("from 1 to 30"));
  CHECK(number_list_option("--l", "1,2.5,-3e2", "r") == std::vector<double>{1, 2.5, -300});
  for (const char* text : {"", "1,", ",1", "1;2", "1,,2", "1,inf"})
    CHECK_THROWS_AS(number_list_option("--l", text, "r"), Failure);
}
