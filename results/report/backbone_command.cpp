#include "results/report/backbone_command.hpp"

#include <algorithm>

#include "core/number.hpp"

namespace slipfront {

namespace {

std::string member(const Json& entry, const char* key) {
  return entry.contains(key) && entry.at(key).is_string() ? entry.at(key).get<std::string>() : "";
}

std::string rom_of(const Json& document, const std::string& name) {
  const Json::json_pointer place("/study/roms");
  if (!document.contains(place) || !document.at(place).contains(name)) return name;
  const Json& rom = document.at(place).at(name);
  const std::string built_in = member(rom, "built_in");
  return built_in.empty() ? member(rom, "file") : "built-in:" + built_in;
}

}  // namespace

std::string shell_word(const std::string& text) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-_./:=,+").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), plain)) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

BackboneCommand::BackboneCommand(const Json& document, const Json& entry) {
  const auto option = [&](const char* name, const std::string& value) {
    if (!value.empty()) text_ += std::string(" ") + name + " " + shell_word(value);
  };
  const auto number = [&](const char* name, const char* key) {
    if (entry.contains(key) && entry.at(key).is_number())
      option(name, to_text(entry.at(key).get<double>()));
  };
  const auto unless = [&](const char* name, const char* key, const char* usual) {
    if (member(entry, key) != usual) option(name, member(entry, key));
  };
  text_ = "slipfront backbone";
  const Json::json_pointer plugins("/study/plugins");
  if (document.contains(plugins))
    for (const Json& plugin : document.at(plugins))
      if (plugin.is_string()) option("--plugin", plugin.get<std::string>());
  option("--rom", rom_of(document, member(entry, "rom")));
  option("--model", member(entry, "model"));
  option("--framework", member(entry, "framework"));
  if (entry.value("post_slip", false)) text_ += " --post-slip";
  unless("--normal", "normal", "spring");
  unless("--prestress", "prestress", "full");
  number("--preload", "preload");
  unless("--dissipation", "dissipation", "local");
  number("--quadrature", "quadrature");
  if (member(entry, "framework") == "non_masing") {
    number("--loops", "loops");
    number("--loop-tolerance", "loop_tolerance");
    unless("--loop-rule", "loop_rule", "repeated");
  }
  if (entry.contains("mode_index")) mode_index_ = entry.at("mode_index");
}

std::string BackboneCommand::mode_options(const CombinationSummary& summary, int mode,
                                          const std::vector<double>& amplitudes) const {
  const std::string name = std::to_string(mode);
  std::string text = " --mode " + name;
  if (mode_index_.is_object() && mode_index_.contains(name))
    text += " --mode-index " + to_line(mode_index_.at(name));
  const auto zeta0 = summary.zeta0.find(mode);
  if (zeta0 != summary.zeta0.end() && zeta0->second > 0)
    text += " --zeta0 " + to_text(zeta0->second);
  if (!amplitudes.empty())
    text += " --amplitude-range " + to_text(amplitudes.front()) + ":" + to_text(amplitudes.back()) +
            ":" + std::to_string(amplitudes.size());
  return text;
}

}  // namespace slipfront
