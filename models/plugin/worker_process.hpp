// One worker process of a plugin, from its start to its end.
//
// Started by posix_spawn from the program slipfront-plugin-worker, which stands beside the
// program that runs. It shares memory with this process (models/plugin/wire.hpp) and waits
// for its turn on a socket; it ends when that is closed.
#pragma once

#include <sys/types.h>

#include <string>

#include "models/plugin/wire.hpp"

namespace slipfront {

struct IsolationOptions {
  /// Wall time [s] that a plugin may take for one request: one evaluation of all points of an
  /// interface, or loading. A parameter set that needs more is recorded as failed.
  double time_limit = 10;
  /// The worker program; empty: slipfront-plugin-worker in the folder of this program.
  std::string worker = {};
};

class WorkerProcess {
 public:
  /// Throws a Failure if the worker program is missing or cannot be started.
  WorkerProcess(const std::string& file, const IsolationOptions& options);
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  WireMemory& memory() { return memory_; }

  /// Hands over the request that stands in the memory and waits for the answer. Empty, or
  /// what became of the process: "crashed with signal 11 (Segmentation fault)". It is of no
  /// use then. Throws a Failure if the worker program is of another build.
  std::string ask();

 private:
  std::string end();

  WireMemory memory_;
  std::string program_;
  bool answered_ = false;  // once at least
  double time_limit_;
  int socket_ = -1;
  pid_t process_ = -1;
};

}  // namespace slipfront
