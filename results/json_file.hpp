// JSON files of this room: written with keys in the order given, read with every problem
// of a file reported at once. Only included by .cpp files (nlohmann/json is heavy).
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/failure.hpp"
#include "core/front.hpp"

namespace slipfront {

using Json = nlohmann::ordered_json;

/// Pretty text with a line end; bytes that are not UTF-8 are replaced, never refused.
std::string to_pretty_text(const Json& json);
/// One line.
std::string to_line(const Json& json);

/// Throws a Failure that names the file and the place if the text is not JSON.
Json parse_json(const std::string& text, const std::string& where);

// What a double that may not be finite looks like: null for NaN, "inf", "-inf".
Json any_number(double value);
Json any_numbers(const std::vector<double>& values);

// One conversion per type; false if the JSON is something else.
bool from(const Json& json, std::string& value);
bool from(const Json& json, double& value);  // finite
bool from(const Json& json, bool& value);
bool from(const Json& json, int& value);
bool from(const Json& json, long& value);
bool from(const Json& json, std::uint64_t& value);
bool from(const Json& json, ErrorPair& value);              // [frequency, damping]
bool from(const Json& json, std::optional<double>& value);  // or null
bool from_any_number(const Json& json, double& value);      // inverse of any_number
bool from_any_numbers(const Json& json, std::vector<double>& values);

template <class T>
bool from(const Json& json, std::vector<T>& values) {
  if (!json.is_array()) return false;
  values.clear();
  for (const Json& entry : json)
    if (!from(entry, values.emplace_back())) return false;
  return true;
}

template <class T>
bool from(const Json& json, std::map<std::string, T>& values) {
  if (!json.is_object()) return false;
  values.clear();
  for (const auto& [key, entry] : json.items())
    if (!from(entry, values[key])) return false;
  return true;
}

/// Keys are mode numbers: decimal digits.
bool mode_number(const std::string& key, int& mode);

template <class T>
bool from(const Json& json, std::map<int, T>& values) {
  if (!json.is_object()) return false;
  values.clear();
  for (const auto& [key, entry] : json.items()) {
    int mode = 0;
    if (!mode_number(key, mode) || !from(entry, values[mode])) return false;
  }
  return true;
}

inline Json pair_json(const ErrorPair& pair) { return {pair.frequency, pair.damping}; }

template <class T>
Json by_mode(const std::map<int, T>& values) {
  Json json = Json::object();
  for (const auto& [mode, value] : values) {
    if constexpr (std::is_same_v<T, ErrorPair>)
      json[std::to_string(mode)] = pair_json(value);
    else
      json[std::to_string(mode)] = value;
  }
  return json;
}

/// Reads the members of one object and collects what is wrong with them.
class JsonObject {
 public:
  /// `pointer` is the place of the object in the file ("" for the root).
  JsonObject(const Json& json, std::string where, std::string pointer,
             std::vector<Problem>& problems);

  /// `rule` says what the member must be: "must be a text".
  template <class T>
  void read(const char* key, T& value, const char* rule) {
    const Json* member = find(key, rule);
    if (member != nullptr && !from(*member, value)) wrong(key, *member, rule);
  }
  /// The member as it is; null (with a problem noted) if it is missing.
  const Json* find(const char* key, const char* rule);
  void wrong(const char* key, const Json& member, const char* rule);

 private:
  const Json& json_;
  std::string where_, pointer_;
  std::vector<Problem>& problems_;
};

}  // namespace slipfront
