#include <algorithm>
#include <iostream>

#include "app/command.hpp"
#include "app/plugin_option.hpp"
#include "core/failure.hpp"
#include "models/conformance.hpp"

namespace slipfront {

namespace {

// Each set of parameters takes some ten thousand evaluations in the worker: a few seconds in all.
constexpr int kParameterSets = 5;

int run(const Arguments& arguments) {
  const std::string file = arguments.operand(0);
  const auto law = isolate_plugin(file, isolation_options(arguments));
  const std::string& name = law->description().name;
  std::vector<std::string> wrong = description_problems(*law);
  const auto taken = Registry::built_in().names();
  if (std::find(taken.begin(), taken.end(), name) != taken.end())
    wrong.push_back("the name '" + name + "' is that of a built-in model");
  if (wrong.empty())
    for (const Framework framework : law->description().frameworks) {
      const auto found = check_law(*law, framework, {.parameter_sets = kParameterSets});
      std::cout << name << ", " << to_text(framework) << ": "
                << (found.empty() ? "conforms" : "does not conform") << "\n";
      for (const std::string& sentence : found)
        wrong.push_back(to_text(framework) + ": " + sentence);
    }
  for (const std::string& sentence : wrong)
    std::cerr << "slipfront: plugin " << file << ", model " << name << ": " << sentence << "\n";
  return wrong.empty() ? ExitCode::done : ExitCode::failed;
}

}  // namespace

Command plugin_test_command() {
  const std::vector<Option> options = {plugin_options().back()};
  return {{.command = "plugin test",
           .about = "Check a plugin by numbers: derivatives, symmetry, work, memory.",
           .operands = {{"FILE", "The plugin, a shared library."}},
           .options = options,
           .examples = "  slipfront plugin test build/libmy_law.so\n"},
          run};
}

}  // namespace slipfront
