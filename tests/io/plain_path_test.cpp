#include "io/plain_path.hpp"

#include <catch2/catch.hpp>

#include "temporary_folder.hpp"

using namespace slipfront;
namespace fs = std::filesystem;

TEST_CASE("dots go where that names the same place", "[plain_path]") {
  const TemporaryFolder folder;
  fs::create_directories(folder.file("a/b"));
  fs::create_directories(folder.file("c"));
  fs::create_directory_symlink("../a/b", folder.file("c/link"));
  CHECK(plain_path("a/./b/../x.csv", folder.path) == "a/x.csv");
  CHECK(plain_path("a/b/../../none/x.csv", folder.path) == "none/x.csv");
  // c/link/.. is a, not c.
  CHECK(plain_path("c/link/../x.csv", folder.path) == "c/link/../x.csv");
  CHECK(plain_path(folder.file("c/link/../x.csv")) == folder.file("c/link/../x.csv"));
  CHECK(plain_path(folder.file("c/../x.csv")) == folder.file("x.csv"));
}

TEST_CASE("an absolute path begins at the working folder", "[plain_path]") {
  CHECK(absolute_path("x/../y") == fs::current_path() / "y");
  CHECK(absolute_path("/x/./y") == "/x/y");
}
