#include "app/plugin_option.hpp"

namespace slipfront {

std::vector<Option> plugin_options() {
  return {{.name = "--plugin",
           .value = "FILE",
           .about = "A plugin with a model of its own.",
           .repeated = true},
          {.name = "--plugin-time-limit",
           .value = "S",
           .about = "Seconds that a plugin may take for one evaluation; 10."}};
}

IsolationOptions isolation_options(const Arguments& arguments) {
  IsolationOptions options;
  if (arguments.has("--plugin-time-limit"))
    options.time_limit =
        number_option("--plugin-time-limit", arguments.value("--plugin-time-limit"),
                      "must be a time above 0 in seconds, at most a day", [](double value) {
                        constexpr double kDay = 86400;
                        return value > 0 && value <= kDay;
                      });
  return options;
}

Registry models_with_plugins(const Arguments& arguments, std::vector<Problem>& problems) {
  Registry models = Registry::with_built_in();
  PluginLoad load =
      load_plugins(arguments.values("--plugin"), models, isolation_options(arguments));
  problems = std::move(load.problems);
  return models;
}

Registry models_with_plugins(const Arguments& arguments) {
  std::vector<Problem> problems;
  Registry models = models_with_plugins(arguments, problems);
  throw_if_any(std::move(problems));
  return models;
}

}  // namespace slipfront
