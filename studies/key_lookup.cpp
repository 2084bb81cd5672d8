#include "studies/key_lookup.hpp"

namespace slipfront {

namespace {

const std::string kCombination = "combinations[]";

std::string parent_of(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  return dot == path.npos ? "" : path.substr(0, dot);
}

}  // namespace

const StudyKey* find_key(const std::string& path) {
  for (const StudyKey& key : study_keys())
    if (key.path == path) return &key;
  return nullptr;
}

std::string last_of(const std::string& path) { return path.substr(path.rfind('.') + 1); }

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

}  // namespace slipfront
