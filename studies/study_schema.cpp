#include "studies/study_schema.hpp"

#include <nlohmann/json.hpp>

#include "studies/key_lookup.hpp"
#include "studies/study_json.hpp"

namespace slipfront {

namespace {

/// Members of the group at `path`. Where `defaults` may complete an entry, nothing but its id
/// is required of it.
StudyJson group_schema(const std::string& path);

StudyJson list_of(const char* type) { return {{"type", "array"}, {"items", {{"type", type}}}}; }

StudyJson value_schema(const StudyKey& key) {
  StudyJson schema = StudyJson::object();
  switch (key.kind) {
    case KeyKind::text:
    case KeyKind::path:
      schema["type"] = "string";
      if (!key.allowed.empty())
        schema["enum"] = key.allowed;
      else if (key.fallback != "\"\"")
        schema["minLength"] = 1;
      break;
    case KeyKind::whole_number:
    case KeyKind::number:
      schema["type"] = key.kind == KeyKind::number ? "number" : "integer";
      break;
    case KeyKind::yes_no:
      schema["type"] = "boolean";
      break;
    case KeyKind::whole_numbers:
      schema = list_of("integer");
      break;
    case KeyKind::paths:
      schema = list_of("string");
      schema["items"]["minLength"] = 1;
      break;
    case KeyKind::group:
      schema = group_schema(key.path);
      break;
    case KeyKind::table:
      schema["type"] = "object";
      schema["additionalProperties"] = value_schema(*find_key(key.path + ".*"));
      break;
    case KeyKind::list:
      schema["type"] = "array";
      schema["items"] = group_schema(key.path + "[]");
      break;
  }
  StudyJson& number = key.kind == KeyKind::whole_numbers ? schema["items"] : schema;
  if (key.at_least) number["minimum"] = *key.at_least;
  if (key.above) number["exclusiveMinimum"] = *key.above;
  if (key.at_most) number["maximum"] = *key.at_most;
  schema["description"] = key.about;
  if (!key.fallback.empty()) schema["default"] = StudyJson::parse(key.fallback);
  return schema;
}

StudyJson group_schema(const std::string& path) {
  StudyJson schema = {{"type", "object"}, {"additionalProperties", false}};
  schema["properties"] = StudyJson::object();
  for (const StudyKey* key : members_of(path))
    schema["properties"][last_of(key->path)] = value_schema(*key);
  if (path == "combinations[]") schema["required"] = {"id"};
  return schema;
}

}  // namespace

std::string study_schema() {
  StudyJson schema;
  schema["$schema"] = "http://json-schema.org/draft-07/schema#";
  schema["title"] = "slipfront study";
  schema.update(group_schema(""));
  return schema.dump(2) + "\n";
}

}  // namespace slipfront
