// Where and with what a run was made: the block that may differ between two equal runs.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace slipfront {

struct Provenance {
  std::string slipfront;                         // version
  std::string build;                             // build type and compiler flags
  std::string compiler;                          // "GNU 12.2.0"
  std::string program;                           // fingerprint of the program's file
  std::map<std::string, std::string> libraries;  // name -> version
  std::string host, system, cpu;                 // cpu: name and widest vectors, "..., AVX-512"
  int process = 0;                               // its number on that host
  std::string study;                             // the study file, as an absolute path
  int threads = 0;
  std::uint64_t seed = 0;
  std::string started, ended;                 // UTC, ISO 8601; `ended` empty while it runs
  std::map<std::string, std::string> inputs;  // file -> fingerprint of its bytes
  bool operator==(const Provenance&) const = default;
};

/// This program on this machine, started now.
Provenance gather_provenance(int threads, std::uint64_t seed);

std::string host_name();

/// "2025-01-31T12:00:00Z".
std::string utc_now();

/// All the runs that made a folder (a resumed run has several), oldest first:
/// {"runs": [...]}.
void write_provenance(const std::string& path, const std::vector<Provenance>& runs);
std::vector<Provenance> read_provenance(const std::string& path);

}  // namespace slipfront
