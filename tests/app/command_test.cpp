#include "app/command.hpp"

#include <catch2/catch.hpp>
#include <regex>

#include "app/program.hpp"

using namespace slipfront;

TEST_CASE("help and version go to stdout and end with 0") {
  const Printed help = slipfront_run({"--help"});
  CHECK(help.code == 0);
  CHECK(help.error.empty());
  for (const Command& command : commands())
    CHECK_THAT(help.out, Catch::Contains(command.line.command));
  const Printed version = slipfront_run({"--version"});
  CHECK(version.code == 0);
  CHECK(std::regex_match(version.out, std::regex("slipfront \\d+\\.\\d+\\.\\d+\n")));
}

TEST_CASE("every command has a help page of its own") {
  for (const Command& command : commands()) {
    std::vector<std::string> words;
    std::istringstream name(command.line.command);
    for (std::string word; name >> word;) words.push_back(word);
    words.push_back("--help");
    const Printed help = slipfront_run(words);
    CAPTURE(command.line.command);
    CHECK(help.code == 0);
    CHECK_THAT(help.out, Catch::Contains("Usage: slipfront " + command.line.command));
  }
}

TEST_CASE("without a command the overview is an error") {
  const Printed printed = slipfront_run({});
  CHECK(printed.code == 2);
  CHECK(printed.out.empty());
  CHECK_THAT(printed.error, Catch::Contains("Usage: slipfront COMMAND"));
}

TEST_CASE("unknown commands end with 2, a guess and the list") {
  CHECK_REFUSED(({"rnu"}), "'rnu'; is no command of slipfront. did you mean 'run'? known: run");
  CHECK_REFUSED(({"rom"}), "'rom'; is no command", "rom info");
  CHECK_REFUSED(({"rom", "inof", "x"}), "'rom inof'", "did you mean 'rom info'?");
  CHECK_REFUSED(({"--verison"}), "'--verison'; is no command");
  for (const char* later : {"experiment", "plugin", "joint"})
    CHECK_REFUSED(({later}), "is no command of slipfront");
}

TEST_CASE("an output that cannot be written is not silently lost") {
  const std::string command =
      std::string("'") + SLIPFRONT_BINARY + "' models > /dev/full 2> /dev/null";
  const int status = std::system(command.c_str());
  CHECK(WEXITSTATUS(status) == 2);
}

// Sanitizers ask for terabytes of address space themselves.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("an input that asks for more memory than there is is no internal error") {
  const TemporaryFolder folder;
  {
    std::ofstream file(folder.file("k.mtx"));
    file << "%%MatrixMarket matrix coordinate real general\n20000 20000 20000\n";
    for (int i = 1; i <= 20000; ++i) file << i << ' ' << i << " 1\n";
  }
  std::ofstream(folder.file("model.json")) << R"({"K": "k.mtx"})";
  const std::string command = std::string("ulimit -v 1500000; '") + SLIPFRONT_BINARY +
                              "' rom info '" + folder.file("model.json") + "' 2> '" +
                              folder.file("said") + "'";
  CHECK(WEXITSTATUS(std::system(command.c_str())) == 2);
  CHECK_THAT(Program::text_of(folder.file("said")), Catch::Contains("too little memory"));
}
#endif
