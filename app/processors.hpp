// How many processors this process may use: the least of what three sources allow.
//
//   affinity   sched_getaffinity (taskset, cpusets, Slurm with task/affinity)
//   cgroups    the quota of cpu.max (version 2) or cpu.cfs_quota_us (version 1), of the own
//              group and those above it, rounded up: containers, batch systems
//   Slurm      SLURM_CPUS_PER_TASK, else SLURM_CPUS_ON_NODE
#pragma once

#include <optional>
#include <string>

namespace slipfront {

int allowed_processors();

/// The least quota of the groups that `groups` (as /proc/self/cgroup) names below `mount` (as
/// /sys/fs/cgroup); nothing if none is set.
std::optional<int> cgroup_processors(const std::string& groups, const std::string& mount);

/// What Slurm says in the environment; nothing outside its jobs.
std::optional<int> slurm_processors();

}  // namespace slipfront
