// Conversions between JSON and the types of this room, and what is said of wrong JSON.
#include "results/json_file.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <random>

using namespace slipfront;

TEST_CASE("doubles keep every bit, those that are not finite have a spelling", "[json_file]") {
  const double inf = std::numeric_limits<double>::infinity();
  const auto back = [](double value) {
    double read = 42;
    CHECK(from_any_number(parse_json(to_line(any_number(value)), "test"), read));
    return read;
  };
  std::mt19937_64 random(3);
  for (int i = 0; i < 2000; ++i) {
    const double value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) continue;
    CHECK(std::bit_cast<std::uint64_t>(back(value)) == std::bit_cast<std::uint64_t>(value));
  }
  CHECK(back(inf) == inf);
  CHECK(back(-inf) == -inf);
  CHECK(std::isnan(back(std::nan(""))));
  CHECK(std::signbit(back(-0.0)));
  double value = 0;
  CHECK_FALSE(from_any_number(Json("nan"), value));
  CHECK_FALSE(from_any_number(Json(true), value));
}

TEST_CASE("whole numbers are whole and in range", "[json_file]") {
  int i = 0;
  long l = 0;
  std::uint64_t u = 0;
  CHECK(from(Json(-7), i));
  CHECK(i == -7);
  CHECK_FALSE(from(Json(1.5), i));
  CHECK_FALSE(from(Json(3000000000), i));
  CHECK_FALSE(from(Json(-3000000000), i));
  CHECK(from(Json(3000000000), l));
  CHECK_FALSE(from(Json(std::numeric_limits<std::uint64_t>::max()), l));
  CHECK(from(Json(std::numeric_limits<std::uint64_t>::max()), u));
  CHECK(u == std::numeric_limits<std::uint64_t>::max());
  CHECK_FALSE(from(Json(-1), u));
  CHECK_FALSE(from(Json("1"), i));
}

TEST_CASE("maps by mode, pairs and optional numbers", "[json_file]") {
  std::map<int, ErrorPair> pairs;
  CHECK(from(parse_json(R"({"1": [0.5, 2], "12": [0, 1]})", "test"), pairs));
  CHECK(pairs == std::map<int, ErrorPair>{{1, {0.5, 2}}, {12, {0, 1}}});
  for (const char* wrong : {R"({"x": [1, 2]})", R"({"0": [1, 2]})", R"({"1x": [1, 2]})",
                            R"({"1": [1]})", R"({"1": [1, "2"]})", "[]"})
    CHECK_FALSE(from(parse_json(wrong, "test"), pairs));
  std::optional<double> number = 1;
  CHECK(from(Json(nullptr), number));
  CHECK_FALSE(number);
  CHECK(from(Json(0.5), number));
  CHECK(number == 0.5);
  CHECK_FALSE(from(Json("0.5"), number));
}

TEST_CASE("text that is no JSON is a failure with its line", "[json_file]") {
  try {
    parse_json("{\n \"a\": 1,\n oops\n}", "some.json");
    FAIL("no failure");
  } catch (const Failure& failure) {
    CHECK(std::string(failure.what()) == "some.json, line 3: is not JSON.");
  }
  CHECK_THROWS_AS(parse_json("", "x"), Failure);
  CHECK_THROWS_AS(parse_json("[NaN]", "x"), Failure);
}

TEST_CASE("bytes that are not UTF-8 are replaced", "[json_file]") {
  const std::string line =
      to_line(Json("a\xff"
                   "b"));
  CHECK(parse_json(line, "test").is_string());
}

TEST_CASE("an object collects what is wrong with its members", "[json_file]") {
  std::vector<Problem> problems;
  const Json json = parse_json(R"({"text": 5, "flag": true})", "f.json");
  JsonObject object(json, "f.json", "/here", problems);
  std::string text;
  bool flag = false;
  double number = 0;
  object.read("text", text, "must be a text");
  object.read("flag", flag, "must be true or false");
  object.read("number", number, "must be a number");
  CHECK(flag);
  REQUIRE(problems.size() == 2);
  CHECK(problems[0].key == "/here/text");
  CHECK(problems[0].found == "5");
  CHECK(problems[1].key == "/here/number");
  CHECK(problems[1].found == "nothing");

  problems.clear();
  const Json array = Json::array();
  JsonObject none(array, "f.json", "/list", problems);
  none.read("text", text, "must be a text");
  CHECK(problems.size() == 1);
}

TEST_CASE("a number that no double can hold is a failure that names the file") {
  CHECK_THROWS_WITH(parse_json("{\"a\": 1e999}", "box.json"),
                    Catch::Contains("box.json") && Catch::Contains("no double can hold"));
}
