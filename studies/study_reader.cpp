#include "studies/study_reader.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "core/number.hpp"
#include "core/suggest.hpp"
#include "studies/study_keys.hpp"

namespace slipfront {

namespace {

constexpr std::size_t kExcerptLength = 60;  // enough to recognise a value in a sentence
const std::string kCombination = "combinations[]";

std::string clipped(std::string text) {
  if (text.size() <= kExcerptLength) return text;
  std::size_t end = kExcerptLength;
  const auto continues_letter = [&](std::size_t i) { return (text[i] & 0xC0) == 0x80; };  // UTF-8
  while (end > 0 && continues_letter(end)) --end;
  return text.substr(0, end) + "...";
}

// ---- syntax -------------------------------------------------------------------------

Problem syntax_problem(const StudyJson::exception& error, std::size_t byte, std::string_view text,
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

/// Collects keys that stand twice in one object while the parser runs.
class DuplicateKeys {
 public:
  bool operator()(int, StudyJson::parse_event_t event, const StudyJson& parsed) {
    using Event = StudyJson::parse_event_t;
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

// ---- the table of keys --------------------------------------------------------------

const StudyKey* find_key(const std::string& path) {
  for (const StudyKey& key : study_keys())
    if (key.path == path) return &key;
  return nullptr;
}

std::string parent_of(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  return dot == path.npos ? "" : path.substr(0, dot);
}

std::string last_of(const std::string& path) { return path.substr(path.rfind('.') + 1); }

/// Declared keys of the group at `path`; "defaults" has those of a combination.
std::vector<const StudyKey*> members_of(const std::string& path) {
  const bool defaults = path == "defaults";
  const std::string& group = defaults ? kCombination : path;
  std::vector<const StudyKey*> members;
  for (const StudyKey& key : study_keys()) {
    const bool own_only = key.path == kCombination + ".id" || key.path == kCombination + ".title";
    if (parent_of(key.path) == group && !(defaults && own_only)) members.push_back(&key);
  }
  return members;
}

std::vector<std::string> names_of(const std::vector<const StudyKey*>& keys) {
  std::vector<std::string> names;
  for (const StudyKey* key : keys) names.push_back(last_of(key->path));
  return names;
}

const StudyKey* member(const std::string& path, const std::string& name) {
  for (const StudyKey* key : members_of(path))
    if (last_of(key->path) == name) return key;
  return nullptr;
}

// ---- types and ranges ---------------------------------------------------------------

std::string pointer_token(std::string name) {  // RFC 6901
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '~') name.replace(i, 1, "~0");
    if (name[i] == '/') name.replace(i, 1, "~1");
  }
  return name;
}

bool number_fits(const StudyJson& value, const StudyKey& key) {
  const double number = value.get<double>();
  if (key.above && !(number > *key.above)) return false;
  if (key.at_least && !(number >= *key.at_least)) return false;
  return !key.at_most || number <= *key.at_most;
}

bool fits(const StudyJson& value, const StudyKey& key) {
  switch (key.kind) {
    case KeyKind::text:
    case KeyKind::path: {
      if (!value.is_string()) return false;
      const auto text = value.get<std::string>();
      if (text.empty()) return key.fallback == "\"\"";
      return key.allowed.empty() ||
             std::find(key.allowed.begin(), key.allowed.end(), text) != key.allowed.end();
    }
    case KeyKind::whole_number:
      return value.is_number_integer() && number_fits(value, key);
    case KeyKind::number:
      return value.is_number() && number_fits(value, key);
    case KeyKind::yes_no:
      return value.is_boolean();
    case KeyKind::whole_numbers:
      return value.is_array() && std::all_of(value.begin(), value.end(), [&](const StudyJson& v) {
               return v.is_number_integer() && number_fits(v, key);
             });
    case KeyKind::group:
    case KeyKind::table:
      return value.is_object();
    case KeyKind::list:
      return value.is_array() && std::all_of(value.begin(), value.end(),
                                             [](const StudyJson& v) { return v.is_object(); });
  }
  return false;
}

class KeyChecker {
 public:
  KeyChecker(std::string where, std::vector<Problem>& problems)
      : where_(std::move(where)), problems_(problems) {}

  void check_value(const StudyJson& value, const StudyKey& key, const std::string& pointer) {
    if (!fits(value, key)) {
      std::string remedy;
      if (value.is_string() && !key.allowed.empty())
        remedy = suggestion(value.get<std::string>(), key.allowed);
      const bool empty = value.is_string() && value.get<std::string>().empty();
      problems_.push_back({where_, pointer, excerpt(value),
                           "must be " + rule_of(key) + (empty ? ", not empty" : ""), remedy});
      return;
    }
    if (key.kind == KeyKind::group) check_members(value, key.path, pointer);
    if (key.kind == KeyKind::table) {
      for (const auto& [name, entry] : value.items())
        check_value(entry, *find_key(key.path + ".*"), pointer + "/" + pointer_token(name));
    }
    if (key.kind == KeyKind::list) {
      for (std::size_t i = 0; i < value.size(); ++i)
        check_members(value[i], key.path + "[]", pointer + "/" + std::to_string(i));
    }
  }

  void check_members(const StudyJson& group, const std::string& path, const std::string& pointer) {
    for (const auto& [name, value] : group.items()) {
      const std::string here = pointer + "/" + pointer_token(name);
      if (const StudyKey* key = member(path, name)) {
        check_value(value, *key, here);
      } else {
        problems_.push_back({where_, here, excerpt(value), "is no key of a study",
                             suggestion(name, names_of(members_of(path)))});
      }
    }
  }

 private:
  std::string where_;
  std::vector<Problem>& problems_;
};

// ---- defaults -----------------------------------------------------------------------

/// `over` on top of `base`; objects are merged key by key, everything else is replaced.
StudyJson merged(StudyJson base, const StudyJson& over) {
  for (const auto& [name, value] : over.items()) {
    const bool both_objects = value.is_object() && base.contains(name) && base.at(name).is_object();
    base[name] = both_objects ? merged(base.at(name), value) : value;
  }
  return base;
}

class DefaultFiller {
 public:
  DefaultFiller(std::string where, const StudyJson& defaults, std::vector<Problem>& problems)
      : where_(std::move(where)), defaults_(defaults), problems_(problems) {}

  StudyJson fill_group(const StudyJson& given, const std::string& path,
                       const std::string& pointer) {
    if (!given.is_object()) return given;  // reported as a wrong type already
    StudyJson filled = StudyJson::object();
    for (const StudyKey* key : members_of(path)) {
      const std::string name = last_of(key->path);
      if (key->path == "defaults") continue;  // its content now stands in every combination
      if (given.contains(name)) {
        filled[name] = fill_value(given.at(name), *key, pointer + "/" + name);
      } else if (!key->fallback.empty()) {
        filled[name] = fill_value(StudyJson::parse(key->fallback), *key, pointer + "/" + name);
      } else if (key->required) {
        problems_.push_back({where_, pointer + "/" + name, "nothing",
                             "is required: " + rule_of(*key),
                             key->about.substr(0, key->about.size() - 1)});
      }
    }
    return filled;
  }

 private:
  StudyJson fill_value(const StudyJson& given, const StudyKey& key, const std::string& pointer) {
    if (key.kind == KeyKind::group) return fill_group(given, key.path, pointer);
    if (key.kind == KeyKind::table && given.is_object()) {
      const StudyKey& entry_key = *find_key(key.path + ".*");
      StudyJson filled = StudyJson::object();
      for (const auto& [name, entry] : given.items())
        filled[name] = fill_value(entry, entry_key, pointer + "/" + pointer_token(name));
      return filled;
    }
    if (key.kind == KeyKind::list && given.is_array()) {
      StudyJson filled = StudyJson::array();
      for (std::size_t i = 0; i < given.size(); ++i) {
        const StudyJson entry = given[i].is_object() ? merged(defaults_, given[i]) : given[i];
        filled.push_back(fill_group(entry, key.path + "[]", pointer + "/" + std::to_string(i)));
      }
      return filled;
    }
    return given;
  }

  std::string where_;
  const StudyJson& defaults_;
  std::vector<Problem>& problems_;
};

// ---- --set --------------------------------------------------------------------------

struct Step {
  std::string name;
  std::optional<std::string> entry;  // text between brackets, if there are any
};

/// "combinations[a.b].optimizer.seed" -> three steps; a dot inside brackets is no border.
std::vector<Step> steps_of(const std::string& path) {
  std::vector<Step> steps(1);
  bool inside = false;
  for (const char c : path) {
    if (c == '[' && !inside) {
      steps.back().entry = "";
      inside = true;
    } else if (c == ']' && inside) {
      inside = false;
    } else if (inside) {
      *steps.back().entry += c;
    } else if (c == '.') {
      steps.emplace_back();
    } else {
      steps.back().name += c;
    }
  }
  return steps;
}

/// Entries of a list that the text between brackets means: all, one by id, one by position.
std::vector<StudyJson*> entries(StudyJson& list, const std::string& chosen,
                                std::vector<std::string>& known) {
  std::vector<StudyJson*> found;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const bool named = list[i].is_object() && list[i].contains("id") && list[i]["id"].is_string();
    const std::string id = named ? list[i]["id"].get<std::string>() : std::to_string(i);
    known.push_back(id);
    if (chosen.empty() || chosen == id || chosen == std::to_string(i)) found.push_back(&list[i]);
  }
  return found;
}

}  // namespace

std::string excerpt(const StudyJson& value) {
  return clipped(value.dump(-1, ' ', false, StudyJson::error_handler_t::replace));
}

StudyJson parse_json(std::string_view text, const std::string& where) {
  DuplicateKeys duplicates;
  StudyJson document;
  try {
    document = StudyJson::parse(text.begin(), text.end(),
                                [&](int depth, StudyJson::parse_event_t event, StudyJson& parsed) {
                                  return duplicates(depth, event, parsed);
                                });
  } catch (const StudyJson::parse_error& error) {
    throw Failure(syntax_problem(error, error.byte, text, where));
  } catch (const StudyJson::exception& error) {
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

void check_keys(const StudyJson& document, const std::string& where,
                std::vector<Problem>& problems) {
  KeyChecker(where, problems).check_members(document, "", "");
}

StudyJson resolve_keys(const StudyJson& document, const std::string& where,
                       std::vector<Problem>& problems) {
  const StudyJson none = StudyJson::object();
  const bool given = document.contains("defaults") && document.at("defaults").is_object();
  const StudyJson& defaults = given ? document.at("defaults") : none;
  return DefaultFiller(where, defaults, problems).fill_group(document, "", "");
}

void apply_setting(StudyJson& document, const std::string& setting,
                   std::vector<Problem>& problems) {
  const std::size_t equals = setting.find('=');
  if (equals == setting.npos || equals == 0) {
    problems.push_back({"--set", "", "'" + setting + "'", "must be path=value",
                        "for example --set defaults.optimizer.generations=40"});
    return;
  }
  const std::string path = setting.substr(0, equals), text = setting.substr(equals + 1);
  StudyJson value = StudyJson::parse(text, nullptr, false);
  if (value.is_discarded()) value = text;

  std::string group;  // the declared path of what `targets` point at
  std::vector<StudyJson*> targets{&document};
  const StudyKey* key = nullptr;
  const std::vector<Step> steps = steps_of(path);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    const bool last = i + 1 == steps.size();
    const bool in_table = key && key->kind == KeyKind::table;
    const StudyKey* next = in_table ? find_key(group + ".*") : member(group, step.name);
    const bool brackets_fit = !step.entry || (next && next->kind == KeyKind::list);
    if (!next || !brackets_fit) {
      problems.push_back({"--set", path, "'" + step.name + "'", "is no key of a study here",
                          suggestion(step.name, names_of(members_of(group)))});
      return;
    }
    key = next;
    if (last && !step.entry) break;
    std::vector<StudyJson*> deeper;
    std::vector<std::string> known;
    for (StudyJson* target : targets) {
      if (!target->is_object()) return;  // a wrong type in the file, reported there
      StudyJson& child = (*target)[step.name];
      if (key->kind != KeyKind::list) {
        if (child.is_null()) child = StudyJson::object();
        deeper.push_back(&child);
      } else if (child.is_array() && step.entry) {
        for (StudyJson* entry : entries(child, *step.entry, known)) deeper.push_back(entry);
      }
    }
    const bool leads_on = !last && (key->kind == KeyKind::group || key->kind == KeyKind::table ||
                                    (key->kind == KeyKind::list && step.entry));
    if (!leads_on) {
      problems.push_back({"--set", path, "'" + step.name + "'",
                          last ? "is a whole entry" : "has no keys inside",
                          key->kind == KeyKind::list
                              ? "name the entry and one of its keys: combinations[ID].key=value"
                              : "set the key itself"});
      return;
    }
    if (deeper.empty()) {
      problems.push_back({"--set", path, "'" + step.entry.value_or("") + "'",
                          "is no combination of this study",
                          suggestion(step.entry.value_or(""), known)});
      return;
    }
    targets = std::move(deeper);
    group = key->kind == KeyKind::list ? key->path + "[]" : key->path;
  }

  const std::size_t before = problems.size();
  KeyChecker("--set", problems).check_value(value, *key, path);
  if (problems.size() > before) return;
  for (StudyJson* target : targets)
    if (target->is_object()) (*target)[steps.back().name] = value;
}

}  // namespace slipfront
