#include "studies/include.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "io/atomic_file.hpp"
#include "studies/key_lookup.hpp"

namespace slipfront {

namespace {

constexpr char kInclude[] = "include", kCombinations[] = "combinations";

/// Puts `folder` before every relative path in `value`, which stands at the declared `path`.
void rebase(StudyJson& value, const std::string& path, const std::string& folder) {
  const auto moved = [&](StudyJson& name) {
    if (!name.is_string() || name.get<std::string>().empty()) return;
    const std::filesystem::path written = name.get<std::string>();
    if (written.is_relative()) name = (folder / written).lexically_normal().string();
  };
  const StudyKey* key = find_key(path);
  const KeyKind kind = path.empty() || path.ends_with("[]") ? KeyKind::group
                       : key                                ? key->kind
                                                            : KeyKind::text;
  if (kind == KeyKind::path) moved(value);
  if (kind == KeyKind::paths && value.is_array())
    for (StudyJson& each : value) moved(each);
  if (kind == KeyKind::group && value.is_object())
    for (auto& [name, entry] : value.items())
      if (const StudyKey* next = member(path, name)) rebase(entry, next->path, folder);
  if (kind == KeyKind::table && value.is_object())
    for (auto& [name, entry] : value.items()) rebase(entry, path + ".*", folder);
  if (kind == KeyKind::list && value.is_array())
    for (StudyJson& entry : value) rebase(entry, path + "[]", folder);
}

bool has_id(const StudyJson& entry, const StudyJson& id) {
  return entry.is_object() && entry.contains("id") && entry.at("id") == id;
}

StudyJson merged_lists(StudyJson base, const StudyJson& over) {
  for (const StudyJson& entry : over) {
    const auto same = std::find_if(base.begin(), base.end(), [&](const StudyJson& other) {
      return entry.is_object() && entry.contains("id") && has_id(other, entry.at("id"));
    });
    if (same == base.end())
      base.push_back(entry);
    else
      *same = merged(*same, entry);
  }
  return base;
}

StudyJson merged_studies(StudyJson base, const StudyJson& over) {
  const bool lists = base.contains(kCombinations) && base.at(kCombinations).is_array() &&
                     over.contains(kCombinations) && over.at(kCombinations).is_array();
  const StudyJson before = lists ? base.at(kCombinations) : StudyJson();
  StudyJson both = merged(std::move(base), over);
  if (lists) both[kCombinations] = merged_lists(before, over.at(kCombinations));
  return both;
}

/// `chain` are the files on the way here, for circles.
StudyJson expand(StudyJson document, const std::string& file, std::vector<std::string> chain) {
  if (!document.contains(kInclude)) return document;
  const StudyJson include = document.at(kInclude);
  const bool list_of_names =
      include.is_array() && std::all_of(include.begin(), include.end(), [](const StudyJson& name) {
        return name.is_string() && !name.get<std::string>().empty();
      });
  if (!list_of_names) return document;  // a wrong type, reported with the other keys
  document.erase(kInclude);
  chain.push_back(std::filesystem::weakly_canonical(file).string());
  StudyJson base = StudyJson::object();
  for (const StudyJson& name : include) {
    const auto own_folder = std::filesystem::path(file).parent_path();
    const std::filesystem::path written = name.get<std::string>();
    const std::string other = (own_folder / written).lexically_normal().string();
    const std::string canonical = std::filesystem::weakly_canonical(other).string();
    if (std::find(chain.begin(), chain.end(), canonical) != chain.end())
      throw Failure(Problem{file, "/include", written.string(), "includes itself",
                            "remove one of the two includes"});
    StudyJson included = expand(parse_json(read_file(other), other), other, chain);
    rebase(included, "", written.parent_path().string());
    base = merged_studies(std::move(base), included);
  }
  return merged_studies(std::move(base), document);
}

}  // namespace

StudyJson merged(StudyJson base, const StudyJson& over) {
  for (const auto& [name, value] : over.items()) {
    const bool both_objects = value.is_object() && base.contains(name) && base.at(name).is_object();
    base[name] = both_objects ? merged(base.at(name), value) : value;
  }
  return base;
}

StudyJson with_includes(StudyJson document, const std::string& file) {
  return expand(std::move(document), file, {});
}

}  // namespace slipfront
