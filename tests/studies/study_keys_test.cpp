#include "studies/study_keys.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>

#include "core/number.hpp"
#include "io/atomic_file.hpp"
#include "optimize/boundary_options.hpp"

using namespace slipfront;

TEST_CASE("every key is declared once, with a sentence") {
  std::set<std::string> paths;
  for (const StudyKey& key : study_keys()) {
    CAPTURE(key.path);
    CHECK(paths.insert(key.path).second);
    CHECK(key.about.size() > 10);
    CHECK(key.about.back() == '.');
    CHECK_FALSE((key.required && !key.fallback.empty()));
  }
}

TEST_CASE("a study's hybrid is by default the search's own") {
  const HybridOptions own;
  const std::map<std::string, double> expected = {{"population", own.population},
                                                  {"generations", own.generations},
                                                  {"rays", own.rays},
                                                  {"gap", own.gap},
                                                  {"gradients", own.gradients},
                                                  {"evaluations", own.evaluations}};
  std::size_t found = 0;
  for (const StudyKey& key : study_keys()) {
    const std::string group = "combinations[].optimizer.hybrid.";
    if (key.path.rfind(group, 0) != 0) continue;
    CAPTURE(key.path);
    CHECK(key.fallback == to_text(expected.at(key.path.substr(group.size()))));
    ++found;
  }
  CHECK(found == expected.size());
}

TEST_CASE("every key stands in a group, table or list that is declared too") {
  std::set<std::string> holders = {""};
  for (const StudyKey& key : study_keys()) {
    if (key.kind == KeyKind::group || key.kind == KeyKind::table) holders.insert(key.path);
    if (key.kind == KeyKind::list) holders.insert(key.path + "[]");
  }
  for (const StudyKey& key : study_keys()) {
    const std::size_t dot = key.path.rfind('.');
    const std::string parent = dot == key.path.npos ? "" : key.path.substr(0, dot);
    CAPTURE(key.path);
    CHECK(holders.count(parent) == 1);
  }
}

TEST_CASE("a rule says type and range") {
  StudyKey key{.path = "x", .kind = KeyKind::whole_number, .at_least = 3, .at_most = 1000};
  CHECK(rule_of(key) == "a whole number from 3 to 1000");
  key = {.path = "x", .kind = KeyKind::number, .above = 0};
  CHECK(rule_of(key) == "a number above 0");
  key = {.path = "x", .kind = KeyKind::number, .above = 0, .at_most = 1};
  CHECK(rule_of(key) == "a number above 0 and at most 1");
  key = {.path = "x", .kind = KeyKind::text, .allowed = {"a", "b"}};
  CHECK(rule_of(key) == "text: \"a\", \"b\"");
}

TEST_CASE("docs/study_keys.md is the page that the table makes") {
  const std::string doc = read_file(std::string(SLIPFRONT_SOURCE_DIR) + "/docs/study_keys.md");
  INFO("renew it: slipfront check --keys > docs/study_keys.md");
  CHECK(doc == study_keys_page());
}
