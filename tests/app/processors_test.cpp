#include "app/processors.hpp"

#include <sched.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "io/temporary_folder.hpp"

using namespace slipfront;

namespace {

/// A folder with files as the kernel shows them.
struct Groups {
  TemporaryFolder folder;
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder.path / name).parent_path());
    std::ofstream(folder.path / name) << text;
  }
  std::optional<int> processors() const {
    return cgroup_processors(folder.file("self"), folder.file("fs"));
  }
};

}  // namespace

TEST_CASE("the number of processors follows the affinity of the process, and Slurm") {
  cpu_set_t before, one;
  REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
  CHECK(allowed_processors() <= CPU_COUNT(&before));
  int first = 0;
  while (!CPU_ISSET(first, &before)) ++first;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  CHECK(allowed_processors() == 1);
  sched_setaffinity(0, sizeof before, &before);

  setenv("SLURM_CPUS_ON_NODE", "64", 1);
  CHECK(slurm_processors() == 64);
  CHECK(allowed_processors() <= CPU_COUNT(&before));
  setenv("SLURM_CPUS_PER_TASK", "1", 1);
  CHECK(slurm_processors() == 1);
  CHECK(allowed_processors() == 1);
  setenv("SLURM_CPUS_PER_TASK", "nonsense", 1);
  CHECK(slurm_processors() == 64);
  unsetenv("SLURM_CPUS_PER_TASK");
  unsetenv("SLURM_CPUS_ON_NODE");
  CHECK_FALSE(slurm_processors());
}

TEST_CASE("quotas of control groups count, the least one above the own group") {
  const Groups groups;
  SECTION("version 2") {
    groups.write("self", "0::/a/b\n");
    CHECK_FALSE(groups.processors());
    groups.write("fs/a/b/cpu.max", "max 100000\n");
    CHECK_FALSE(groups.processors());
    groups.write("fs/a/b/cpu.max", "400000 100000\n");
    CHECK(groups.processors() == 4);
    groups.write("fs/a/cpu.max", "150000 100000\n");
    CHECK(groups.processors() == 2);
    groups.write("fs/cpu.max", "10000 100000\n");
    CHECK(groups.processors() == 1);
  }
  SECTION("version 1, where the container shows its own group as the root") {
    groups.write("self", "9:name=systemd:/x\n4:cpu,cpuacct:/docker/1234\n0::/\nnonsense\n");
    groups.write("fs/cpu/cpu.cfs_quota_us", "-1\n");
    groups.write("fs/cpu/cpu.cfs_period_us", "100000\n");
    CHECK_FALSE(groups.processors());
    groups.write("fs/cpu/cpu.cfs_quota_us", "300000\n");
    CHECK(groups.processors() == 3);
  }
  SECTION("nothing of the kind") { CHECK_FALSE(groups.processors()); }
}
