#include "results/records.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "io/atomic_file.hpp"
#include "io/csv.hpp"
#include "results/markup.hpp"

namespace slipfront {

namespace {

constexpr std::string_view kFrequencyPrefix = "frequency_error_";
constexpr std::string_view kDampingPrefix = "damping_error_";

std::string frequency_column(int mode) {
  return std::string(kFrequencyPrefix) + std::to_string(mode);
}
std::string damping_column(int mode) { return std::string(kDampingPrefix) + std::to_string(mode); }

/// The mode of a column named prefix + number, or 0.
int mode_of(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return 0;
  name.remove_prefix(prefix.size());
  int mode = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), mode);
  return error == std::errc() && end == name.data() + name.size() ? mode : 0;
}

/// A number that must be one: NaN and infinity never leave the program.
std::string finite_text(double value, const std::string& path, const std::string& column) {
  if (std::isfinite(value)) return to_text(value);
  throw Failure({path, column, to_text(value), "only finite numbers are written", ""});
}

std::string where_of(const CsvTable& table, std::size_t row) {
  return table.path + ", line " + std::to_string(table.lines[row]);
}

/// Both errors of a row, nothing if both cells are empty, a Problem otherwise.
std::optional<ErrorPair> read_pair(const CsvTable& table, std::size_t row,
                                   const std::vector<double>& frequency,
                                   const std::vector<double>& damping, const std::string& columns,
                                   std::vector<Problem>& problems) {
  const ErrorPair pair = {frequency[row], damping[row]};
  if (std::isnan(pair.frequency) && std::isnan(pair.damping)) return {};
  if (std::isfinite(pair.frequency) && std::isfinite(pair.damping) && pair.frequency >= 0 &&
      pair.damping >= 0)
    return pair;
  problems.push_back({where_of(table, row), columns,
                      to_text(pair.frequency) + " and " + to_text(pair.damping),
                      "must be two finite errors of at least 0, or two empty cells", ""});
  return {};
}

std::string line_of(const std::vector<std::string>& cells) {
  std::string text;
  for (const std::string& cell : cells) text += (&cell == &cells.front() ? "" : ",") + cell;
  return text + "\n";
}

}  // namespace

void write_front_csv(const std::string& path, const Front& front) {
  std::vector<std::string> cells;
  for (const int mode : front.modes) {
    cells.push_back(frequency_column(mode));
    cells.push_back(damping_column(mode));
  }
  for (const std::string& name : front.parameter_names) cells.push_back(csv_cell(name));
  std::string text = line_of(cells);

  for (const FrontPoint& point : front.points) {
    cells.clear();
    for (const int mode : front.modes) {
      const auto found = point.errors.find(mode);
      const bool known = found != point.errors.end() && found->second;
      const ErrorPair pair = known ? *found->second : ErrorPair{};
      cells.push_back(known ? finite_text(pair.frequency, path, frequency_column(mode)) : "");
      cells.push_back(known ? finite_text(pair.damping, path, damping_column(mode)) : "");
    }
    if (point.parameters.size() != front.parameter_names.size())
      throw Failure({path, "", std::to_string(point.parameters.size()) + " parameters in a point",
                     "must be " + std::to_string(front.parameter_names.size()), ""});
    for (std::size_t i = 0; i < point.parameters.size(); ++i)
      cells.push_back(finite_text(point.parameters[i], path, front.parameter_names[i]));
    text += line_of(cells);
  }
  write_atomically(path, text);
}

Front read_front_csv(const std::string& path) {
  const CsvTable table = read_csv(path);
  std::vector<Problem> problems;
  Front front;
  std::vector<std::size_t> parameter_columns;
  for (std::size_t i = 0; i < table.names.size(); ++i) {
    const std::string& name = table.names[i];
    const int by_frequency = mode_of(name, kFrequencyPrefix);
    const int by_damping = mode_of(name, kDampingPrefix);
    if (by_frequency > 0) front.modes.push_back(by_frequency);
    if (by_damping > 0 && !table.has(frequency_column(by_damping)))
      problems.push_back({path, name, "no column " + frequency_column(by_damping),
                          "a mode must have both of its errors", ""});
    if (by_frequency > 0 && !table.has(damping_column(by_frequency)))
      problems.push_back({path, name, "no column " + damping_column(by_frequency),
                          "a mode must have both of its errors", ""});
    if (by_frequency > 0 || by_damping > 0) continue;
    front.parameter_names.push_back(name);
    parameter_columns.push_back(i);
  }
  if (front.modes.empty())
    problems.push_back({path, "", "no column frequency_error_<mode>",
                        "a front must have the errors of at least one mode", ""});
  throw_if_any(problems);

  front.points.resize(table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    FrontPoint& point = front.points[row];
    for (const int mode : front.modes)
      point.errors[mode] =
          read_pair(table, row, table.column(frequency_column(mode)),
                    table.column(damping_column(mode)), frequency_column(mode), problems);
    for (const std::size_t column : parameter_columns) {
      const double value = table.columns[column][row];
      if (!std::isfinite(value))
        problems.push_back({where_of(table, row), table.names[column],
                            std::isnan(value) ? "nothing" : to_text(value),
                            "must be a finite number", ""});
      point.parameters.push_back(value);
    }
  }
  throw_if_any(std::move(problems));
  return front;
}

std::vector<ErrorPair> read_error_pairs(const std::string& path, int mode) {
  const CsvTable table = read_csv(path);
  const bool named = table.has(frequency_column(mode)) && table.has(damping_column(mode));
  if (!named && table.names.size() != 2)
    throw Failure({path, "", std::to_string(table.names.size()) + " columns",
                   "must have the columns " + frequency_column(mode) + " and " +
                       damping_column(mode) + ", or just two columns",
                   "Give frequency errors first, damping errors second"});
  const std::vector<double>& frequency =
      named ? table.column(frequency_column(mode)) : table.columns[0];
  const std::vector<double>& damping =
      named ? table.column(damping_column(mode)) : table.columns[1];
  std::vector<Problem> problems;
  std::vector<ErrorPair> pairs;
  for (std::size_t row = 0; row < table.rows(); ++row)
    if (const auto pair = read_pair(table, row, frequency, damping, "errors", problems))
      pairs.push_back(*pair);
  throw_if_any(std::move(problems));
  return pairs;
}

void write_backbones_csv(const std::string& path, std::span<const BackboneRecord> records) {
  std::string text = "point,mode,amplitude,frequency_hz,damping,residual,status\n";
  for (const BackboneRecord& record : records) {
    const Backbone& backbone = record.backbone;
    for (std::size_t i = 0; i < backbone.size(); ++i) {
      const bool good = backbone.status[i] == PointStatus::converged;
      const auto number = [&](double value, const char* column) {
        return good ? finite_text(value, path, column) : std::string();
      };
      text += line_of(
          {std::to_string(record.point), std::to_string(record.mode),
           finite_text(backbone.amplitude[i], path, "amplitude"),
           number(backbone.frequency_hz[i], "frequency_hz"), number(backbone.damping[i], "damping"),
           number(backbone.residual[i], "residual"), csv_cell(to_text(backbone.status[i]))});
    }
  }
  write_atomically(path, text);
}

void write_loops_csv(const std::string& path, std::span<const LoopRecord> records) {
  std::string text = "point,displacement,traction\n";
  for (const LoopRecord& record : records) {
    if (record.displacement.size() != record.traction.size())
      throw Failure({path, "point " + std::to_string(record.point),
                     std::to_string(record.displacement.size()) + " displacements, " +
                         std::to_string(record.traction.size()) + " tractions",
                     "must be as many of both", ""});
    for (std::size_t i = 0; i < record.displacement.size(); ++i)
      text += line_of({std::to_string(record.point),
                       finite_text(record.displacement[i], path, "displacement"),
                       finite_text(record.traction[i], path, "traction")});
  }
  write_atomically(path, text);
}

std::vector<LoopRecord> read_loops_csv(const std::string& path) {
  const CsvTable table = read_csv(path);
  const std::vector<double>&point = table.column("point"), &u = table.column("displacement"),
        &t = table.column("traction");
  std::vector<LoopRecord> records;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const int number = static_cast<int>(point[row]);
    if (records.empty() || records.back().point != number) records.emplace_back().point = number;
    records.back().displacement.push_back(u[row]);
    records.back().traction.push_back(t[row]);
  }
  return records;
}

std::vector<BackboneRecord> read_backbones_csv(const std::string& path) {
  constexpr std::size_t kCells = 7, kStatus = 6;
  const std::string text = read_file(path);
  std::vector<BackboneRecord> records;
  std::size_t line = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view row = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    if (++line == 1 || row.empty()) continue;
    // No status holds a comma: to_text(PointStatus).
    std::array<std::string_view, kCells> cells;
    std::size_t count = 0, from = 0;
    for (std::size_t comma = 0; count < kCells && comma != row.npos; from = comma + 1) {
      comma = row.find(',', from);
      cells[count++] = row.substr(from, comma == row.npos ? row.npos : comma - from);
    }
    std::array<double, kStatus> numbers;
    bool good = count == kCells;
    for (std::size_t i = 0; good && i < kStatus; ++i) {
      numbers[i] = std::numeric_limits<double>::quiet_NaN();
      if (cells[i].empty() && i > 2) continue;
      const auto value = to_number(cells[i]);
      good = value.has_value();
      numbers[i] = value.value_or(0);
    }
    const auto status = good ? point_status(cells[kStatus]) : std::nullopt;
    if (!status)
      throw Failure({path, "line " + std::to_string(line), "'" + std::string(row) + "'",
                     "must be point,mode,amplitude,frequency_hz,damping,residual,status",
                     "Compute this combination again: delete its folder, then run the study as "
                     "before"});
    const int point = static_cast<int>(numbers[0]), mode = static_cast<int>(numbers[1]);
    if (records.empty() || records.back().point != point || records.back().mode != mode)
      records.push_back({point, mode, {}});
    Backbone& backbone = records.back().backbone;
    backbone.amplitude.push_back(numbers[2]);
    backbone.frequency_hz.push_back(numbers[3]);
    backbone.damping.push_back(numbers[4]);
    backbone.residual.push_back(numbers[5]);
    backbone.status.push_back(*status);
  }
  return records;
}

}  // namespace slipfront
