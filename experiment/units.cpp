#include "experiment/units.hpp"

#include <cctype>

namespace slipfront {

namespace {

constexpr double kGravity = 9.80665;  // standard acceleration of free fall [m/s^2], exact
constexpr double kInch = 0.0254, kFoot = 0.3048;  // [m], exact

struct Unit {
  const char* name;
  double factor;
};
constexpr Unit kAccelerations[] = {{"m/s^2", 1},    {"mm/s^2", 1e-3},  {"cm/s^2", 1e-2},
                                   {"g", kGravity}, {"in/s^2", kInch}, {"ft/s^2", kFoot}};
constexpr Unit kTimes[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"min", 60}};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// Spellings of one unit become the one of the table.
std::string usual(std::string_view name) {
  std::string text;
  for (const char c : trimmed(name))
    if (c != ' ') text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  replace_all(text, "\xC2\xB2", "^2");  // superscript two
  replace_all(text, "\xC2\xB5", "u");   // micro sign
  replace_all(text, "\xCE\xBC", "u");   // Greek mu
  replace_all(text, "**", "^");
  replace_all(text, "sec", "s");
  replace_all(text, "/s/s", "/s^2");
  if (text.ends_with("/s2")) text.replace(text.size() - 1, 1, "^2");
  if (text.ends_with("*s^-2")) text.replace(text.size() - 5, 5, "/s^2");
  if (text == "gn" || text == "g0" || text == "g_n") text = "g";
  return text;
}

template <std::size_t N>
std::optional<double> factor(const Unit (&units)[N], std::string_view name) {
  const std::string text = usual(name);
  for (const Unit& unit : units)
    if (text == unit.name) return unit.factor;
  return {};
}

}  // namespace

std::optional<double> acceleration_unit(std::string_view name) {
  return factor(kAccelerations, name);
}

std::optional<double> time_unit(std::string_view name) { return factor(kTimes, name); }

std::string known_acceleration_units() {
  std::string text;
  for (const Unit& unit : kAccelerations)
    text += (text.empty() ? "" : ", ") + std::string(unit.name);
  return text;
}

NameWithUnit split_unit(std::string_view text) {
  text = trimmed(text);
  for (const auto& [open, close] : {std::pair{'[', ']'}, std::pair{'(', ')'}}) {
    const std::size_t at = text.rfind(open);
    if (at == text.npos || at == 0 || text.back() != close) continue;
    const std::string_view inside = text.substr(at + 1, text.size() - at - 2);
    return {std::string(trimmed(text.substr(0, at))), std::string(trimmed(inside))};
  }
  return {std::string(text), ""};
}

}  // namespace slipfront
