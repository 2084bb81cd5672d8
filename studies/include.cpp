#include "studies/include.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "io/atomic_file.hpp"
#include "io/plain_path.hpp"
#include "studies/key_lookup.hpp"

namespace slipfront {

namespace {

constexpr char kInclude[] = "include", kCombinations[] = "combinations";
constexpr char kRoms[] = "roms", kFile[] = "file", kBuiltIn[] = "built_in";

namespace fs = std::filesystem;

/// From a file to another that it includes.
struct Way {
  fs::path from;    // the folder of the file that includes
  fs::path folder;  // of the included file, as written there
};

/// Makes every relative path in `value`, which stands at the declared `path` of the included file,
/// one of the file that includes it.
void rebase(StudyJson& value, const std::string& path, const Way& way) {
  const auto moved = [&](StudyJson& name) {
    if (!name.is_string() || name.get<std::string>().empty()) return;
    const fs::path written = name.get<std::string>();
    if (written.is_relative()) name = plain_path(way.folder / written, way.from).string();
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
      if (const StudyKey* next = member(path, name)) rebase(entry, next->path, way);
  if (kind == KeyKind::table && value.is_object())
    for (auto& [name, entry] : value.items()) rebase(entry, path + ".*", way);
  if (kind == KeyKind::list && value.is_array())
    for (StudyJson& entry : value) rebase(entry, path + "[]", way);
}

bool has_id(const StudyJson& entry, const StudyJson& id) {
  return entry.is_object() && entry.contains("id") && entry.at("id") == id;
}

/// Entries of `over` override those of `base` with the same id. Two of `over` with one id stay two:
/// a mistake, reported with the other keys.
StudyJson merged_lists(StudyJson base, const StudyJson& over) {
  const auto included = static_cast<StudyJson::difference_type>(base.size());
  for (const StudyJson& entry : over) {
    const auto end = base.begin() + included;
    const auto same = std::find_if(base.begin(), end, [&](const StudyJson& other) {
      return entry.is_object() && entry.contains("id") && has_id(other, entry.at("id"));
    });
    if (same == end)
      base.push_back(entry);
    else
      *same = merged(*same, entry);
  }
  return base;
}

/// A reduced model comes from a file or is built in: who names another source takes away both.
void drop_other_sources(StudyJson& base, const StudyJson& over) {
  if (!base.contains(kRoms) || !over.contains(kRoms) || !over.at(kRoms).is_object() ||
      !base.at(kRoms).is_object())
    return;
  for (const auto& [id, rom] : over.at(kRoms).items())
    if (base.at(kRoms).contains(id) && base.at(kRoms).at(id).is_object() && rom.is_object() &&
        (rom.contains(kFile) || rom.contains(kBuiltIn)))
      for (const char* source : {kFile, kBuiltIn}) base.at(kRoms).at(id).erase(source);
}

StudyJson merged_studies(StudyJson base, const StudyJson& over) {
  drop_other_sources(base, over);
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
  chain.push_back(fs::weakly_canonical(file).string());
  StudyJson base = StudyJson::object();
  for (const StudyJson& name : include) {
    const fs::path own_folder = fs::path(file).parent_path();
    const fs::path written = name.get<std::string>();
    const std::string other = plain_path(own_folder / written).string();
    const std::string canonical = fs::weakly_canonical(other).string();
    if (std::find(chain.begin(), chain.end(), canonical) != chain.end())
      throw Failure(Problem{file, "/include", written.string(), "includes itself",
                            "remove one of the two includes"});
    StudyJson included = expand(parse_json_text(read_file(other), other), other, chain);
    rebase(included, "", {own_folder, written.parent_path()});
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
