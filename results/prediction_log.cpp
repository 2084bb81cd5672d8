#include "results/prediction_log.hpp"

#include <filesystem>

#include "core/hash.hpp"
#include "io/append_log.hpp"
#include "results/json_file.hpp"

namespace slipfront {

namespace {

constexpr char kName[] = "/predictions.log";

std::string key_of(const std::vector<double>& parameters, int mode) {
  return evaluation_key("prediction of mode " + std::to_string(mode), parameters);
}

bool numbers_from(const Json& json, const char* name, std::size_t count,
                  std::vector<double>& values) {
  return json.contains(name) && from_any_numbers(json[name], values) && values.size() == count;
}

std::string to_record(const std::string& key, const Backbone& b) {
  Json json = Json::object();
  json["key"] = key;
  json["amplitude"] = any_numbers(b.amplitude);
  json["frequency_hz"] = any_numbers(b.frequency_hz);
  json["damping"] = any_numbers(b.damping);
  json["residual"] = any_numbers(b.residual);
  json["status"] = Json::array();
  for (const PointStatus status : b.status) json["status"].push_back(to_text(status));
  return to_line(json);
}

bool from_record(const std::string& line, std::string& key, Backbone& b) {
  const Json json = Json::parse(line, nullptr, false);  // discarded, not thrown, if no JSON
  if (!json.is_object() || !json.contains("key") || !from(json["key"], key) ||
      !json.contains("status") || !json["status"].is_array())
    return false;
  for (const Json& entry : json["status"]) {
    std::string text;
    const auto status = from(entry, text) ? point_status(text) : std::nullopt;
    if (!status) return false;
    b.status.push_back(*status);
  }
  const std::size_t count = b.status.size();
  return numbers_from(json, "amplitude", count, b.amplitude) &&
         numbers_from(json, "frequency_hz", count, b.frequency_hz) &&
         numbers_from(json, "damping", count, b.damping) &&
         numbers_from(json, "residual", count, b.residual);
}

}  // namespace

PredictionLog::PredictionLog(const std::string& folder)
    : log_(std::make_unique<AppendLog>(folder + kName)) {
  for (const std::string& line : log_->found().lines) {
    std::string key;
    Backbone backbone;
    if (from_record(line, key, backbone)) backbones_.try_emplace(key, std::move(backbone));
  }
  log_->forget_found();
}

PredictionLog::~PredictionLog() = default;

std::optional<Backbone> PredictionLog::find(const std::vector<double>& parameters, int mode) const {
  const std::lock_guard lock(mutex_);
  const auto found = backbones_.find(key_of(parameters, mode));
  if (found == backbones_.end()) return {};
  return found->second;
}

void PredictionLog::add(const std::vector<double>& parameters, int mode, const Backbone& backbone) {
  const std::string key = key_of(parameters, mode);
  log_->append(to_record(key, backbone));
  const std::lock_guard lock(mutex_);
  backbones_.try_emplace(key, backbone);
}

void PredictionLog::remove(const std::string& folder) { std::filesystem::remove(folder + kName); }

}  // namespace slipfront
