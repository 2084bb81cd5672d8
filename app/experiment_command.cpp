#include <iostream>

#include "app/command.hpp"
#include "experiment/simulate.hpp"

namespace slipfront {

namespace {

int run(const Arguments& arguments) {
  const SimulationSpec spec = read_simulation(arguments.operand(0), arguments.value("--rom"));
  const auto progress = [](const std::string& what) { std::cerr << "slipfront: " << what << "\n"; };
  for (const std::string& path : write_simulation(spec, arguments.value("--out"), progress))
    std::cout << path << "\n";
  return ExitCode::done;
}

}  // namespace

Command experiment_simulate_command() {
  return {{.command = "experiment simulate",
           .about = "Hammer tests of a virtual specimen, and the backbones behind them.",
           .operands = {{"SPEC.json", "The specimen: see docs/experiments.md."}},
           .options = {{.name = "--rom",
                        .value = "FILE",
                        .about = "Full-joint model, in place of the one the specimen names."},
                       {.name = "--out",
                        .value = "DIR",
                        .about = "Folder for the ring-downs and true backbones.",
                        .required = true}},
           .examples = "  slipfront experiment simulate experiment/specimens/worn.json --rom "
                       "fjrom.mat --out worn\n"},
          run};
}

}  // namespace slipfront
