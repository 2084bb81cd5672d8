#include "app/rom_argument.hpp"

#include <catch2/catch.hpp>

#include "core/failure.hpp"
#include "io/temporary_folder.hpp"
#include "rom/load.hpp"

using namespace slipfront;

TEST_CASE("a reduced model is a file or a built-in one") {
  const TemporaryFolder folder;
  const auto built_in = rom_argument("built-in:lap-joint");
  CHECK(built_in->name == "lap-joint");
  save_structure(*built_in, folder.file("joint.mat"));
  CHECK(rom_argument(folder.file("joint.mat"))->stiffness == built_in->stiffness);
  CHECK_THROWS_WITH(rom_argument("built-in:lap-jiont"), Catch::Contains("'lap-joint'"));
  CHECK_THROWS_WITH(rom_argument(folder.file("none.mat")), Catch::Contains("none.mat"));
}
