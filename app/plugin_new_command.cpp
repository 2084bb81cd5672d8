#include <algorithm>
#include <filesystem>
#include <iostream>

#include "app/command.hpp"
#include "app/plugin_template.hpp"
#include "core/failure.hpp"
#include "io/atomic_file.hpp"
#include "models/plugin/plugin_loader.hpp"
#include "models/registry.hpp"

namespace slipfront {

namespace {

namespace fs = std::filesystem;

/// The folder of slipfront-config.cmake: of the build tree, or of the install prefix.
std::string package_dir() {
  std::error_code ignored;
  const fs::path own = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const fs::path& folder : {own, own.parent_path() / "lib/cmake/slipfront"})
    if (fs::exists(folder / "slipfront-config.cmake")) return folder.string();
  return "";
}

void check_name(const std::string& name) {
  const std::string rule = name_violation(name);
  if (!rule.empty()) throw Failure(Problem{"NAME", "", "'" + name + "'", rule, "as my_law"});
  const auto taken = Registry::built_in().names();
  if (std::find(taken.begin(), taken.end(), name) != taken.end())
    throw Failure(Problem{"NAME", "", "'" + name + "'", "is the name of a built-in model",
                          "choose another one"});
  // Targets that CMake makes itself: the law is built as one of its own name.
  constexpr const char* kTargets[] = {"all",     "clean",   "edit_cache",    "help",
                                      "install", "package", "rebuild_cache", "test"};
  if (std::find(std::begin(kTargets), std::end(kTargets), name) != std::end(kTargets))
    throw Failure(Problem{"NAME", "", "'" + name + "'", "is a name that CMake keeps for itself",
                          "choose another one"});
}

int run(const Arguments& arguments) {
  const std::string name = arguments.operand(0);
  check_name(name);
  const fs::path folder = arguments.value("-o", name);
  if (fs::exists(folder))
    throw Failure(Problem{folder.string(), "", "a file or folder of this name",
                          "a new plugin needs a new folder", "give another one with -o"});
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw Failure(Problem{folder.string(), "", error.message(), "cannot be made", ""});
  const PluginTemplate plugin = {name, arguments.has("--rate"), package_dir()};
  for (const TemplateFile& file : plugin_files(plugin))
    write_atomically((folder / file.name).string(), file.text);
  std::cout << "Wrote " << folder.string() << ". Next:\n\n"
            << "  cd " << folder.string() << "\n  cmake -B build && cmake --build build\n"
            << "  ctest --test-dir build\n\n"
            << "The law is in " << name << ".cpp; README.md shows its first backbone.\n";
  return ExitCode::done;
}

}  // namespace

Command plugin_new_command() {
  return {{.command = "plugin new",
           .about = "Write a folder with a new friction model, ready to build.",
           .operands = {{"NAME", "Of the model: small letters, digits and '_'."}},
           .options = {{.name = "--rate",
                        .value = "",
                        .about = "A law in rate form, dt/du, in place of a loading curve."},
                       {.name = "-o", .value = "DIR", .about = "The folder; NAME if left out."}},
           .examples = "  slipfront plugin new my_law\n"
                       "  cd my_law && cmake -B build && cmake --build build && ctest --test-dir "
                       "build\n"},
          run};
}

}  // namespace slipfront
