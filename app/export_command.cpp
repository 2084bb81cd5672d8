#include "app/command.hpp"
#include "app/in_run_folder.hpp"
#include "core/failure.hpp"
#include "studies/export_run.hpp"

namespace slipfront {

namespace {

int run(const Arguments& arguments) {
  const std::string file = arguments.value("-o");
  if (!file.ends_with(".mat"))
    throw Failure(Problem{"-o", "", "'" + file + "'", "must be a file name that ends in .mat",
                          "for example -o run.mat"});
  const RunFolder folder = RunFolder::view(arguments.operand(0));
  in_run_folder(folder, [&] { export_run(folder, file); });
  return ExitCode::done;
}

}  // namespace

Command export_command() {
  return {{.command = "export",
           .about = "Write a run as one MATLAB file: fronts, backbones, loops, ranking.",
           .operands = {{"DIR", "The run folder."}},
           .options = {{.name = "-o", .value = "FILE.mat", .about = "The file to write."}},
           .examples = "  slipfront export runs/lap-joint-quick -o lap-joint.mat\n"},
          run};
}

}  // namespace slipfront
