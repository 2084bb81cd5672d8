#include "results/provenance.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include <ctime>
#include <fstream>
#include <string_view>

#include "build_info.hpp"
#include "core/failure.hpp"
#include "core/hash.hpp"
#include "io/atomic_file.hpp"
#include "results/json_file.hpp"

namespace slipfront {

namespace {

/// "name=version;name=version;" as a map.
std::map<std::string, std::string> versions(std::string_view text) {
  std::map<std::string, std::string> map;
  while (!text.empty()) {
    const std::string_view entry = text.substr(0, text.find(';'));
    text.remove_prefix(std::min(text.size(), entry.size() + 1));
    const std::size_t equals = entry.find('=');
    if (equals != std::string_view::npos)
      map[std::string(entry.substr(0, equals))] = entry.substr(equals + 1);
  }
  return map;
}

/// The processor's name as Linux tells it; the architecture where it tells none.
std::string cpu_name(const std::string& architecture) {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name"))
      if (const std::size_t colon = line.find(": "); colon != std::string::npos)
        return line.substr(colon + 2);  // behind ": "
  return architecture;
}

/// Builds for one machine use what it has: last digits follow.
std::string widest_vectors() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return ", AVX-512";
  if (__builtin_cpu_supports("avx2")) return ", AVX2";
  if (__builtin_cpu_supports("avx")) return ", AVX";
#endif
  return "";
}

/// Two builds of one version differ in it. Empty if the program's file cannot be read.
std::string program_fingerprint() {
  static const std::string print = [] {
    try {
      return fingerprint(read_file("/proc/self/exe"));
    } catch (const Failure&) {
      return std::string();
    }
  }();
  return print;
}

constexpr char kText[] = "must be a text";
constexpr char kCount[] = "must be a whole number";
constexpr char kTexts[] = "must be an object of texts";

}  // namespace

std::string host_name() {
  utsname system = {};
  return ::uname(&system) == 0 ? system.nodename : "unknown";
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts = {};
  ::gmtime_r(&now, &parts);
  char text[32];  // twenty characters and the end
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

Provenance gather_provenance(int threads, std::uint64_t seed) {
  Provenance run;
  run.slipfront = build_info::kVersion;
  run.build = build_info::kBuild;
  run.compiler = build_info::kCompiler;
  run.libraries = versions(build_info::kLibraries);
  utsname system = {};
  if (::uname(&system) == 0)
    run.system = std::string(system.sysname) + " " + system.release + " " + system.machine;
  run.host = host_name();
  run.process = static_cast<int>(::getpid());
  run.cpu = cpu_name(system.machine) + widest_vectors();
  run.program = program_fingerprint();
  run.threads = threads;
  run.seed = seed;
  run.started = utc_now();
  return run;
}

void write_provenance(const std::string& path, const std::vector<Provenance>& runs) {
  Json array = Json::array();
  for (const Provenance& run : runs) {
    Json json = Json::object();
    json["slipfront"] = run.slipfront;
    json["build"] = run.build;
    json["compiler"] = run.compiler;
    json["program"] = run.program;
    json["libraries"] = run.libraries;
    json["host"] = run.host;
    json["process"] = run.process;
    json["system"] = run.system;
    json["cpu"] = run.cpu;
    json["study"] = run.study;
    json["threads"] = run.threads;
    json["seed"] = run.seed;
    json["started"] = run.started;
    json["ended"] = run.ended;
    json["inputs"] = run.inputs;
    array.push_back(json);
  }
  Json root = Json::object();
  root["runs"] = array;
  write_atomically(path, to_pretty_text(root));
}

std::vector<Provenance> read_provenance(const std::string& path) {
  const Json root = parse_json(read_file(path), path);
  std::vector<Problem> problems;
  std::vector<Provenance> runs;
  JsonObject object(root, path, "", problems);
  constexpr char kRuns[] = "must be a list of runs";
  const Json* array = object.find("runs", kRuns);
  if (array != nullptr && !array->is_array()) object.wrong("runs", *array, kRuns);
  if (array != nullptr && array->is_array())
    for (const Json& entry : *array) {
      const std::string pointer = "/runs/" + std::to_string(runs.size());
      Provenance& run = runs.emplace_back();
      JsonObject member(entry, path, pointer, problems);
      member.read("slipfront", run.slipfront, kText);
      member.read("build", run.build, kText);
      member.read("compiler", run.compiler, kText);
      const auto told = [&](const char* key) { return entry.is_object() && entry.contains(key); };
      if (told("program")) member.read("program", run.program, kText);  // not by older versions
      if (told("process")) member.read("process", run.process, kCount);
      member.read("libraries", run.libraries, kTexts);
      member.read("host", run.host, kText);
      member.read("system", run.system, kText);
      member.read("cpu", run.cpu, kText);
      member.read("study", run.study, kText);
      member.read("threads", run.threads, kCount);
      member.read("seed", run.seed, kCount);
      member.read("started", run.started, kText);
      member.read("ended", run.ended, kText);
      member.read("inputs", run.inputs, kTexts);
    }
  throw_if_any(std::move(problems));
  return runs;
}

}  // namespace slipfront
