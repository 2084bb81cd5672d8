#include "rom/deck/deck_text.hpp"

#include <algorithm>
#include <cctype>

#include "core/failure.hpp"

namespace slipfront {

namespace {

std::string capitals(std::string_view text) {
  std::string result;
  for (const char c : text)
    result += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return result;
}

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Trimmed, in capitals, without the quotes around it, and with single blanks inside.
std::string word(std::string_view text) {
  text = trimmed(text);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
    text = text.substr(1, text.size() - 2);
  std::string result;
  for (const char c : capitals(text))
    if (c != ' ' || (!result.empty() && result.back() != ' ')) result += c == '\t' ? ' ' : c;
  return result;
}

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t comma = std::min(line.find(',', at), line.size());
    cells.push_back(line.substr(at, comma - at));
    at = comma + 1;
  }
  return cells;
}

DeckBlock keyword_block(std::string_view line, int number) {
  DeckBlock block;
  block.line = number;
  const std::vector<std::string_view> cells = cells_of(line.substr(1));
  block.keyword = word(cells[0]);
  for (std::size_t i = 1; i < cells.size(); ++i) {
    if (trimmed(cells[i]).empty()) continue;
    const std::size_t equals = std::min(cells[i].find('='), cells[i].size());
    const std::string value =
        equals < cells[i].size() ? word(cells[i].substr(equals + 1)) : std::string();
    block.parameters[word(cells[i].substr(0, equals))] = value;
  }
  return block;
}

}  // namespace

std::string DeckBlock::value(const std::string& parameter) const {
  const auto found = parameters.find(parameter);
  return found == parameters.end() ? std::string() : found->second;
}

std::vector<DeckBlock> split_deck(std::string_view text, const std::string& path) {
  if (text.find('\0') != text.npos)
    throw Failure(Problem{path, "", "a binary file", "must be an Abaqus input deck, which is text",
                          "unpack it first if it is compressed"});
  std::vector<DeckBlock> blocks;
  std::string going_on;  // a keyword line that has not ended yet
  int started = 0, number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = trimmed(text.substr(at, end - at));
    at = end + 1;
    ++number;
    if (line.empty() || line.starts_with("**")) continue;
    if (!going_on.empty() || line.front() == '*') {
      if (going_on.empty()) started = number;
      going_on += line;
      if (line.back() == ',') continue;
      blocks.push_back(keyword_block(going_on, started));
      going_on.clear();
      continue;
    }
    if (blocks.empty())
      throw Failure(Problem{path, "line " + std::to_string(number), "data before any keyword",
                            "an input deck begins with a keyword line, as *Heading",
                            "is this an Abaqus input deck?"});
    DeckLine data{number, {}};
    for (const std::string_view cell : cells_of(line)) data.cells.push_back(word(cell));
    if (data.cells.size() > 1 && data.cells.back().empty()) data.cells.pop_back();
    blocks.back().data.push_back(std::move(data));
  }
  if (!going_on.empty()) blocks.push_back(keyword_block(going_on, started));
  if (blocks.empty())
    throw Failure(Problem{path, "", "no keyword", "must be an Abaqus input deck", ""});
  return blocks;
}

}  // namespace slipfront
