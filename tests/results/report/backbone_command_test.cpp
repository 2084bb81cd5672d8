#include "results/report/backbone_command.hpp"

#include <catch2/catch.hpp>

using namespace slipfront;

TEST_CASE("words of a shell", "[command]") {
  CHECK(shell_word("built-in:lap-joint") == "built-in:lap-joint");
  CHECK(shell_word("my file.mat") == "'my file.mat'");
  CHECK(shell_word("it's $HOME") == "'it'\\''s $HOME'");
  CHECK(shell_word("") == "''");
}

TEST_CASE("every option of the study comes back in the command", "[command]") {
  const Json document = parse_json(R"({"study":{"plugins":["a b.so"],
    "roms":{"fj":{"file":"roms/fj.mat"}}}})",
                                   "test");
  const Json entry = parse_json(R"({"rom":"fj","model":"iwan4","framework":"non_masing",
    "post_slip":true,"normal":"penalty","prestress":"none","preload":12000.5,
    "dissipation":"modal","quadrature":8,"loops":12,"loop_tolerance":0.0001,
    "loop_rule":"closed","mode_index":{"2":5}})",
                                "test");
  const BackboneCommand command(document, entry);
  CHECK(command.text() ==
        "slipfront backbone --plugin 'a b.so' --rom roms/fj.mat --model iwan4 --framework "
        "non_masing --post-slip --normal penalty --prestress none --preload 12000.5 "
        "--dissipation modal --quadrature 8 --loops 12 --loop-tolerance 1e-04 --loop-rule closed");
  CombinationSummary summary;
  summary.zeta0 = {{1, 0.002}, {2, 0}};
  CHECK(command.mode_options(summary, 1, {1e-6, 2e-6, 4e-6}) ==
        " --mode 1 --zeta0 0.002 --amplitude-range 1e-06:4e-06:3");
  CHECK(command.mode_options(summary, 2, {1e-6, 4e-6}) ==
        " --mode 2 --mode-index 5 --amplitude-range 1e-06:4e-06:2");
}

TEST_CASE("usual options are not repeated", "[command]") {
  const Json document = parse_json(R"({"study":{"roms":{"j":{"built_in":"lap-joint"}}}})", "test");
  const Json entry = parse_json(R"({"rom":"j","model":"jenkins","framework":"masing",
    "post_slip":false,"normal":"spring","prestress":"full","dissipation":"local","loops":40,
    "loop_tolerance":0.0001,"mode_index":{}})",
                                "test");
  CHECK(BackboneCommand(document, entry).text() ==
        "slipfront backbone --rom built-in:lap-joint --model jenkins --framework masing");
}
