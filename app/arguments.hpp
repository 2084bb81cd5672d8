// The command line, parsed: a subcommand's operands and options, declared in a table
// that also gives its help text and its error sentences.
//
//   --name value | --name=value | --flag; options and operands in any order; what follows
//   "--" is operands only. All problems of a command line are reported in one Failure.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace slipfront {

struct Operand {
  std::string name;  // "STUDY.json"
  std::string about;
  bool required = true;
};

struct Option {
  std::string name;   // "--zeta0"
  std::string value;  // "Z": what stands for the value in help; empty for a flag
  std::string about;
  bool required = false;
  bool repeated = false;
  std::vector<std::string> allowed = {};  // values, if only some are
};

struct CommandLine {
  std::string command;  // "rom info"
  std::string about;    // one sentence
  std::vector<Operand> operands;
  std::vector<Option> options;
  std::string examples = "";  // lines, each a whole command
};

class Arguments {
 public:
  /// Throws a Failure with all that is wrong: unknown options (did you mean), missing or
  /// superfluous values and operands, values that are not among the allowed ones.
  Arguments(const CommandLine& line, const std::vector<std::string>& words);

  bool wants_help() const { return help_; }
  /// The operand, or an empty text if an optional one was left out.
  std::string operand(std::size_t index) const;
  bool has(const std::string& option) const { return values_.count(option) > 0; }
  /// The value of an option given once, or `otherwise`.
  std::string value(const std::string& option, const std::string& otherwise = "") const;
  std::vector<std::string> values(const std::string& option) const;

 private:
  std::vector<std::string> operands_;
  std::map<std::string, std::vector<std::string>> values_;
  bool help_ = false;
};

/// The help page of one subcommand.
std::string help_page(const CommandLine& line);

/// A number or whole number given to an option; a Failure that names the option and `rule`
/// if the text is no finite number or `fits` says no.
double number_option(const std::string& option, const std::string& text, const std::string& rule,
                     bool (*fits)(double));
int whole_number_option(const std::string& option, const std::string& text, int least, int most);

/// Numbers separated by commas.
std::vector<double> number_list_option(const std::string& option, const std::string& text,
                                       const std::string& rule);

}  // namespace slipfront
