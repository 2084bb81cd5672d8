#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "models/plugin/wire.hpp"

namespace {

const std::string kWorker =
    (std::filesystem::path(SLIPFRONT_BINARY).parent_path() / "slipfront-plugin-worker").string();

int exit_code(const std::string& words) {
  const int status = std::system(("'" + kWorker + "' " + words + " 2>/dev/null").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("the worker program is not for people") {
  CHECK(exit_code("") == 2);
  CHECK(exit_code("file.so") == 2);
  CHECK(exit_code("file.so socket memory") == 2);
  CHECK(exit_code(std::to_string(slipfront::kWireVersion) + " file.so socket memory") == 2);
}

TEST_CASE("the worker program does nothing for a slipfront of another build") {
  const std::string other = std::to_string(slipfront::kWireVersion + 1);
  CHECK(exit_code(other + " file.so 3 4") == slipfront::kOtherWireVersion);
}
