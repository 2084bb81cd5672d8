#include "io/json_text.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace slipfront;

namespace {

std::string syntax_sentence(const std::string& text) {
  try {
    parse_json_text(text, "study.json");
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("wrong syntax is found by line and column") {
  // The seventh line; the word that is none of JSON's begins at column 6 and is known to
  // be wrong at its third letter.
  const std::string text = "{\n\"a\": 1,\n\"b\": [\n  1,\n  2\n],\n\"c\":trie}\n";
  CHECK_THAT(syntax_sentence(text), Catch::Contains("study.json, line 7, column 7"));
  CHECK_THAT(syntax_sentence(text), Catch::Contains("'\"c\":trie}'"));
  CHECK_THAT(syntax_sentence("{\"a\": \"\xff\"}"), Catch::Contains("is not valid JSON"));
  CHECK_THAT(syntax_sentence(std::string("{\"a\"\0: 1}", 9)), Catch::Contains("line 1, column 5"));
}

TEST_CASE("a byte order mark and Windows line ends are read") {
  CHECK(parse_json_text("\xEF\xBB\xBF{\"a\":\r\n1}\r\n", "x").at("a") == 1);
}

TEST_CASE("keys that stand twice are found at any depth") {
  CHECK_THAT(syntax_sentence("{\"a\":{\"b\":1,\"b\":2}}"),
             Catch::Contains("\"b\": found the same"));
  CHECK(syntax_sentence("{\"a\":{\"b\":1},\"c\":{\"b\":2}}") == "accepted");
}

TEST_CASE("long values are cut in sentences, never inside a letter") {
  const std::string shown = excerpt(OrderedJson(std::string(58, 'x') + "\xC3\xA4\xC3\xB6"));
  CHECK(shown.size() < 70);
  CHECK_NOTHROW(OrderedJson(shown).dump());  // dump refuses broken UTF-8
}

TEST_CASE("what nests deeper than any study is refused") {
  const auto nested = [](int levels) {
    return "{\"a\":" + std::string(levels, '[') + std::string(levels, ']') + "}";
  };
  CHECK(syntax_sentence(nested(20)) == "accepted");
  CHECK(syntax_sentence(nested(100000)) ==
        "study.json: found brackets nested more than 64 deep; descriptions nest a few levels. "
        "look for a bracket too many.");
}
