// A subcommand: its command line and what it does. Each stands in its own file and
// returns an exit code:
//
//   0  done
//   1  finished, but something in it failed (said which, on stderr)
//   2  wrong input (a Failure; printed by main.cpp)
//   3  interrupted after a clean checkpoint
//
// A command prints its result to stdout; everything else goes to stderr.
#pragma once

#include <string>
#include <vector>

#include "app/arguments.hpp"

namespace slipfront {

struct ExitCode {
  static constexpr int done = 0, failed = 1, wrong_input = 2, interrupted = 3;
};

struct Command {
  CommandLine line;
  int (*run)(const Arguments& arguments);
};

Command models_command();
Command backbone_command();
Command rom_info_command();
Command rom_convert_command();
Command rom_build_command();
Command ringdown_command();
Command experiment_simulate_command();
Command check_command();
Command run_command();
Command rank_command();
Command report_command();
Command plan_command();
Command status_command();
Command verify_command();
Command export_command();
Command area_command();
Command plugin_new_command();
Command plugin_test_command();
Command joint_loop_command();
Command joint_identify_command();
Command joint_fit_command();
Command joint_support_command();
Command joint_simulate_command();

/// All of them, in the order in which a newcomer meets them.
const std::vector<Command>& commands();

/// Runs the program: finds the subcommand, prints failures, returns the exit code.
int run_program(const std::vector<std::string>& words);

/// `--format text|json`, which several commands have.
Option format_option();
bool wants_json(const Arguments& arguments);
/// The value of `--jobs`; as many as there are processors allowed if it is not given.
int jobs_option(const Arguments& arguments);

}  // namespace slipfront
