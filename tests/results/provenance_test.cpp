// Provenance: gathered with every field, and read back as written.
#include "results/provenance.hpp"

#include <catch2/catch.hpp>

#include "../io/temporary_folder.hpp"
#include "core/failure.hpp"
#include "core/hash.hpp"
#include "io/atomic_file.hpp"

using namespace slipfront;

TEST_CASE("this program on this machine", "[provenance]") {
  const Provenance run = gather_provenance(2, 42);
  CHECK_FALSE(run.slipfront.empty());
  CHECK_FALSE(run.build.empty());
  CHECK(run.compiler.find("12.") != std::string::npos);
  CHECK(run.libraries.count("Eigen") == 1);
  CHECK(run.libraries.count("nlohmann-json") == 1);
  for (const auto& [name, version] : run.libraries) CHECK_FALSE(version.empty());
  CHECK(run.host == host_name());
  CHECK(run.system.find("Linux") == 0);
  CHECK_FALSE(run.cpu.empty());
  CHECK(run.program == fingerprint(read_file("/proc/self/exe")));
  CHECK(run.threads == 2);
  CHECK(run.seed == 42);
  CHECK(run.ended.empty());
}

TEST_CASE("times are UTC in ISO 8601", "[provenance]") {
  const std::string now = utc_now();
  REQUIRE(now.size() == 20);
  CHECK(now.substr(0, 2) == "20");
  for (const auto& [at, character] :
       {std::pair(4, '-'), {7, '-'}, {10, 'T'}, {13, ':'}, {16, ':'}, {19, 'Z'}})
    CHECK(now[static_cast<std::size_t>(at)] == character);
}

TEST_CASE("all runs of a folder are read back", "[provenance]") {
  const TemporaryFolder folder;
  Provenance run = gather_provenance(1, 0xFFFFFFFFFFFFFFFF);
  run.inputs = {{"brb \"1\".mat", "00ff"}};
  run.ended = utc_now();
  const std::vector<Provenance> runs = {run, gather_provenance(8, 0)};
  write_provenance(folder.file("p.json"), runs);
  CHECK(read_provenance(folder.file("p.json")) == runs);
  write_provenance(folder.file("p.json"), {});
  CHECK(read_provenance(folder.file("p.json")).empty());
}

TEST_CASE("a wrong provenance file is a failure", "[provenance]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("p.json");
  for (const char* text : {"", "{}", "{\"runs\": 1}", "{\"runs\": [{}]}", "{\"runs\": [1]}"}) {
    write_atomically(path, text);
    CHECK_THROWS_AS(read_provenance(path), Failure);
  }
}
