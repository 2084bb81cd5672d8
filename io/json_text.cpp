#include "io/json_text.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace slipfront {

namespace {

constexpr std::size_t kExcerptLength = 60;  // enough to recognise a value in a sentence
std::string clipped(std::string text) {
  if (text.size() <= kExcerptLength) return text;
  std::size_t end = kExcerptLength;
  const auto continues_letter = [&](std::size_t i) { return (text[i] & 0xC0) == 0x80; };  // UTF-8
  while (end > 0 && continues_letter(end)) --end;
  return text.substr(0, end) + "...";
}

Problem syntax_problem(const OrderedJson::exception& error, std::size_t byte, std::string_view text,
                       const std::string& where) {
  const std::size_t at = std::min(byte > 0 ? byte - 1 : 0, text.size());
  const std::string_view before = text.substr(0, at);
  const std::size_t line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t begin = before.rfind('\n') == before.npos ? 0 : before.rfind('\n') + 1;
  const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
  std::string shown(text.substr(begin, end - begin));
  shown.erase(0, shown.find_first_not_of(" \t"));

  std::string reason = error.what();
  const std::size_t dash = reason.rfind(" - ");
  if (dash != reason.npos) reason = reason.substr(dash + 3);
  const std::size_t last_read = reason.find("; last read: ");
  if (last_read != reason.npos) {
    const std::size_t expected = reason.find("; expected", last_read + 1);
    reason = reason.substr(0, last_read) +
             (expected == reason.npos ? std::string() : reason.substr(expected));
  }
  return {where, "line " + std::to_string(line) + ", column " + std::to_string(at - begin + 1),
          shown.empty() ? "" : "'" + clipped(shown) + "'", "is not valid JSON: " + reason,
          "look for a missing or extra comma, quote or bracket here or just before"};
}

// A study nests five deep; what nests much deeper is none, and would overflow the stack.
constexpr int kDeepest = 64;
struct TooDeep {};

/// Collects keys that stand twice in one object while the parser runs.
class DuplicateKeys {
 public:
  bool operator()(int depth, OrderedJson::parse_event_t event, const OrderedJson& parsed) {
    using Event = OrderedJson::parse_event_t;
    if (depth > kDeepest) throw TooDeep();
    if (event == Event::object_start) open_.emplace_back();
    if (event == Event::object_end) open_.pop_back();
    if (event == Event::key && !open_.back().insert(parsed.get<std::string>()).second)
      found.push_back(parsed.get<std::string>());
    return true;
  }
  std::vector<std::string> found;

 private:
  std::vector<std::set<std::string>> open_;
};

}  // namespace

std::string excerpt(const OrderedJson& value) {
  return clipped(value.dump(-1, ' ', false, OrderedJson::error_handler_t::replace));
}

OrderedJson parse_json_text(std::string_view text, const std::string& where) {
  DuplicateKeys duplicates;
  OrderedJson document;
  try {
    document =
        OrderedJson::parse(text.begin(), text.end(),
                           [&](int depth, OrderedJson::parse_event_t event, OrderedJson& parsed) {
                             return duplicates(depth, event, parsed);
                           });
  } catch (const OrderedJson::parse_error& error) {
    throw Failure(syntax_problem(error, error.byte, text, where));
  } catch (const TooDeep&) {
    throw Failure(Problem{where, "",
                          "brackets nested more than " + std::to_string(kDeepest) + " deep",
                          "descriptions nest a few levels", "look for a bracket too many"});
  } catch (const OrderedJson::exception& error) {
    throw Failure(Problem{where, "", "a number that no computer can hold",
                          "numbers must be within the range of double precision", ""});
  }
  std::vector<Problem> problems;
  for (const std::string& name : duplicates.found)
    problems.push_back({where, "\"" + name + "\"", "the same key twice in one object",
                        "each key may stand once", "keep one of them"});
  throw_if_any(std::move(problems));
  if (!document.is_object())
    throw Failure(Problem{where, "", excerpt(document), "must be a JSON object {...}", ""});
  return document;
}

}  // namespace slipfront
