#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "experiment/raw_records.hpp"
#include "experiment/units.hpp"
#include "io/csv.hpp"

namespace slipfront {

bool names_time(const std::string& name) {
  std::string lower;
  for (const char c : name) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  constexpr std::array<const char*, 6> known = {"t", "time", "time_s", "t_s", "zeit", "seconds"};
  return std::find(known.begin(), known.end(), lower) != known.end();
}

RawRecord raw_from_csv(std::string_view text, const std::string& path) {
  CsvTable table = parse_csv(text, path);
  RawRecord raw;
  raw.source = path;
  std::vector<std::string> headers;  // of the channels
  for (std::size_t i = 0; i < table.names.size(); ++i) {
    const NameWithUnit named = split_unit(table.names[i]);
    if (raw.time.empty() && names_time(named.name)) {
      raw.time = std::move(table.columns[i]);
      raw.time_name = "column " + table.names[i];
      if (!named.unit.empty()) raw.time_unit = named.unit;
    } else {
      raw.channels.push_back({named.name, named.unit, std::move(table.columns[i])});
      headers.push_back(table.names[i]);
    }
  }
  // Channels that differ in their unit only keep it in their names.
  std::map<std::string, int> uses;
  for (const auto& channel : raw.channels) ++uses[channel.name];
  for (std::size_t i = 0; i < headers.size(); ++i)
    if (uses[raw.channels[i].name] > 1) raw.channels[i].name = headers[i];
  return raw;
}

}  // namespace slipfront
