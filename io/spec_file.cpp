#include "io/spec_file.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "core/suggest.hpp"
#include "io/json_text.hpp"

namespace slipfront {

namespace {

std::string rule_of(const NumberRange& range) {
  const bool low = std::isfinite(range.low), high = std::isfinite(range.high);
  if (!low && !high) return "must be a number";
  const std::string from = (range.open ? "above "
                            : high     ? "from "
                                       : "of at least ") +
                           to_text(range.low);
  if (!high) return "must be a number " + from;
  if (!low) return "must be a number of at most " + to_text(range.high);
  return "must be a number " + from + (range.open ? " and at most " : " to ") + to_text(range.high);
}

bool inside(double value, const NumberRange& range) {
  return std::isfinite(value) && (range.open ? value > range.low : value >= range.low) &&
         value <= range.high;
}

}  // namespace

struct SpecFile::State {
  OrderedJson json;
  std::string source;
  std::vector<Problem> problems;
  std::map<std::string, std::set<std::string>> known;  // keys asked for, by group

  const OrderedJson& at(const std::string& path) const {
    return path.empty() ? json : json.at(OrderedJson::json_pointer(path));
  }
  /// The value of a key that is thereby known; null if absent.
  const OrderedJson* find(const std::string& path, const std::string& key) {
    known[path].insert(key);
    if (!has_group(path)) return nullptr;
    const OrderedJson& group = at(path);
    const auto found = group.find(key);
    return found == group.end() ? nullptr : &*found;
  }
  bool has_group(const std::string& path) const {
    return path.empty() || (json.contains(OrderedJson::json_pointer(path)) &&
                            json.at(OrderedJson::json_pointer(path)).is_object());
  }
};

SpecFile::SpecFile(std::string_view text, std::string source) : state_(std::make_unique<State>()) {
  state_->source = std::move(source);
  state_->json = parse_json_text(text, state_->source);
}

SpecFile::~SpecFile() = default;

SpecGroup SpecFile::root() { return {*state_, ""}; }

void SpecFile::add(const std::string& key, std::string found, std::string rule,
                   std::string remedy) {
  state_->problems.push_back(
      {state_->source, key, std::move(found), std::move(rule), std::move(remedy)});
}

void SpecFile::finish() {
  for (const auto& [path, keys] : state_->known) {
    if (!state_->has_group(path)) continue;
    for (const auto& [key, value] : state_->at(path).items())
      if (!keys.count(key))
        add(path + "/" + key, "an unknown key", "is not read",
            suggestion(key, {keys.begin(), keys.end()}));
  }
  throw_if_any(std::move(state_->problems));
}

void SpecGroup::add(const std::string& key, std::string found, std::string rule,
                    std::string remedy) {
  state_->problems.push_back(
      {state_->source, path_ + "/" + key, std::move(found), std::move(rule), std::move(remedy)});
}

bool SpecGroup::has(const std::string& key) const {
  return state_->has_group(path_) && state_->at(path_).contains(key);
}

void SpecGroup::number(const std::string& key, double& value, const NumberRange& range,
                       Presence presence) {
  const OrderedJson* found = state_->find(path_, key);
  if (!found) {
    if (presence == Presence::required) add(key, "nothing", "is needed: it " + rule_of(range));
  } else if (found->is_number() && inside(found->get<double>(), range)) {
    value = found->get<double>();
  } else {
    add(key, excerpt(*found), rule_of(range));
  }
}

void SpecGroup::number(const std::string& key, std::optional<double>& value,
                       const NumberRange& range) {
  if (!has(key)) return void(state_->find(path_, key));
  double number = 0;
  const std::size_t before = state_->problems.size();
  this->number(key, number, range);
  if (state_->problems.size() == before) value = number;
}

void SpecGroup::whole(const std::string& key, int& value, int low, int high, Presence presence) {
  const std::string rule =
      "must be a whole number from " + std::to_string(low) + " to " + std::to_string(high);
  const OrderedJson* found = state_->find(path_, key);
  if (!found) {
    if (presence == Presence::required) add(key, "nothing", "is needed: it " + rule);
  } else if (found->is_number_integer() &&
             inside(found->get<double>(), {double(low), double(high)})) {
    value = found->get<int>();
  } else {
    add(key, excerpt(*found), rule);
  }
}

void SpecGroup::text(const std::string& key, std::string& value, Presence presence) {
  const OrderedJson* found = state_->find(path_, key);
  if (!found) {
    if (presence == Presence::required) add(key, "nothing", "is needed: it must be a text");
  } else if (found->is_string()) {
    value = found->get<std::string>();
  } else {
    add(key, excerpt(*found), "must be a text");
  }
}

void SpecGroup::choice(const std::string& key, std::string& value,
                       const std::vector<std::string>& allowed, Presence presence) {
  std::string given;
  const std::size_t before = state_->problems.size();
  text(key, given, presence);
  if (state_->problems.size() > before || !has(key)) return;
  if (std::find(allowed.begin(), allowed.end(), given) != allowed.end())
    value = given;
  else
    add(key, "'" + given + "'", "is none of the known ones", suggestion(given, allowed));
}

std::vector<std::pair<std::string, double>> SpecGroup::numbers(const std::string& key) {
  std::vector<std::pair<std::string, double>> values;
  const OrderedJson* found = state_->find(path_, key);
  if (!found) return values;
  if (!found->is_object()) {
    add(key, excerpt(*found), "must be an object of numbers, {\"name\": 1.0, ...}");
    return values;
  }
  for (const auto& [name, value] : found->items())
    if (value.is_number() && std::isfinite(value.get<double>()))
      values.emplace_back(name, value.get<double>());
    else
      add(key + "/" + name, excerpt(value), "must be a number");
  return values;
}

SpecGroup SpecGroup::group(const std::string& key) {
  const OrderedJson* found = state_->find(path_, key);
  if (found && !found->is_object()) add(key, excerpt(*found), "must be an object {...}");
  return {*state_, path_ + "/" + key};
}

}  // namespace slipfront
