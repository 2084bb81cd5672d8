#include "models/plugin/worker_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <thread>

#include "core/failure.hpp"
#include "core/number.hpp"

namespace slipfront {

namespace {

constexpr auto kProgram = "slipfront-plugin-worker";

std::string worker_program(const IsolationOptions& options) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path path = options.worker.empty()
                            ? fs::read_symlink("/proc/self/exe", ignored).parent_path() / kProgram
                            : fs::path(options.worker);
  if (access(path.c_str(), X_OK) != 0)
    throw Failure(Problem{path.string(), "", std::strerror(errno),
                          "the program that runs plugins must stand beside slipfront",
                          "build or install slipfront again"});
  return path.string();
}

/// Starts the program with both descriptors open in it, and no input.
pid_t start(const std::string& program, const std::string& file, int socket, int memory) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  // A descriptor put on itself stays open over exec, in the new process alone.
  posix_spawn_file_actions_adddup2(&actions, socket, socket);
  posix_spawn_file_actions_adddup2(&actions, memory, memory);
  std::string words[] = {program, std::to_string(kWireVersion), file, std::to_string(socket),
                         std::to_string(memory)};
  char* arguments[std::size(words) + 1] = {};
  for (std::size_t i = 0; i < std::size(words); ++i) arguments[i] = words[i].data();
  pid_t process = -1;
  const int error = posix_spawn(&process, program.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error)
    throw Failure(Problem{program, "", std::strerror(error), "cannot be started",
                          "build or install slipfront again"});
  return process;
}

}  // namespace

WorkerProcess::WorkerProcess(const std::string& file, const IsolationOptions& options)
    : program_(worker_program(options)), time_limit_(options.time_limit) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw std::system_error(errno, std::generic_category(), "socketpair");
  for (int& end : ends) end = above_standard(end);
  socket_ = ends[0];
  try {
    process_ = start(program_, file, ends[1], memory_.descriptor());
  } catch (...) {
    close(ends[0]);
    close(ends[1]);
    throw;
  }
  close(ends[1]);
  constexpr double kMicroseconds = 1e6;
  timeval limit;
  limit.tv_sec = static_cast<time_t>(time_limit_);
  // At least one microsecond: zero would mean no limit.
  const double rest = time_limit_ - std::floor(time_limit_);
  limit.tv_usec = 1 + static_cast<suseconds_t>(rest * (kMicroseconds - 2));
  setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

WorkerProcess::~WorkerProcess() {
  close(socket_);
  if (process_ < 0) return;
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

std::string WorkerProcess::ask() {
  char turn = 0;
  if (send(socket_, &turn, 1, MSG_NOSIGNAL) == 1) {
    ssize_t got = 0;
    do got = recv(socket_, &turn, 1, 0);
    while (got < 0 && errno == EINTR);
    if (got == 1) {
      answered_ = true;
      memory_.follow();
      return {};
    }
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      kill(process_, SIGKILL);
      end();
      return "gave no answer within " + to_text(time_limit_) + " s";
    }
  }
  return end();
}

std::string WorkerProcess::end() {
  int status = 0;
  pid_t gone = 0;
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  while (gone == 0 && std::chrono::steady_clock::now() < patience) {
    gone = waitpid(process_, &status, WNOHANG);
    if (gone < 0 && errno == EINTR) gone = 0;
    if (gone == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  if (gone == 0) {  // it closed its end, and goes on with something else
    kill(process_, SIGKILL);
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
  }
  process_ = -1;
  if (gone == 0) return "closed its connection to slipfront";
  if (gone < 0) return "ended its process";  // how, somebody else has been told
  if (WIFSIGNALED(status))
    return "crashed with signal " + std::to_string(WTERMSIG(status)) + " (" +
           strsignal(WTERMSIG(status)) + ")";
  if (!answered_ && WEXITSTATUS(status) == kOtherWireVersion)
    throw Failure(Problem{program_, "", "a program of another build than slipfront's",
                          "both must be of one build",
                          "the same command goes on from here with the new build"});
  return "ended its process with exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace slipfront
