// Tables of numbers in text files, whatever the locale: a header line with the names of
// the columns, then one row of numbers per line.
//
// Accepted: a UTF-8 byte order mark; lines ending in LF or CRLF; comma, semicolon or tab
// between cells; a decimal comma where the separator is not the comma; spaces and double
// quotes around names and cells; comment lines that begin with '#'; empty lines. An
// empty cell is NaN: the reader of the table decides what that means.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace slipfront {

struct CsvTable {
  std::string path;
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;  // one per name, all of the same length
  std::vector<int> lines;                    // line of the file that each row stands on

  std::size_t rows() const { return lines.size(); }
  bool has(const std::string& name) const;
  /// A Failure with "did you mean" if there is no such column.
  const std::vector<double>& column(const std::string& name) const;
};

/// One Failure with every cell that is no number and every row that is too short or too
/// long (the first few of many), with line numbers.
CsvTable read_csv(const std::string& path);

/// The same from text; `path` only names it in messages.
CsvTable parse_csv(std::string_view text, const std::string& path);

}  // namespace slipfront
