#include "results/json_file.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace slipfront {

namespace {

constexpr int kIndent = 2;                   // blanks per level
constexpr std::size_t kLongestExcerpt = 60;  // characters of a wrong value shown in a message

template <class Integer>
bool integer(const Json& json, Integer& value) {
  if (json.is_number_unsigned()) {
    const auto number = json.get<std::uint64_t>();
    if (!std::in_range<Integer>(number)) return false;
    value = static_cast<Integer>(number);
    return true;
  }
  if (!json.is_number_integer()) return false;
  const auto number = json.get<std::int64_t>();
  if (!std::in_range<Integer>(number)) return false;
  value = static_cast<Integer>(number);
  return true;
}

}  // namespace

std::string to_pretty_text(const Json& json) {
  return json.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json parse_json(const std::string& text, const std::string& where) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    const std::size_t end = std::min(error.byte, text.size());
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(end), '\n');
    throw Failure({where, "line " + std::to_string(line), "", "is not JSON", ""});
  } catch (const Json::exception&) {
    throw Failure({where, "", "a number that no double can hold", "is not JSON", ""});
  }
}

Json any_number(double value) {
  if (std::isnan(value)) return nullptr;
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

Json any_numbers(const std::vector<double>& values) {
  Json array = Json::array();
  for (const double value : values) array.push_back(any_number(value));
  return array;
}

bool from_any_numbers(const Json& json, std::vector<double>& values) {
  if (!json.is_array()) return false;
  values.clear();
  for (const Json& entry : json)
    if (!from_any_number(entry, values.emplace_back())) return false;
  return true;
}

bool from_any_number(const Json& json, double& value) {
  if (json.is_null()) {
    value = std::numeric_limits<double>::quiet_NaN();
    return true;
  }
  if (json == "inf" || json == "-inf") {
    value = json == "inf" ? std::numeric_limits<double>::infinity()
                          : -std::numeric_limits<double>::infinity();
    return true;
  }
  return from(json, value);
}

bool from(const Json& json, std::string& value) {
  if (!json.is_string()) return false;
  value = json.get<std::string>();
  return true;
}

bool from(const Json& json, double& value) {
  if (!json.is_number()) return false;
  value = json.get<double>();
  return std::isfinite(value);
}

bool from(const Json& json, bool& value) {
  if (!json.is_boolean()) return false;
  value = json.get<bool>();
  return true;
}

bool from(const Json& json, int& value) { return integer(json, value); }
bool from(const Json& json, long& value) { return integer(json, value); }
bool from(const Json& json, std::uint64_t& value) { return integer(json, value); }

bool from(const Json& json, ErrorPair& value) {
  return json.is_array() && json.size() == 2 && from(json[0], value.frequency) &&
         from(json[1], value.damping);
}

bool from(const Json& json, std::optional<double>& value) {
  value.reset();
  return json.is_null() || from(json, value.emplace());
}

bool mode_number(const std::string& key, int& mode) {
  const char* end = key.data() + key.size();
  const auto [stop, error] = std::from_chars(key.data(), end, mode);
  return error == std::errc() && stop == end && mode > 0;
}

JsonObject::JsonObject(const Json& json, std::string where, std::string pointer,
                       std::vector<Problem>& problems)
    : json_(json), where_(std::move(where)), pointer_(std::move(pointer)), problems_(problems) {
  if (!json_.is_object())
    problems_.push_back({where_, pointer_, json_.type_name(), "must be an object", ""});
}

const Json* JsonObject::find(const char* key, const char* rule) {
  if (!json_.is_object()) return nullptr;  // reported once, by the constructor
  const auto found = json_.find(key);
  if (found != json_.end()) return &*found;
  problems_.push_back({where_, pointer_ + "/" + key, "nothing", rule, ""});
  return nullptr;
}

void JsonObject::wrong(const char* key, const Json& member, const char* rule) {
  std::string found = to_line(member);
  if (found.size() > kLongestExcerpt) found = found.substr(0, kLongestExcerpt) + "...";
  problems_.push_back({where_, pointer_ + "/" + key, found, rule, ""});
}

}  // namespace slipfront
