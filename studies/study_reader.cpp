#include "studies/study_reader.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "core/suggest.hpp"
#include "studies/include.hpp"
#include "studies/key_lookup.hpp"

namespace slipfront {

namespace {

// ---- types and ranges ---------------------------------------------------------------

std::string pointer_token(std::string name) {  // RFC 6901
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '~') name.replace(i, 1, "~0");
    if (name[i] == '/') name.replace(i, 1, "~1");
  }
  return name;
}

/// As JSON schemas have it, 40.0 is a whole number too.
bool is_whole(const StudyJson& value) {
  if (value.is_number_integer()) return true;
  if (!value.is_number_float()) return false;
  const auto number = value.get<double>();
  return std::trunc(number) == number && std::abs(number) <= kLargestExactWhole;
}

StudyJson as_whole(const StudyJson& value) {
  return value.is_number_float() ? StudyJson(static_cast<std::int64_t>(value.get<double>()))
                                 : value;
}

bool number_fits(const StudyJson& value, const StudyKey& key) {
  // Whole numbers are compared as they are written, also where a double would round them.
  const auto number =
      value.is_number_unsigned()  ? static_cast<long double>(value.get<std::uint64_t>())
      : value.is_number_integer() ? static_cast<long double>(value.get<std::int64_t>())
                                  : static_cast<long double>(value.get<double>());
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
      return is_whole(value) && number_fits(value, key);
    case KeyKind::number:
      return value.is_number() && number_fits(value, key);
    case KeyKind::yes_no:
      return value.is_boolean();
    case KeyKind::whole_numbers:
      return value.is_array() && std::all_of(value.begin(), value.end(), [&](const StudyJson& v) {
               return is_whole(v) && number_fits(v, key);
             });
    case KeyKind::paths:
      return value.is_array() && std::all_of(value.begin(), value.end(), [](const StudyJson& v) {
               return v.is_string() && !v.get<std::string>().empty();
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
      if (key->path == "$schema") continue;   // for editors
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
    if (key.kind == KeyKind::whole_number && is_whole(given)) return as_whole(given);
    if (key.kind == KeyKind::whole_numbers && given.is_array()) {
      StudyJson filled = given;
      for (StudyJson& entry : filled)
        if (is_whole(entry)) entry = as_whole(entry);
      return filled;
    }
    return given;
  }

  std::string where_;
  const StudyJson& defaults_;
  std::vector<Problem>& problems_;
};

}  // namespace

void check_keys(const StudyJson& document, const std::string& where,
                std::vector<Problem>& problems) {
  KeyChecker(where, problems).check_members(document, "", "");
}

void check_value(const StudyJson& value, const StudyKey& key, const std::string& where,
                 const std::string& pointer, std::vector<Problem>& problems) {
  KeyChecker(where, problems).check_value(value, key, pointer);
}

StudyJson resolve_keys(const StudyJson& document, const std::string& where,
                       std::vector<Problem>& problems) {
  const StudyJson none = StudyJson::object();
  const bool given = document.contains("defaults") && document.at("defaults").is_object();
  const StudyJson& defaults = given ? document.at("defaults") : none;
  return DefaultFiller(where, defaults, problems).fill_group(document, "", "");
}

}  // namespace slipfront
