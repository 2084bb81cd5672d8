#include "models/plugin/worker_process.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "core/failure.hpp"
#include "io/temporary_folder.hpp"
#include "test_plugin.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

/// Asks for the traction of the spring 1e12 N/m^3 at one micrometre.
std::string ask_spring(WorkerProcess& worker) {
  WireHeader& header = worker.memory().header();
  header.request = WireRequest::virgin;
  header.values = header.points = header.directions = 1;
  header.present = 1 << 0 | 1 << 2;
  worker.memory().data()[0] = 1e12;
  worker.memory().data()[1] = 1e-6;
  return worker.ask();
}

std::string fate(const std::string& plugin, const IsolationOptions& options = {}) {
  WorkerProcess worker(test_plugin(plugin), options);
  return ask_spring(worker);
}

}  // namespace

TEST_CASE("a worker answers as often as it is asked") {
  WorkerProcess worker(test_plugin("none"), {});
  for (int i = 0; i < 3; ++i) {
    CHECK(ask_spring(worker).empty());
    CHECK(worker.memory().header().answer == WireAnswer::done);
    CHECK(worker.memory().data()[2] == 1e6);
    worker.memory().data()[2] = 0;
  }
}

TEST_CASE("what becomes of a worker is told") {
  CHECK_THAT(fate("segfault"), Contains("crashed with signal 11"));
  CHECK(fate("exit") == "ended its process with exit code 3");
  CHECK_THAT(fate("crash_on_load"), Contains("crashed with signal 11"));
}

TEST_CASE("a worker that is killed from outside is told by its signal") {
  WorkerProcess worker(test_plugin("none"), {});
  CHECK(ask_spring(worker).empty());
  const std::string self = std::to_string(getpid());
  std::ifstream children("/proc/self/task/" + self + "/children");
  pid_t child = 0, last = 0;
  while (children >> child) last = child;
  REQUIRE(last > 0);  // the worker that was started last
  kill(last, SIGKILL);
  CHECK_THAT(ask_spring(worker), Contains("crashed with signal 9"));
}

TEST_CASE("a worker that gives no answer is ended at the time limit") {
  const auto start = std::chrono::steady_clock::now();
  CHECK(fate("hang", impatient()) == "gave no answer within 0.5 s");
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  CHECK(spent.count() >= 0.5);
  CHECK(spent.count() < 5);
}

TEST_CASE("a missing worker program is named") {
  IsolationOptions options;
  options.worker = "/nowhere/slipfront-plugin-worker";
  CHECK_THROWS_WITH(WorkerProcess(test_plugin("none"), options),
                    Contains("/nowhere/slipfront-plugin-worker") && Contains("beside slipfront"));
}

TEST_CASE("a worker program of another build is told apart, and ends the run") {
  const TemporaryFolder folder;
  IsolationOptions options;
  options.worker = folder.file("worker");
  std::ofstream(options.worker) << "#!/bin/sh\nexit " << kOtherWireVersion << "\n";
  std::filesystem::permissions(options.worker, std::filesystem::perms::owner_all);
  CHECK_THROWS_WITH(fate("none", options),
                    Contains(options.worker) && Contains("both must be of one build"));
}

TEST_CASE("a worker that closes its connection and goes on is ended") {
  const auto start = std::chrono::steady_clock::now();
  CHECK(fate("closes", {.time_limit = 60}) == "closed its connection to slipfront");
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
}

TEST_CASE("descriptors of a worker are none of the standard three") {
  const int saved = dup(STDIN_FILENO);
  close(STDIN_FILENO);
  {
    WorkerProcess worker(test_plugin("none"), {});
    CHECK(worker.memory().descriptor() > STDERR_FILENO);
    CHECK(ask_spring(worker).empty());
    CHECK(worker.memory().data()[2] == 1e6);
  }
  dup2(saved, STDIN_FILENO);
  close(saved);
}
