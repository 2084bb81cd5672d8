#include "app/command.hpp"

#include <iostream>
#include <new>

#include "app/processors.hpp"
#include "core/failure.hpp"
#include "core/suggest.hpp"
#include "results/provenance.hpp"

namespace slipfront {

namespace {

const std::string kPrefix = "slipfront: ";

std::string overview() {
  std::string text =
      "slipfront: which friction model should I trust?\n\n"
      "Fits friction models of bolted joints to measured backbones (frequency and damping\n"
      "against amplitude), predicts other modes with them, and ranks the models.\n\n"
      "Usage: slipfront COMMAND ...\n\n";
  std::size_t width = 0;
  for (const Command& command : commands()) width = std::max(width, command.line.command.size());
  for (const Command& command : commands()) {
    const std::string& name = command.line.command;
    text += "  " + name + std::string(width + 2 - name.size(), ' ') + command.line.about + "\n";
  }
  text +=
      "\n'slipfront COMMAND --help' tells more. Exit codes: 0 done; 1 finished, but something\n"
      "failed; 2 wrong input; 3 interrupted after a clean checkpoint.\n";
  return text;
}

/// Words that belong to the name of a command: "rom info" has two.
const Command* find_command(const std::vector<std::string>& words, std::size_t& length) {
  for (const Command& command : commands()) {
    const std::string& name = command.line.command;
    const std::size_t space = name.find(' ');
    length = space == name.npos ? 1 : 2;
    if (words.size() < length) continue;
    if (name == (length == 1 ? words[0] : words[0] + " " + words[1])) return &command;
  }
  return nullptr;
}

Failure unknown_command(const std::vector<std::string>& words) {
  std::vector<std::string> names;
  bool is_group = false;
  for (const Command& command : commands()) {
    names.push_back(command.line.command);
    is_group |= command.line.command.starts_with(words[0] + " ");
  }
  std::string given = words[0];
  if (is_group && words.size() > 1) given += " " + words[1];
  return Failure(
      Problem{"", "", "'" + given + "'", "is no command of slipfront", suggestion(given, names)});
}

int dispatch(const std::vector<std::string>& words) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    (words.empty() ? std::cerr : std::cout) << overview();
    return words.empty() ? ExitCode::wrong_input : ExitCode::done;
  }
  if (words[0] == "--version") {
    std::cout << "slipfront " << gather_provenance(1, 0).slipfront << "\n";
    return ExitCode::done;
  }
  std::size_t length = 0;
  const Command* command = find_command(words, length);
  if (!command) throw unknown_command(words);
  const Arguments arguments(command->line, {words.begin() + length, words.end()});
  if (arguments.wants_help()) {
    std::cout << help_page(command->line);
    return ExitCode::done;
  }
  return command->run(arguments);
}

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      run_command(),        check_command(),         plan_command(),
      status_command(),     rank_command(),          report_command(),
      verify_command(),     export_command(),        models_command(),
      backbone_command(),   rom_info_command(),      rom_convert_command(),
      rom_build_command(),  ringdown_command(),      experiment_simulate_command(),
      area_command(),       joint_loop_command(),    joint_identify_command(),
      joint_fit_command(),  joint_support_command(), joint_simulate_command(),
      plugin_new_command(), plugin_test_command()};
  return all;
}

int run_program(const std::vector<std::string>& words) {
  try {
    const int code = dispatch(words);
    std::cout.flush();
    if (!std::cout)
      throw Failure(Problem{"standard output", "", "", "cannot be written", "is the disk full?"});
    return code;
  } catch (const Failure& failure) {
    std::cout.flush();
    for (const Problem& problem : failure.problems())
      std::cerr << kPrefix << problem.sentence() << "\n";
    return ExitCode::wrong_input;
  } catch (const std::bad_alloc&) {
    std::cerr << kPrefix << "too little memory: the input asks for more than there is.\n";
    return ExitCode::wrong_input;
  } catch (const std::exception& error) {
    std::cerr << kPrefix << "internal error: " << error.what() << "\n";
    return ExitCode::failed;
  } catch (...) {
    std::cerr << kPrefix << "internal error of an unknown kind\n";
    return ExitCode::failed;
  }
}

Option format_option() {
  return {.name = "--format",
          .value = "text|json",
          .about = "Output for people or for programs.",
          .allowed = {"text", "json"}};
}

bool wants_json(const Arguments& arguments) { return arguments.value("--format") == "json"; }

int jobs_option(const Arguments& arguments) {
  constexpr int kMostJobs = 4096;  // more threads than any machine has processors
  if (!arguments.has("--jobs")) return allowed_processors();
  return whole_number_option("--jobs", arguments.value("--jobs"), 1, kMostJobs);
}

}  // namespace slipfront
