#include "studies/include.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/failure.hpp"
#include "io/atomic_file.hpp"
#include "io/temporary_folder.hpp"

using namespace slipfront;

namespace {

StudyJson read(const std::string& file) {
  return with_includes(parse_json_text(read_file(file), file), file);
}

void write(const std::string& file, const std::string& text) { std::ofstream(file) << text; }

}  // namespace

TEST_CASE("a study goes over what it includes: objects by key, combinations by id") {
  TemporaryFolder folder;
  write(folder.file("base.json"), R"({"seed": 1, "box_upper": {"frequency": 0.1, "damping": 0.5},
    "combinations": [{"id": "a", "model": "jenkins", "loops": 3}, {"id": "b", "model": "iwan4"}]})");
  write(folder.file("more.json"), R"({"seed": 2, "title": "more"})");
  write(folder.file("study.json"), R"({"include": ["base.json", "more.json"], "name": "x",
    "box_upper": {"frequency": 0.2},
    "combinations": [{"id": "c"}, {"id": "a", "loops": 5}]})");
  CHECK(read(folder.file("study.json")) == StudyJson::parse(R"({
    "seed": 2, "box_upper": {"frequency": 0.2, "damping": 0.5},
    "combinations": [{"id": "a", "model": "jenkins", "loops": 5}, {"id": "b", "model": "iwan4"},
                     {"id": "c"}],
    "title": "more", "name": "x"})"));
}

TEST_CASE("paths stay relative to the file they are written in") {
  TemporaryFolder folder;
  std::filesystem::create_directories(folder.file("shared/deep"));
  write(folder.file("shared/deep/base.json"), R"({"roms": {"beam": {"file": "../beam.mat"},
    "own": {"built_in": "lap-joint"}}, "plugins": ["p.so", "/abs/q.so"]})");
  write(folder.file("shared/next.json"),
        R"({"include": ["deep/base.json"], "experiment": {"1": "mode.csv"}})");
  write(folder.file("study.json"), R"({"include": ["shared/next.json"]})");
  CHECK(read(folder.file("study.json")) == StudyJson::parse(R"({
    "roms": {"beam": {"file": "shared/beam.mat"}, "own": {"built_in": "lap-joint"}},
    "plugins": ["shared/deep/p.so", "/abs/q.so"], "experiment": {"1": "shared/mode.csv"}})"));
}

TEST_CASE("a missing file, a circle and a wrong type are named") {
  TemporaryFolder folder;
  write(folder.file("a.json"), R"({"include": ["b.json"]})");
  CHECK_THROWS_WITH(read(folder.file("a.json")), Catch::Contains("b.json"));
  write(folder.file("b.json"), R"({"include": ["a.json"]})");
  CHECK_THROWS_WITH(read(folder.file("a.json")), Catch::Contains("includes itself"));
  write(folder.file("c.json"), R"({"include": "b.json"})");
  CHECK(read(folder.file("c.json")).contains("include"));  // the key table refuses it
}

TEST_CASE("two new combinations with one id stay two, to be refused by name") {
  TemporaryFolder folder;
  write(folder.file("base.json"), R"({"combinations": [{"id": "a", "model": "jenkins"}]})");
  write(folder.file("study.json"), R"({"include": ["base.json"], "combinations": [
    {"id": "x", "model": "jenkins"}, {"id": "x", "model": "valanis"}]})");
  CHECK(read(folder.file("study.json")).at("combinations").size() == 3);
}

TEST_CASE("another source of a reduced model takes the place of the included one") {
  TemporaryFolder folder;
  write(folder.file("base.json"), R"({"roms": {"beam": {"built_in": "brb-wjrom"},
                                               "other": {"file": "o.mat"}}})");
  write(folder.file("study.json"),
        R"({"include": ["base.json"], "roms": {"beam": {"file": "mine.mat"}}})");
  CHECK(read(folder.file("study.json")) == StudyJson::parse(R"({"roms": {
    "beam": {"file": "mine.mat"}, "other": {"file": "o.mat"}}})"));
}

TEST_CASE("paths through links to folders lead where the included file means") {
  TemporaryFolder folder;
  std::filesystem::create_directories(folder.file("a/b"));
  std::filesystem::create_directories(folder.file("c"));
  std::filesystem::create_directory_symlink("../a/b", folder.file("c/link"));
  write(folder.file("a/b/inner.json"), R"({"experiment": {"1": "../data/mode.csv"}})");
  write(folder.file("c/study.json"), R"({"include": ["link/inner.json"]})");
  const auto named = read(folder.file("c/study.json"))["experiment"]["1"].get<std::string>();
  CHECK(std::filesystem::weakly_canonical(folder.path / "c" / named) ==
        std::filesystem::weakly_canonical(folder.file("a/data/mode.csv")));
}
