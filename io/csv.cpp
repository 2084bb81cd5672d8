#include "io/csv.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "core/suggest.hpp"
#include "io/atomic_file.hpp"

namespace slipfront {

namespace {

// As many bad cells as help to see the pattern.
constexpr std::size_t kMostProblems = 10;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// The next line without its end; the text shrinks by it.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  if (text.size() > 1 && text.front() == '"' && text.back() == '"')
    return trimmed(text.substr(1, text.size() - 2));
  return text;
}

char separator_of(std::string_view header) {
  for (const char candidate : {'\t', ';'}) {
    bool quoted = false;
    for (const char c : header) {
      if (c == '"') quoted = !quoted;
      if (c == candidate && !quoted) return candidate;
    }
  }
  return ',';
}

std::vector<std::string_view> cells_of(std::string_view line, char separator) {
  std::vector<std::string_view> cells;
  bool quoted = false;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '"') quoted = !quoted;
    if (i < line.size() && (quoted || line[i] != separator)) continue;
    cells.push_back(trimmed(line.substr(start, i - start)));
    start = i + 1;
  }
  return cells;
}

std::optional<double> cell_number(std::string_view cell, char separator) {
  if (cell.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::string text(cell);
  const std::size_t comma = text.find(',');
  if (separator != ',' && comma != std::string::npos && text.find('.') == std::string::npos)
    text[comma] = '.';
  return to_number(text);
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& path) : text_(text) { table_.path = path; }

  CsvTable read() {
    if (text_.substr(0, kByteOrderMark.size()) == kByteOrderMark)
      text_.remove_prefix(kByteOrderMark.size());
    if (text_.find('\0') != std::string_view::npos)
      throw Failure(Problem{table_.path, "", "zero bytes", "must be text in UTF-8 or ASCII",
                            "it may be UTF-16: save it again as CSV UTF-8"});
    read_header();
    read_rows();
    if (hidden_ > 0)
      add("", std::to_string(hidden_) + " more of these",
          "every row must have one number per column", "");
    throw_if_any(std::move(problems_));
    return std::move(table_);
  }

 private:
  /// The next line that says something; false at the end.
  bool next_line(std::string_view& line) {
    while (!text_.empty()) {
      line = take_line(text_);
      ++line_number_;
      const std::string_view content = trimmed(line);
      if (!content.empty() && content.front() != '#') return true;
    }
    return false;
  }

  void add(std::string key, std::string found, std::string rule, std::string remedy) {
    problems_.push_back(
        {table_.path, std::move(key), std::move(found), std::move(rule), std::move(remedy)});
  }

  void add_cell(std::string key, std::string found, std::string rule, std::string remedy) {
    if (problems_.size() < kMostProblems)
      add(std::move(key), std::move(found), std::move(rule), std::move(remedy));
    else
      ++hidden_;
  }

  std::string line_text() const { return "line " + std::to_string(line_number_); }

  void read_header() {
    std::string_view line;
    if (!next_line(line))
      throw Failure(Problem{table_.path, "", "an empty table",
                            "must have a line with the names of the columns and rows of numbers",
                            ""});
    separator_ = separator_of(line);
    std::size_t numbers = 0;
    for (const std::string_view cell : cells_of(line, separator_)) {
      if (!cell.empty() && cell_number(cell, separator_)) ++numbers;
      table_.names.emplace_back(cell);
    }
    if (numbers == table_.names.size())
      throw Failure(Problem{table_.path, line_text(), "numbers only",
                            "the first line must hold the names of the columns",
                            "add a header line"});
    for (std::size_t i = 0; i < table_.names.size(); ++i) {
      const std::string& name = table_.names[i];
      const std::string place = line_text() + ", column " + std::to_string(i + 1);
      if (name.empty()) add(place, "no name", "every column must have a name", "name or remove it");
      const auto first = std::find(table_.names.begin(), table_.names.end(), name);
      if (!name.empty() && first != table_.names.begin() + static_cast<std::ptrdiff_t>(i))
        add(place, "the name '" + name + "' a second time", "names must differ",
            "rename or remove one of the columns");
    }
    throw_if_any(std::move(problems_));
    table_.columns.resize(table_.names.size());
  }

  void read_rows() {
    std::string_view line;
    while (next_line(line)) {
      const std::vector<std::string_view> cells = cells_of(line, separator_);
      if (cells.size() != table_.names.size()) {
        const bool commas = separator_ == ',' && cells.size() > table_.names.size();
        add_cell(line_text(), std::to_string(cells.size()) + " cells",
                 "must have " + std::to_string(table_.names.size()) + ", one per column",
                 "the separator is taken from the header line: '" +
                     (separator_ == '\t' ? std::string("tab") : std::string(1, separator_)) + "'" +
                     (commas ? "; with a decimal comma cells must be parted by semicolons or tabs"
                             : ""));
        continue;
      }
      table_.lines.push_back(line_number_);
      for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::optional<double> number = cell_number(cells[i], separator_);
        if (!number)
          add_cell(line_text() + ", column " + table_.names[i], "'" + std::string(cells[i]) + "'",
                   "must be a number", "");
        table_.columns[i].push_back(number.value_or(0));
      }
    }
  }

  std::string_view text_;
  CsvTable table_;
  char separator_ = ',';
  int line_number_ = 0;
  std::vector<Problem> problems_;
  std::size_t hidden_ = 0;  // problems beyond the most that are told
};

}  // namespace

CsvTable parse_csv(std::string_view text, const std::string& path) {
  return Reader(text, path).read();
}

CsvTable read_csv(const std::string& path) { return parse_csv(read_file(path), path); }

bool CsvTable::has(const std::string& name) const {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const std::vector<double>& CsvTable::column(const std::string& name) const {
  const auto it = std::find(names.begin(), names.end(), name);
  if (it == names.end())
    throw Failure(Problem{path, "column " + name, "no such column", "the table must have it",
                          suggestion(name, names)});
  return columns[static_cast<std::size_t>(it - names.begin())];
}

}  // namespace slipfront
