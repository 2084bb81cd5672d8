#include <iostream>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "core/failure.hpp"
#include "core/number.hpp"
#include "results/area.hpp"
#include "results/records.hpp"

namespace slipfront {

namespace {

ErrorPair corner(const Arguments& arguments, const std::string& option) {
  const std::string rule = "must be two numbers: frequency error, damping error, as 0.17,0.5";
  const std::string text = arguments.value(option);
  const std::vector<double> numbers = number_list_option(option, text, rule);
  if (numbers.size() != 2) throw Failure(Problem{option, "", "'" + text + "'", rule, ""});
  return {numbers[0], numbers[1]};
}

int run(const Arguments& arguments) {
  const Box box{corner(arguments, "--lower"), corner(arguments, "--upper")};
  const AreaRule rule =
      arguments.value("--rule") == "staircase" ? AreaRule::staircase : AreaRule::trapezoid;
  const std::vector<ErrorPair> points = read_error_pairs(arguments.value("--front"));
  const double area = area_fraction(points, box, rule);
  if (wants_json(arguments))
    std::cout << nlohmann::ordered_json({{"area", area}, {"points", points.size()}}).dump(2)
              << "\n";
  else
    std::cout << to_text(area) << "\n";
  return ExitCode::done;
}

}  // namespace

Command area_command() {
  return {{.command = "area",
           .about = "The share of an error box that a front leaves undominated (0 best, 1 worst).",
           .operands = {},
           .options = {{.name = "--front",
                        .value = "FILE.csv",
                        .about = "Two columns, frequency and damping error; or a front.csv.",
                        .required = true},
                       {.name = "--lower",
                        .value = "F,Z",
                        .about = "Lower corner of the box.",
                        .required = true},
                       {.name = "--upper",
                        .value = "F,Z",
                        .about = "Upper corner of the box.",
                        .required = true},
                       {.name = "--rule",
                        .value = "trapezoid|staircase",
                        .about = "Straight lines between the points (the paper; default), or the "
                                 "dominated area.",
                        .allowed = {"trapezoid", "staircase"}},
                       format_option()},
           .examples = "  slipfront area --front front.csv --lower 0,0 --upper 0.17,0.5\n"},
          run};
}

}  // namespace slipfront
