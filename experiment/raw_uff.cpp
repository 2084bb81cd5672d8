#include <algorithm>
#include <array>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "experiment/raw_records.hpp"
#include "experiment/units.hpp"
#include "io/uff58.hpp"

namespace slipfront {

namespace {

constexpr int kTime = 17;          // abscissa quantity; 0 is "unknown" and taken as time
constexpr int kAcceleration = 12;  // ordinate quantity; 0 is "unknown"
constexpr int kTimeResponse = 1;   // function type; 0 is "general"

/// "node 3 +z", or the number of the function in the file.
std::string name_of(const UffFunction& f, std::size_t index) {
  constexpr std::array<const char*, 4> axes = {"", "x", "y", "z"};
  if (!f.response_name.empty()) return f.response_name;
  const int axis = std::abs(f.response_direction);
  if (f.response_node == 0 && axis == 0) return "function " + std::to_string(index + 1);
  std::string name = "node " + std::to_string(f.response_node);
  if (axis > 0 && axis < static_cast<int>(axes.size()))
    name +=
        std::string(f.response_direction < 0 ? " -" : " +") + axes[static_cast<std::size_t>(axis)];
  return name;
}

std::string what_else(const UffFunction& f) {
  if (f.function_type != kTimeResponse && f.function_type != 0)
    return "function type " + std::to_string(f.function_type) + ", no time response";
  if (f.abscissa_quantity != kTime && f.abscissa_quantity != 0)
    return "an abscissa that is no time";
  if (f.ordinate_quantity != kAcceleration && f.ordinate_quantity != 0)
    return "an ordinate that is no acceleration";
  if (f.complex_values) return "complex values";
  return "";
}

}  // namespace

RawRecord raw_from_uff(std::string_view bytes, const std::string& path) {
  const std::vector<UffFunction> functions = parse_uff58(bytes, path);
  RawRecord raw;
  raw.source = path;
  std::vector<Problem> problems;
  const UffFunction* first = nullptr;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const UffFunction& f = functions[i];
    std::string name = name_of(f, i);
    if (const std::string why = what_else(f); !why.empty()) {
      raw.notes.push_back("left out: " + name + ", " + why);
      continue;
    }
    const auto taken = [&](const auto& channel) { return channel.name == name; };
    if (std::any_of(raw.channels.begin(), raw.channels.end(), taken))
      name += " (function " + std::to_string(i + 1) + ")";
    if (!first) {
      first = &f;
      raw.time = f.abscissa;
      raw.time_name = "abscissa of " + name;
      if (!f.abscissa_unit.empty()) raw.time_unit = f.abscissa_unit;
      const std::optional<double> unit = time_unit(raw.time_unit);
      if (f.even && !unit)
        problems.push_back({path, name, "the abscissa's unit '" + raw.time_unit + "'",
                            "must be s, ms, us or min", ""});
      if (f.even && f.step > 0 && unit) {
        raw.sampling_hz = 1 / (f.step * *unit);
        raw.start = f.start * *unit;
      }
      if (f.even && !(f.step > 0))
        problems.push_back({path, name, "an abscissa increment of " + to_text(f.step),
                            "must be above 0", "export it again"});
    } else if (f.even != first->even || f.step != first->step || f.start != first->start ||
               f.abscissa_unit != first->abscissa_unit || f.abscissa != first->abscissa) {
      problems.push_back({path, name, "another sampling than that of the first function",
                          "all functions of a ring-down must share one",
                          "put it into a file of its own"});
    }
    raw.channels.push_back({name, f.ordinate_unit, f.values});
  }
  throw_if_any(std::move(problems));
  if (raw.channels.empty())
    throw Failure(Problem{path, "", std::to_string(functions.size()) + " functions of dataset 58",
                          "at least one must be an acceleration against time",
                          raw.notes.empty() ? "" : raw.notes.front()});
  return raw;
}

}  // namespace slipfront
