#include "app/processors.hpp"

#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <memory>

#include "core/number.hpp"

namespace slipfront {

namespace {

std::optional<double> number_in(const std::string& text) {
  const auto number = to_number(text);
  return number && *number > 0 ? std::optional<double>(*number) : std::nullopt;
}

/// The first two words of a file.
std::pair<std::string, std::string> words_of(const std::string& path) {
  std::ifstream file(path);
  std::pair<std::string, std::string> words;
  file >> words.first >> words.second;
  return words;
}

/// "max 100000" or "150000 100000": microseconds in each period.
std::optional<double> quota_v2(const std::string& folder) {
  const auto [quota, period] = words_of(folder + "/cpu.max");
  const auto q = number_in(quota), p = number_in(period);
  return q && p ? std::optional<double>(*q / *p) : std::nullopt;
}

std::optional<double> quota_v1(const std::string& folder) {
  const auto q = number_in(words_of(folder + "/cpu.cfs_quota_us").first);
  const auto p = number_in(words_of(folder + "/cpu.cfs_period_us").first);
  return q && p ? std::optional<double>(*q / *p) : std::nullopt;
}

/// The least quota of a group and of those above it. In a container the group's own path may
/// not be there, but those above it are.
template <typename Quota>
void take_least(const std::string& root, std::string group, const Quota& quota,
                std::optional<double>& least) {
  while (true) {
    if (const auto found = quota(root + group)) least = std::min(least.value_or(*found), *found);
    const std::size_t slash = group.rfind('/');
    if (slash == std::string::npos) return;
    group.erase(slash);
  }
}

bool has_cpu(const std::string& controllers) {
  return ("," + controllers + ",").find(",cpu,") != std::string::npos;
}

std::optional<int> variable(const char* name) {
  const char* text = std::getenv(name);
  const auto number = text ? number_in(text) : std::nullopt;
  return number ? std::optional<int>(static_cast<int>(*number)) : std::nullopt;
}

}  // namespace

std::optional<int> cgroup_processors(const std::string& groups, const std::string& mount) {
  std::optional<double> least;
  std::ifstream file(groups);
  for (std::string line; std::getline(file, line);) {  // "4:cpu,cpuacct:/path", "0::/path"
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string group = line.substr(second + 1);
    if (controllers.empty()) take_least(mount, group, quota_v2, least);
    if (has_cpu(controllers))
      for (const std::string& name : {std::string("cpu"), controllers})
        take_least(mount + "/" + name, group, quota_v1, least);
  }
  if (!least) return {};
  return std::max(1, static_cast<int>(std::ceil(*least)));
}

std::optional<int> slurm_processors() {
  const auto per_task = variable("SLURM_CPUS_PER_TASK");
  return per_task ? per_task : variable("SLURM_CPUS_ON_NODE");
}

/// Those that this process may run on; 1 if the system does not tell.
int affine_processors() {
  // The kernel refuses a set with less room than its own, whose size it does not tell.
  constexpr int kFirst = 1024, kMost = 1 << 20;
  for (int room = kFirst; room <= kMost; room *= 2) {
    const std::unique_ptr<cpu_set_t, void (*)(cpu_set_t*)> set(
        CPU_ALLOC(room), [](cpu_set_t* owned) { CPU_FREE(owned); });
    if (!set) break;
    const std::size_t bytes = CPU_ALLOC_SIZE(room);
    CPU_ZERO_S(bytes, set.get());
    if (sched_getaffinity(0, bytes, set.get()) == 0)
      return std::max(1, CPU_COUNT_S(bytes, set.get()));
    if (errno != EINVAL) break;
  }
  return 1;
}

int allowed_processors() {
  int allowed = affine_processors();
  for (const auto& limit :
       {cgroup_processors("/proc/self/cgroup", "/sys/fs/cgroup"), slurm_processors()})
    if (limit) allowed = std::min(allowed, std::max(1, *limit));
  return allowed;
}

}  // namespace slipfront
