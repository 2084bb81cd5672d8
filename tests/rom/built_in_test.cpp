#include "rom/built_in.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "core/structure.hpp"
#include "io/atomic_file.hpp"
#include "io/temporary_folder.hpp"
#include "rom/info.hpp"
#include "rom/load.hpp"
#include "rom/mesh/lap_beam.hpp"
#include "rom/reduce/build_models.hpp"
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
  CHECK_THAT(problem_of([] { built_in_rom("brb-wjrm"); }),
             Catch::Contains("did you mean 'brb-wjrom'"));
  const Environment cache("XDG_CACHE_HOME", "/somewhere");
  CHECK(rom_cache_folder() == "/somewhere/slipfront");
  const Environment none("XDG_CACHE_HOME", ""), home("HOME", "/me");
  CHECK(rom_cache_folder() == "/me/.cache/slipfront");
}

TEST_CASE("the WJROM ships: at once, without a cache, the bytes of the file") {
  const Environment none("XDG_CACHE_HOME", ""), home("HOME", "");
  std::vector<std::string> told;
  const Structure rom =
      built_in_rom("brb-wjrom", [&](const std::string& what) { told.push_back(what); });
  CHECK(told.empty());
  CHECK(rom.dof() == 43);
  CHECK(rom.interface.points() == 5);
  CHECK(*rom.preload == 12845);
  CHECK(rom.name == "brb-wjrom");
  CHECK(rom.source == "built-in:brb-wjrom");
  const std::string file = std::string(SLIPFRONT_SOURCE_DIR) + "/rom/specs/brb-wjrom.mat";
  CHECK(shipped_wjrom() == read_file(file));
  CHECK(structure_bytes(rom) == structure_bytes(load_structure(file)));
  CHECK(built_in_facts("brb-wjrom").patch_of.size() ==
        built_in_facts("brb-wjrom").mesh->elements.size());
  CHECK_FALSE(built_in_facts("lap-joint").mesh);
  CHECK_FALSE(built_in_facts("brb-fjrom").mesh);
}

TEST_CASE("what a built-in model is determined by names no machine and differs between models") {
  std::set<std::string> recipes;
  for (const std::string& name : built_in_names()) recipes.insert(built_in_recipe(name));
  CHECK(recipes.size() == built_in_names().size());
  CHECK_THAT(built_in_recipe("brb-fjrom"), Catch::Contains(lap_beam_text(LapBeamSpec{})));
  CHECK_THAT(problem_of([] { built_in_recipe("brb-fjrm"); }),
             Catch::Contains("did you mean 'brb-fjrom'"));
}

TEST_CASE("built once, kept, the same again; a damaged file is built again", "[long]") {
  const TemporaryFolder folder;
  const Environment cache("XDG_CACHE_HOME", folder.file("cache"));
  std::vector<std::string> told;
  const Progress listen = [&](const std::string& what) { told.push_back(what); };
  const Structure first = built_in_rom("brb-fjrom", listen);
  CHECK(std::abs(first.interface.points() - 152) <= 4);
  CHECK(*first.preload == 12845);
  CHECK(told.size() > 3);
  told.clear();
  const Structure second = built_in_rom("brb-fjrom", listen);
  CHECK(told.empty());
  CHECK(structure_bytes(first) == structure_bytes(second));
  CHECK(std::abs(deviation_from_solid(second, built_in_facts("brb-fjrom")).at(0)) < 6e-3);
  std::string file;
  for (const auto& entry : std::filesystem::directory_iterator(rom_cache_folder()))
    file = entry.path().string();
  // Half of the file, as an interrupted copy leaves it; and a folder in which nothing can be made.
  std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
  const Structure third = built_in_rom("brb-fjrom", listen);
  CHECK_THAT(told.at(0), Catch::Contains("damaged"));
  CHECK(structure_bytes(third) == structure_bytes(first));
}

TEST_CASE("where no cache can be kept the model is built all the same", "[long]") {
  const TemporaryFolder folder;
  std::ofstream(folder.file("file")) << "no folder";
  const Environment cache("XDG_CACHE_HOME", folder.file("file"));
  std::vector<std::string> told;
  const Structure rom =
      built_in_rom("brb-fjrom", [&](const std::string& what) { told.push_back(what); });
  CHECK(rom.source == "built-in:brb-fjrom");
  CHECK_THAT(told.back(), Catch::Contains("not kept"));
}

TEST_CASE("the shipped WJROM is what the factory makes", "[long]") {
  const JointModel joint = make_lap_beam({});
  const Structure made = build_whole_joint(joint, relative_system(joint), {});
  const Structure shipped = built_in_rom("brb-wjrom");
  CHECK(shipped.stiffness.isApprox(made.stiffness, 1e-7));
  CHECK(shipped.mass.isApprox(made.mass, 1e-7));
  CHECK(shipped.bolt_load.isApprox(made.bolt_load, 1e-7));
}
