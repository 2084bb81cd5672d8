// An Abaqus input deck as text: keyword blocks with their parameters and data lines, each
// with the line of the file it stands on.
//
//   *Keyword, parameter=value, flag
//   data, data
//   ** comment
//
// Keywords, parameters and names count in capitals without blanks around them, as Abaqus
// reads them; a keyword line that ends in a comma goes on in the next.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace slipfront {

struct DeckLine {
  int number = 0;                  // of the line, from 1
  std::vector<std::string> cells;  // between commas, in capitals, trimmed
};

struct DeckBlock {
  int line = 0;
  std::string keyword;                            // "NODE", "SOLID SECTION"
  std::map<std::string, std::string> parameters;  // a flag has an empty value
  std::vector<DeckLine> data;

  bool has(const std::string& parameter) const { return parameters.count(parameter) > 0; }
  std::string value(const std::string& parameter) const;
};

/// Failure if the text has data before its first keyword, or is binary.
std::vector<DeckBlock> split_deck(std::string_view text, const std::string& path);

}  // namespace slipfront
