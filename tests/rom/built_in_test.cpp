#include "rom/built_in.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/structure.hpp"
#include "io/temporary_folder.hpp"
#include "rom/load.hpp"
#include "solid_test_models.hpp"

using namespace slipfront;

namespace {
/// Sets a variable of the environment for as long as it lives.
class Environment {
 public:
  Environment(const char* name, const std::string& value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    setenv(name, value.c_str(), 1);
  }
  ~Environment() { setenv(name_, old_.c_str(), 1); }

 private:
  const char* name_;
  std::string old_;
};
}  // namespace

TEST_CASE("names, the folder of the cache, and the joint that needs none") {
  CHECK(built_in_rom("lap-joint").name == "lap-joint");
  CHECK_THAT(problem_of([] { built_in_rom("brb-wjrm"); }), Catch::Contains("did you mean 'brb-wjrom'"));
  const Environment cache("XDG_CACHE_HOME", "/somewhere");
  CHECK(rom_cache_folder() == "/somewhere/slipfront");
  const Environment none("XDG_CACHE_HOME", ""), home("HOME", "/me");
  CHECK(rom_cache_folder() == "/me/.cache/slipfront");
}

TEST_CASE("built once, kept, the same again; a damaged file is built again", "[long]") {
  const TemporaryFolder folder;
  const Environment cache("XDG_CACHE_HOME", folder.file("cache"));
  std::vector<std::string> told;
  const Progress listen = [&](const std::string& what) { told.push_back(what); };
  const Structure first = built_in_rom("brb-wjrom", listen);
  CHECK(first.dof() == 43);
  CHECK(first.interface.points() == 5);
  CHECK(*first.preload == 12845);
  CHECK(told.size() > 3);
  told.clear();
  const Structure second = built_in_rom("brb-wjrom", listen);
  CHECK(told.empty());
  CHECK(structure_bytes(first) == structure_bytes(second));
  std::string file;
  for (const auto& entry : std::filesystem::directory_iterator(rom_cache_folder()))
    file = entry.path().string();
  std::ofstream(file, std::ios::trunc) << "damaged";
  const Structure third = built_in_rom("brb-wjrom", listen);
  CHECK_FALSE(told.empty());
  CHECK(third.stiffness.isApprox(first.stiffness, 1e-9));
}

TEST_CASE("the shipped WJROM is what the factory makes", "[long]") {
  const TemporaryFolder folder;
  const Environment cache("XDG_CACHE_HOME", folder.file("cache"));
  const Structure shipped = load_structure(std::string(SLIPFRONT_SOURCE_DIR) + "/rom/specs/brb-wjrom.mat");
  const Structure made = built_in_rom("brb-wjrom");
  CHECK(shipped.stiffness.isApprox(made.stiffness, 1e-7));
  CHECK(shipped.mass.isApprox(made.mass, 1e-7));
  CHECK(shipped.bolt_load.isApprox(made.bolt_load, 1e-7));
}
