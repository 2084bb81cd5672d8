// Runs the built program as a user would, and keeps what it printed.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "io/temporary_folder.hpp"

struct Printed {
  int code = -1;      // exit code; -1 if a signal ended it
  std::string out;    // stdout
  std::string error;  // stderr
};

class Program {
 public:
  /// Starts it in `folder` (the tree's root if empty); wait() gives what it printed.
  explicit Program(const std::vector<std::string>& words, const std::string& folder = "",
                   const std::string& binary = SLIPFRONT_BINARY) {
    child_ = fork();
    if (child_ != 0) return;
    const std::string where = folder.empty() ? std::string(SLIPFRONT_SOURCE_DIR) : folder;
    std::vector<char*> arguments = {const_cast<char*>(binary.c_str())};
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const bool ready = redirect(captured_.file("out"), STDOUT_FILENO) &&
                       redirect(captured_.file("error"), STDERR_FILENO) &&
                       chdir(where.c_str()) == 0;
    if (ready) execv(binary.c_str(), arguments.data());
    _exit(127);  // as a shell says "not found"
  }

  void kill(int number) { ::kill(child_, number); }

  /// Whether it has ended; wait() is still to be called.
  bool ended() const {
    siginfo_t info = {};
    return waitid(P_PID, static_cast<id_t>(child_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == child_;
  }

  Printed wait() {
    int status = 0;
    waitpid(child_, &status, 0);
    Printed printed;
    if (WIFEXITED(status)) printed.code = WEXITSTATUS(status);
    printed.out = text_of(captured_.file("out"));
    printed.error = text_of(captured_.file("error"));
    return printed;
  }

  static std::string text_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

 private:
  static bool redirect(const std::string& path, int descriptor) {
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    return file >= 0 && dup2(file, descriptor) >= 0;
  }

  TemporaryFolder captured_;
  pid_t child_ = -1;
};

inline Printed slipfront_run(const std::vector<std::string>& words,
                             const std::string& folder = "") {
  return Program(words, folder).wait();
}

/// Checks for one wrong command line: exit code 2, nothing on stdout, and the sentences.
#define CHECK_REFUSED(words, ...)                                             \
  do {                                                                        \
    const Printed printed = slipfront_run words;                              \
    CAPTURE(printed.error);                                                   \
    CHECK(printed.code == 2);                                                 \
    CHECK(printed.out.empty());                                               \
    for (const std::string& sentence : std::vector<std::string>{__VA_ARGS__}) \
      CHECK_THAT(printed.error, Catch::Contains(sentence));                   \
    CHECK_THAT(printed.error, Catch::StartsWith("slipfront: "));              \
  } while (false)
