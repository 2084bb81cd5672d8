#include "results/statements.hpp"

#include <algorithm>
#include <cmath>

#include "core/number.hpp"
#include "io/atomic_file.hpp"
#include "results/json_file.hpp"

namespace slipfront {

namespace {

constexpr int kShownDigits = 3;  // of a value in an exception
constexpr char kNames[] = "must be a list of combinations and groups";
constexpr char kText[] = "must be a text";
constexpr char kOthers[] = "others";

using Names = std::vector<std::string>;
using Groups = std::map<std::string, Names>;

bool holds(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Groups opened; "others" stays.
Names opened(const Names& names, const Groups& groups) {
  Names all;
  for (const std::string& name : names) {
    const auto group = groups.find(name);
    const Names members = group == groups.end() ? Names{name} : group->second;
    for (const std::string& member : members)
      if (!holds(all, member)) all.push_back(member);
  }
  return all;
}

/// "others" in `names` put in its full.
void fill_others(Names& names, const Names& opposite, const Names& combos) {
  const auto place = std::find(names.begin(), names.end(), kOthers);
  if (place == names.end()) return;
  names.erase(place);
  for (const std::string& combo : combos)
    if (!holds(opposite, combo) && !holds(names, combo)) names.push_back(combo);
}

Statement read_statement(const Json& entry, const std::string& path, const std::string& pointer,
                         const Groups& groups, const Names& combos,
                         std::vector<Problem>& problems) {
  Statement s;
  JsonObject object(entry, path, pointer, problems);
  object.read("section", s.section, kText);
  object.read("text", s.text, kText);
  object.read("column", s.column, kText);
  Names lower, higher, alike;
  if (entry.is_object() && entry.contains("alike")) {
    object.read("alike", alike, kNames);
    object.read("within", s.within, "must be a number");
  } else {
    object.read("lower", lower, kNames);
    object.read("higher", higher, kNames);
  }
  s.alike = opened(alike, groups);
  s.lower = opened(lower, groups);
  s.higher = opened(higher, groups);
  fill_others(s.lower, s.higher, combos);
  fill_others(s.higher, s.lower, combos);
  return s;
}

}  // namespace

std::vector<Statement> read_statements(const std::string& path,
                                       const std::vector<std::string>& combos) {
  constexpr char kList[] = "must be a list of statements";
  const Json json = parse_json(read_file(path), path);
  std::vector<Problem> problems;
  std::vector<Statement> statements;
  JsonObject root(json, path, "", problems);
  Groups groups;
  if (json.is_object() && json.contains("groups"))
    root.read("groups", groups, "must be an object of lists of combinations");
  const Json* list = root.find("statements", kList);
  if (list != nullptr && !list->is_array()) root.wrong("statements", *list, kList);
  if (list != nullptr && list->is_array())
    for (std::size_t i = 0; i < list->size(); ++i)
      statements.push_back(read_statement((*list)[i], path, "/statements/" + std::to_string(i),
                                          groups, combos, problems));
  throw_if_any(std::move(problems));
  return statements;
}

StatementCount count_statement(const Statement& statement, const RankingTable& table) {
  StatementCount count;
  const auto column = table.columns.find(statement.column);
  if (column == table.columns.end()) return count;
  const auto compare = [&](const std::string& a, const std::string& b, auto&& good,
                           const char* failed) {
    if (a == b) return;  // on both sides by its groups
    const auto va = column->second.find(a), vb = column->second.find(b);
    if (va == column->second.end() || vb == column->second.end()) return;
    ++count.pairs;
    if (good(va->second, vb->second))
      ++count.held;
    else
      count.exceptions.push_back(a + " " + to_text(va->second, kShownDigits) + " " + failed + " " +
                                 b + " " + to_text(vb->second, kShownDigits));
  };
  for (const std::string& a : statement.lower)
    for (const std::string& b : statement.higher)
      compare(
          a, b, [](double x, double y) { return x < y; }, "not below");
  for (std::size_t i = 0; i < statement.alike.size(); ++i)
    for (std::size_t j = i + 1; j < statement.alike.size(); ++j)
      compare(
          statement.alike[i], statement.alike[j],
          [&](double x, double y) { return std::abs(x - y) <= statement.within; }, "unlike");
  return count;
}

}  // namespace slipfront
