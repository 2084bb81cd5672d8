#include "io/uff58.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "io/atomic_file.hpp"

namespace slipfront {

namespace {

constexpr std::size_t kTextLines = 5;      // records 1 to 5
constexpr std::size_t kBinaryHeader = 11;  // lines of records 1 to 11 of dataset 58b
constexpr std::size_t kShortColumn = 13;   // E13.5
constexpr std::size_t kLongColumn = 20;    // E20.12
constexpr long kMostValues = 1L << 27;     // one gigabyte of doubles is no ring-down
constexpr int kIeee = 2;                   // floating point format of 58b
constexpr int kLittleEndian = 1, kBigEndian = 2;
// Record 7: ordinate data types.
constexpr int kRealSingle = 2, kRealDouble = 4, kComplexSingle = 5, kComplexDouble = 6;

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\0'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

/// The columns [from, from + width) of a fixed-width line, trimmed; empty beyond its end.
std::string_view columns(std::string_view line, std::size_t from, std::size_t width) {
  if (from >= line.size()) return {};
  return trimmed(line.substr(from, width));
}

class UffReader {
 public:
  UffReader(std::string_view bytes, const std::string& path) : rest_(bytes), path_(path) {}

  std::vector<UffFunction> read() {
    std::vector<UffFunction> functions;
    bool any = false;
    std::string_view line;
    while (next_line(line)) {
      if (trimmed(line) != "-1") {
        if (!any && !trimmed(line).empty())
          fail("", "'" + shown(line) + "'", "a universal file begins with a line '    -1'",
               "is it a universal file?");
        continue;
      }
      any = true;
      if (!next_line(line)) break;
      if (const std::string_view number = trimmed(line); number == "58")
        functions.push_back(read_function(false, line));
      else if (number.starts_with("58b"))
        functions.push_back(read_function(true, line));
      else
        skip_dataset(number);
    }
    if (!any) fail("", "an empty file", "a universal file begins with a line '    -1'", "");
    return functions;
  }

 private:
  [[noreturn]] void fail(const std::string& key, const std::string& found, const std::string& rule,
                         const std::string& remedy) const {
    throw Failure(Problem{path_, key, found, rule, remedy});
  }

  std::string place(const std::string& record) const {
    return "dataset 58 number " + std::to_string(count_) + ", " + record;
  }

  static std::string shown(std::string_view text) {
    constexpr std::size_t kMost = 40;  // as much of a line as fits into a sentence
    std::string result;
    for (const char c : trimmed(text).substr(0, kMost)) result += c >= ' ' && c <= '~' ? c : '?';
    return result;
  }

  bool next_line(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++line_;
    return true;
  }

  std::string_view need_line(const std::string& record) {
    std::string_view line;
    if (!next_line(line))
      fail(place(record), "the end of the file", "the dataset must be whole", "export it again");
    return line;
  }

  /// Passes over everything to the closing -1. Binary datasets of other numbers do not exist.
  void skip_dataset(std::string_view number) {
    std::string_view line;
    while (next_line(line))
      if (trimmed(line) == "-1") return;
    fail("dataset " + shown(number), "the end of the file", "a dataset ends with a line '    -1'",
         "export it again");
  }

  long whole(std::string_view text, const std::string& record, const char* what) const {
    if (text.empty()) return 0;  // blank means zero in fixed columns
    const std::optional<double> value = to_number(text);
    constexpr double kBeyond = 1e15;  // exact in a double and in a long
    if (!value || *value != std::floor(*value) || std::abs(*value) > kBeyond)
      fail(place(record), "'" + shown(text) + "'", std::string(what) + " must be a whole number",
           "");
    return static_cast<long>(*value);
  }

  double number(std::string_view text, const std::string& record, const char* what) const {
    if (text.empty()) return 0;
    std::string copy(text);  // Fortran writes 1.0D+00 for a double
    std::replace(copy.begin(), copy.end(), 'D', 'E');
    std::replace(copy.begin(), copy.end(), 'd', 'e');
    const std::optional<double> value = to_number(copy);
    if (!value)
      fail(place(record), "'" + shown(text) + "'", std::string(what) + " must be a number", "");
    return *value;
  }

  UffFunction read_function(bool binary, std::string_view first) {
    ++count_;
    UffFunction f;
    f.line = line_;
    for (std::size_t i = 0; i < kTextLines; ++i)
      f.texts.emplace_back(trimmed(need_line("record " + std::to_string(i + 1))));
    read_places(need_line("record 6"), f);
    const std::string record7 = "record 7";
    const std::string_view line = need_line(record7);
    const int type = static_cast<int>(whole(columns(line, 0, 10), record7, "the data type"));
    const long count = whole(columns(line, 10, 10), record7, "the number of values");
    f.even = whole(columns(line, 20, 10), record7, "the spacing") != 0;
    f.start = number(columns(line, 30, kShortColumn), record7, "the first abscissa");
    f.step = number(columns(line, 43, kShortColumn), record7, "the abscissa increment");
    if (count < 0 || count > kMostValues)
      fail(place(record7), std::to_string(count) + " values",
           "must be 0 to " + std::to_string(kMostValues), "");
    f.complex_values = type == kComplexSingle || type == kComplexDouble;
    if (!f.complex_values && type != kRealSingle && type != kRealDouble)
      fail(place(record7), "data type " + std::to_string(type),
           "must be 2 or 4 (real), 5 or 6 (complex)", "");
    read_axis(need_line("record 8"), f.abscissa_quantity, f.abscissa_unit);
    read_axis(need_line("record 9"), f.ordinate_quantity, f.ordinate_unit);
    need_line("record 10");
    need_line("record 11");
    const bool wide = type == kRealDouble || type == kComplexDouble;
    if (binary)
      read_binary(first, wide, static_cast<std::size_t>(count), f);
    else
      read_text(wide, static_cast<std::size_t>(count), f);
    return f;
  }

  void read_places(std::string_view line, UffFunction& f) const {
    const std::string record = "record 6";
    f.function_type = static_cast<int>(whole(columns(line, 0, 5), record, "the function type"));
    // 2(I5,I10) are 30 columns, then 1X,10A1,I10,I4 twice.
    f.response_name = columns(line, 31, 10);
    if (f.response_name == "NONE") f.response_name.clear();
    f.response_node = static_cast<int>(whole(columns(line, 41, 10), record, "the response node"));
    f.response_direction =
        static_cast<int>(whole(columns(line, 51, 4), record, "the response direction"));
  }

  void read_axis(std::string_view line, int& quantity, std::string& unit) const {
    quantity = static_cast<int>(whole(columns(line, 0, 10), "records 8 to 9", "the quantity"));
    unit = columns(line, 47, 20);  // I10,3I5,1X,20A1,1X,20A1
    if (unit == "NONE") unit.clear();
  }

  void read_text(bool wide, std::size_t count, UffFunction& f) {
    // Columns of one value group: (abscissa,) value.
    std::vector<std::size_t> widths;
    if (!f.even) widths.push_back(kShortColumn);
    const std::size_t parts = f.complex_values ? 2 : 1;
    for (std::size_t i = 0; i < parts; ++i) widths.push_back(wide ? kLongColumn : kShortColumn);
    const std::size_t wanted = count * widths.size();
    std::size_t seen = 0;
    while (seen < wanted) {
      const std::string_view line = need_line("values");
      if (trimmed(line) == "-1")
        fail(place("values"), std::to_string(seen) + " numbers",
             "record 7 promises " + std::to_string(wanted), "export it again");
      std::size_t at = 0;
      while (seen < wanted && !trimmed(line.substr(std::min(at, line.size()))).empty()) {
        const std::size_t column = seen % widths.size();
        const std::string_view cell = columns(line, at, widths[column]);
        at += widths[column];
        if (!f.complex_values)
          keep(number(cell, "values, line " + std::to_string(line_), "a value"),
               !f.even && column == 0, f);
        ++seen;
      }
    }
    if (trimmed(need_line("the end of the dataset")) != "-1")
      fail(place("values"), "more than " + std::to_string(wanted) + " numbers",
           "record 7 promises " + std::to_string(wanted), "export it again");
  }

  static void keep(double value, bool is_abscissa, UffFunction& f) {
    (is_abscissa ? f.abscissa : f.values).push_back(value);
  }

  void read_binary(std::string_view first, bool wide, std::size_t count, UffFunction& f) {
    const std::string record = "the line 58b";
    const int order = static_cast<int>(whole(columns(first, 7, 6), record, "the byte order"));
    const int format = static_cast<int>(whole(columns(first, 13, 6), record, "the format"));
    const auto lines = static_cast<std::size_t>(whole(columns(first, 19, 12), record, "the lines"));
    const long bytes = whole(columns(first, 31, 12), record, "the number of bytes");
    if ((order != kLittleEndian && order != kBigEndian) || format != kIeee || bytes < 0 ||
        lines != kBinaryHeader)
      fail(place(record), "'" + shown(first) + "'",
           "must say byte order 1 or 2, format 2 (IEEE), 11 lines and the number of bytes", "");
    // The abscissa of an uneven dataset is single, whatever its values are; some programs write
    // it as wide as these.
    const std::size_t value_size = wide ? sizeof(double) : sizeof(float);
    const std::size_t parts = f.complex_values ? 2 : 1;
    const auto group_with = [&](std::size_t abscissa) {
      return parts * value_size + (f.even ? 0 : abscissa);
    };
    const bool wide_abscissa =
        !f.even && wide && static_cast<std::size_t>(bytes) >= count * group_with(sizeof(double));
    const std::size_t group = group_with(wide_abscissa ? sizeof(double) : sizeof(float));
    if (static_cast<std::size_t>(bytes) > rest_.size())
      fail(place("values"), std::to_string(rest_.size()) + " bytes to the end of the file",
           "the line 58b promises " + std::to_string(bytes), "export or copy it again");
    if (static_cast<std::size_t>(bytes) < count * group)
      fail(place("values"), std::to_string(bytes) + " bytes",
           "record 7 needs " + std::to_string(count * group), "export it again");
    const char* at = rest_.data();
    const bool swap = (order == kBigEndian) != (std::endian::native == std::endian::big);
    for (std::size_t i = 0; i < count && !f.complex_values; ++i) {
      if (!f.even)
        keep(wide_abscissa ? take<double, std::uint64_t>(at, swap)
                           : take<float, std::uint32_t>(at, swap),
             true, f);
      keep(wide ? take<double, std::uint64_t>(at, swap) : take<float, std::uint32_t>(at, swap),
           false, f);
    }
    rest_.remove_prefix(static_cast<std::size_t>(bytes));
    line_ = 0;  // lines cannot be counted across bytes
    std::string_view line;
    while (next_line(line))
      if (const std::string_view text = trimmed(line); !text.empty()) {
        if (text == "-1") return;
        break;
      }
    fail(place("the end of the dataset"), "'" + shown(line) + "'",
         "the values end with a line '    -1'", "the number of bytes may be wrong");
  }

  template <typename Number, typename Bits>
  static double take(const char*& at, bool swap) {
    Bits bits;
    std::memcpy(&bits, at, sizeof bits);
    at += sizeof bits;
    if (swap) {
      Bits turned = 0;
      for (std::size_t i = 0; i < sizeof bits; ++i, bits >>= 8)
        turned = (turned << 8) | (bits & 0xFF);
      bits = turned;
    }
    return std::bit_cast<Number>(bits);
  }

  std::string_view rest_;
  std::string path_;
  int line_ = 0, count_ = 0;
};

}  // namespace

std::vector<UffFunction> parse_uff58(std::string_view bytes, const std::string& path) {
  return UffReader(bytes, path).read();
}

std::vector<UffFunction> read_uff58(const std::string& path) {
  return parse_uff58(read_file(path), path);
}

}  // namespace slipfront
