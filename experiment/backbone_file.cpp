#include "experiment/backbone_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "core/suggest.hpp"
#include "io/atomic_file.hpp"
#include "io/csv.hpp"

namespace slipfront {

namespace {

constexpr std::size_t kFewestRows = 3;  // a curve that bends needs three points
// Ratio of critical damping that no bolted metal structure reaches: friction in a joint
// gives some percent at most.
constexpr double kHighestDamping = 0.5;
// At the lowest amplitude hardly anything slips: a few per mille are usual, percents are not.
constexpr double kHighestFirstDamping = 0.04;
constexpr std::size_t kMostProblems = 10;  // as many bad cells of a kind as show the pattern

const std::vector<std::string> kColumns = {"amplitude",       "response_amplitude", "frequency_hz",
                                           "frequency_lower", "frequency_upper",    "damping",
                                           "damping_lower",   "damping_upper"};

// Names that people give to columns whose unit or scale is another.
struct Foreign {
  const char* name;
  const char* instead;
  const char* remedy;
};
constexpr Foreign kForeign[] = {
    {"frequency_rad_s", "frequency_hz", "divide by 2 pi and name the column frequency_hz"},
    {"omega", "frequency_hz", "divide by 2 pi and name the column frequency_hz"},
    {"frequency", "frequency_hz", "if it is in Hz, name the column frequency_hz"},
    {"damping_percent", "damping", "divide by 100 and name the column damping"},
    {"zeta", "damping", "if it is a ratio of critical damping, name the column damping"},
};

class BackboneReader {
 public:
  explicit BackboneReader(CsvTable table) : table_(std::move(table)) {
    backbone_.source = table_.path;
  }

  MeasuredBackbone read() {
    check_names();
    const bool modal = table_.has("amplitude"), response = table_.has("response_amplitude");
    if (modal && response)
      add("column response_amplitude", "amplitude and response_amplitude",
          "only one of them says what the amplitude is", "remove the other column");
    if (table_.rows() < kFewestRows)
      add("", std::to_string(table_.rows()) + " rows",
          "must have at least " + std::to_string(kFewestRows), "measure more amplitudes");
    backbone_.response_amplitude = response;
    backbone_.amplitude = read_column(response ? "response_amplitude" : "amplitude");
    backbone_.frequency_hz = read_column("frequency_hz");
    backbone_.damping = read_column("damping");
    check_amplitudes(response ? "response_amplitude" : "amplitude");
    check_positive("frequency_hz", backbone_.frequency_hz);
    check_damping();
    read_bounds("frequency", backbone_.frequency_hz, backbone_.frequency_lower,
                backbone_.frequency_upper);
    read_bounds("damping", backbone_.damping, backbone_.damping_lower, backbone_.damping_upper);
    check_positive("frequency_lower", backbone_.frequency_lower);
    throw_if_any(std::move(problems_));
    return std::move(backbone_);
  }

 private:
  void add(std::string key, std::string found, std::string rule, std::string remedy) {
    problems_.push_back(
        {table_.path, std::move(key), std::move(found), std::move(rule), std::move(remedy)});
  }

  /// Unknown columns, and names that belong to another unit.
  void check_names() {
    for (const std::string& name : table_.names) {
      if (std::find(kColumns.begin(), kColumns.end(), name) != kColumns.end()) continue;
      const auto foreign = std::find_if(std::begin(kForeign), std::end(kForeign),
                                        [&](const Foreign& known) { return name == known.name; });
      if (foreign != std::end(kForeign))
        add("column " + name, "a column whose unit or scale is not the one wanted",
            std::string("the column must be ") + foreign->instead, foreign->remedy);
      else
        add("column " + name, "a column of unknown meaning", "columns are the contract's own",
            suggestion(name, kColumns));
    }
  }

  /// The column, without which nothing goes on, or an empty one.
  std::vector<double> read_column(const std::string& name) {
    if (!table_.has(name)) {
      add("column " + name, "no such column", "the file must have it",
          suggestion(name, table_.names));
      return {};
    }
    const std::vector<double>& values = table_.column(name);
    check_each(name, values, "an empty or not finite cell", "must be a finite number",
               "leave out the whole row", [](double value) { return std::isfinite(value); });
    return values;
  }

  /// Names the first rows at which `good` does not hold; `found` empty: tells the value.
  template <typename Good>
  void check_each(const std::string& name, const std::vector<double>& values,
                  const std::string& found, const std::string& rule, const std::string& remedy,
                  Good good) {
    std::size_t bad = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (good(values[i]) || ++bad > kMostProblems) continue;
      add("column " + name + ", line " + std::to_string(table_.lines[i]),
          found.empty() ? to_text(values[i]) : found, rule, remedy);
    }
    if (bad > kMostProblems)
      add("column " + name, std::to_string(bad - kMostProblems) + " more of these", rule, remedy);
  }

  void check_positive(const std::string& name, const std::vector<double>& values) {
    check_each(name, values, "", "must be above 0", "",
               [](double value) { return value > 0 || !std::isfinite(value); });
  }

  void check_amplitudes(const std::string& name) {
    const std::vector<double>& values = backbone_.amplitude;
    check_positive(name, values);
    for (std::size_t i = 1; i < values.size(); ++i) {
      if (!(values[i] <= values[i - 1])) continue;
      const bool repeated = values[i] == values[i - 1];
      add("column " + name + ", line " + std::to_string(table_.lines[i]),
          to_text(values[i]) + " after " + to_text(values[i - 1]),
          repeated ? "no amplitude may stand twice" : "amplitudes must ascend",
          repeated ? "average the two rows" : "sort the rows by amplitude");
      return;  // of a table that is out of order once is enough
    }
  }

  void check_damping() {
    check_positive("damping", backbone_.damping);
    const auto high = std::count_if(backbone_.damping.begin(), backbone_.damping.end(),
                                    [](double value) { return value >= kHighestDamping; });
    if (high > 0)
      add("column damping",
          std::to_string(high) + " values of " + to_text(kHighestDamping) + " or more, " +
              to_text(*std::max_element(backbone_.damping.begin(), backbone_.damping.end())) +
              " at most",
          "damping is a ratio of critical damping, below " + to_text(kHighestDamping) +
              " in any bolted structure",
          "this looks like percent: divide by 100");
    else if (!backbone_.damping.empty() && backbone_.damping.front() >= kHighestFirstDamping)
      add("column damping", to_text(backbone_.damping.front()) + " at the lowest amplitude",
          "damping is a ratio of critical damping, below " + to_text(kHighestFirstDamping) +
              " where a bolted structure hardly slips",
          "this looks like percent: divide by 100");
  }

  /// A pair of bounds, or the values themselves if the file has neither.
  void read_bounds(const std::string& name, const std::vector<double>& values,
                   std::vector<double>& lower, std::vector<double>& upper) {
    const std::string lower_name = name + "_lower", upper_name = name + "_upper";
    if (!table_.has(lower_name) && !table_.has(upper_name)) {
      lower = upper = values;
      return;
    }
    lower = read_column(lower_name);
    upper = read_column(upper_name);
    check_order(lower_name, lower, values, "must not be above the value itself");
    check_order(upper_name, values, upper, "must not be below the value itself");
  }

  void check_order(const std::string& name, const std::vector<double>& small,
                   const std::vector<double>& large, const std::string& rule) {
    const bool bound_is_small = name.find("_lower") != std::string::npos;
    std::size_t bad = 0;
    for (std::size_t i = 0; i < std::min(small.size(), large.size()); ++i) {
      if (!(small[i] > large[i]) || ++bad > kMostProblems) continue;
      add("column " + name + ", line " + std::to_string(table_.lines[i]),
          to_text(bound_is_small ? small[i] : large[i]) + " for a value of " +
              to_text(bound_is_small ? large[i] : small[i]),
          rule, "");
    }
    if (bad > kMostProblems)
      add("column " + name, std::to_string(bad - kMostProblems) + " more of these", rule, "");
  }

  CsvTable table_;
  MeasuredBackbone backbone_;
  std::vector<Problem> problems_;
};

}  // namespace

MeasuredBackbone read_backbone(const std::string& path) {
  return BackboneReader(read_csv(path)).read();
}

MeasuredBackbone parse_backbone(const std::string& text, const std::string& path) {
  return BackboneReader(parse_csv(text, path)).read();
}

namespace {

std::string text_of(const std::string& path, const MeasuredBackbone& backbone) {
  const std::vector<const std::vector<double>*> columns = {
      &backbone.amplitude,       &backbone.frequency_hz, &backbone.frequency_lower,
      &backbone.frequency_upper, &backbone.damping,      &backbone.damping_lower,
      &backbone.damping_upper};
  for (const std::vector<double>* column : columns) {
    const bool whole = column->size() == backbone.size() &&
                       std::all_of(column->begin(), column->end(),
                                   [](double value) { return std::isfinite(value); });
    if (!whole)
      throw Failure(Problem{path, "", "a backbone with missing or not finite values",
                            "every column must be complete", "leave out the incomplete rows"});
  }
  std::string text = backbone.response_amplitude ? "response_amplitude" : "amplitude";
  text += ",frequency_hz,frequency_lower,frequency_upper,damping,damping_lower,damping_upper\n";
  for (std::size_t i = 0; i < backbone.size(); ++i)
    for (std::size_t j = 0; j < columns.size(); ++j)
      text += to_text((*columns[j])[i]) + (j + 1 < columns.size() ? "," : "\n");
  return text;
}

}  // namespace

std::string backbone_text(const MeasuredBackbone& backbone) {
  return text_of(backbone.source, backbone);
}

void write_backbone(const std::string& path, const MeasuredBackbone& backbone) {
  write_atomically(path, text_of(path, backbone));
}

}  // namespace slipfront
