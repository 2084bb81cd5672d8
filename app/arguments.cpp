#include "app/arguments.hpp"

#include <algorithm>
#include <cmath>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "core/suggest.hpp"

namespace slipfront {

namespace {

const std::string kHelp = "--help";

std::string usage(const CommandLine& line) {
  std::string text = "slipfront " + line.command;
  for (const Operand& operand : line.operands)
    text += operand.required ? " " + operand.name : " [" + operand.name + "]";
  for (const Option& option : line.options) {
    const std::string shown = option.name + (option.value.empty() ? "" : " " + option.value);
    text += option.required ? " " + shown : " [" + shown + "]";
  }
  return text;
}

std::string see_help(const CommandLine& line) {
  return "see 'slipfront " + line.command + " --help'";
}

/// A sentence without its full stop, to go on in another one.
std::string open_end(const std::string& sentence) {
  return sentence.substr(0, sentence.find_last_not_of('.') + 1);
}

const Option* find_option(const CommandLine& line, const std::string& name) {
  for (const Option& option : line.options)
    if (option.name == name) return &option;
  return nullptr;
}

std::vector<std::string> option_names(const CommandLine& line) {
  std::vector<std::string> names;
  for (const Option& option : line.options) names.push_back(option.name);
  names.push_back(kHelp);
  return names;
}

}  // namespace

Arguments::Arguments(const CommandLine& line, const std::vector<std::string>& words) {
  std::vector<Problem> problems;
  const std::string& where = line.command;
  bool operands_only = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (operands_only || word.size() < 2 || word[0] != '-') {
      operands_.push_back(word);
      continue;
    }
    if (word == "--") {
      operands_only = true;
      continue;
    }
    if (word == kHelp || word == "-h") {
      help_ = true;
      continue;
    }
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const Option* option = find_option(line, name);
    if (!option) {
      problems.push_back({where, "", "'" + name + "'", "is no option of this command",
                          suggestion(name, option_names(line))});
      // Its value, if it has one, is not an operand.
      if (equals == word.npos && i + 1 < words.size() && words[i + 1][0] != '-') ++i;
      continue;
    }
    std::string value;
    if (option->value.empty()) {
      if (equals != word.npos)
        problems.push_back({where, name, "'" + word + "'", "this option takes no value", ""});
    } else if (equals != word.npos) {
      value = word.substr(equals + 1);
    } else if (i + 1 < words.size() && !find_option(line, words[i + 1])) {
      value = words[++i];
    } else {
      problems.push_back({where, name, "no value", "needs " + option->value, see_help(line)});
      continue;
    }
    const bool names_a_path = option->value.starts_with("FILE") || option->value.starts_with("DIR");
    if (names_a_path && value.empty())
      problems.push_back({where, name, "''", "needs " + option->value, see_help(line)});
    const bool allowed =
        option->allowed.empty() ||
        std::find(option->allowed.begin(), option->allowed.end(), value) != option->allowed.end();
    if (!allowed)
      problems.push_back({where, name, "'" + value + "'", "must be one of the known values",
                          suggestion(value, option->allowed)});
    if (has(name) && !option->repeated)
      problems.push_back({where, name, "the option twice", "may be given once", ""});
    values_[name].push_back(value);
  }
  if (help_) return;
  for (std::size_t i = operands_.size(); i < line.operands.size(); ++i)
    if (line.operands[i].required)
      problems.push_back({where, line.operands[i].name, "nothing",
                          "is needed: " + open_end(line.operands[i].about),
                          "usage: " + usage(line)});
  for (std::size_t i = line.operands.size(); i < operands_.size(); ++i)
    problems.push_back(
        {where, "", "'" + operands_[i] + "'", "is one operand too many", "usage: " + usage(line)});
  for (const Option& option : line.options)
    if (option.required && !has(option.name) &&
        std::none_of(problems.begin(), problems.end(),
                     [&](const Problem& p) { return p.key == option.name; }))
      problems.push_back(
          {where, option.name, "nothing", "is needed: " + open_end(option.about), see_help(line)});
  throw_if_any(std::move(problems));
}

std::string Arguments::operand(std::size_t index) const {
  return index < operands_.size() ? operands_[index] : std::string();
}

std::string Arguments::value(const std::string& option, const std::string& otherwise) const {
  const auto found = values_.find(option);
  return found == values_.end() ? otherwise : found->second.back();
}

std::vector<std::string> Arguments::values(const std::string& option) const {
  const auto found = values_.find(option);
  return found == values_.end() ? std::vector<std::string>() : found->second;
}

std::string help_page(const CommandLine& line) {
  std::size_t width = kHelp.size();
  for (const Operand& operand : line.operands) width = std::max(width, operand.name.size());
  for (const Option& option : line.options)
    width = std::max(width, option.name.size() + 1 + option.value.size());
  const auto row = [&](const std::string& name, const std::string& about) {
    return "  " + name + std::string(width + 2 - name.size(), ' ') + about + "\n";
  };
  std::string page = line.about + "\n\nUsage: " + usage(line) + "\n\n";
  for (const Operand& operand : line.operands) page += row(operand.name, operand.about);
  for (const Option& option : line.options) {
    std::string about = option.about;
    if (option.repeated) about += " May be given several times.";
    page += row(option.name + (option.value.empty() ? "" : " " + option.value), about);
  }
  page += row(kHelp, "This page.");
  if (!line.examples.empty()) page += "\nExamples:\n" + line.examples;
  return page;
}

double number_option(const std::string& option, const std::string& text, const std::string& rule,
                     bool (*fits)(double)) {
  const std::optional<double> number = to_number(text);
  if (!number || !std::isfinite(*number) || !fits(*number))
    throw Failure(Problem{option, "", "'" + text + "'", rule, ""});
  return *number;
}

int whole_number_option(const std::string& option, const std::string& text, int least, int most) {
  const std::optional<double> number = to_number(text);
  if (!number || *number != std::floor(*number) || *number < least || *number > most)
    throw Failure(Problem{
        option, "", "'" + text + "'",
        "must be a whole number from " + std::to_string(least) + " to " + std::to_string(most),
        ""});
  return static_cast<int>(*number);
}

std::vector<double> number_list_option(const std::string& option, const std::string& text,
                                       const std::string& rule) {
  std::vector<double> numbers;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string item = text.substr(begin, end - begin);
    const std::optional<double> number = to_number(item);
    if (!number || !std::isfinite(*number))
      throw Failure(Problem{option, "value " + std::to_string(numbers.size() + 1), "'" + item + "'",
                            rule, ""});
    numbers.push_back(*number);
    begin = end + 1;
  }
  return numbers;
}

}  // namespace slipfront
