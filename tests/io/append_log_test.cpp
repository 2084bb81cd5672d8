// The append-only log: what comes back, and what is recovered from a damaged file.
#include "io/append_log.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "core/failure.hpp"
#include "io/atomic_file.hpp"
#include "temporary_folder.hpp"

namespace fs = std::filesystem;
using namespace slipfront;

namespace {

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("records come back in order, over several openings", "[append_log]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("log");
  {
    AppendLog log(path);
    CHECK(log.found().lines.empty());
    log.append("one");
    log.append("");
    log.sync();
  }
  AppendLog log(path);
  CHECK(log.found().lines == Lines{"one", ""});
  log.append("{\"tab\":\"\t\", \"utf8\":\"ζ\"}");
  const ReadLog read = AppendLog::read_log(path);
  CHECK(read.lines == Lines{"one", "", "{\"tab\":\"\t\", \"utf8\":\"ζ\"}"});
  CHECK(read.dropped.empty());
  CHECK(read.whole_bytes == fs::file_size(path));
}

TEST_CASE("a record with a line break is refused", "[append_log]") {
  const TemporaryFolder folder;
  AppendLog log(folder.file("log"));
  CHECK_THROWS_AS(log.append("a\nb"), Failure);
  CHECK(fs::file_size(log.path()) == 0);
}

TEST_CASE("a log cut anywhere keeps its whole lines and goes on", "[append_log]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("log");
  {
    AppendLog log(path);
    log.append("first");
    log.append("second");
  }
  const std::string whole = read_file(path);
  const std::size_t first_end = whole.find('\n') + 1;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write_atomically(path, whole.substr(0, size));
    const std::size_t lines = size >= first_end ? 1 : 0;
    const bool cut = size != 0 && size != first_end;
    // Reading reports and does not touch the file.
    CHECK(AppendLog::read_log(path).dropped.size() == (cut ? 1 : 0));
    CHECK(fs::file_size(path) == size);

    AppendLog log(path);
    CHECK(log.found().lines.size() == lines);
    REQUIRE(log.found().dropped.size() == (cut ? 1 : 0));
    if (cut) CHECK(log.found().dropped[0].line == lines + 1);
    log.append("third");
    const ReadLog read = AppendLog::read_log(path);
    CHECK(read.lines == (lines == 1 ? Lines{"first", "third"} : Lines{"third"}));
    CHECK(read.dropped.empty());
  }
}

TEST_CASE("a corrupted byte costs its own line only", "[append_log]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("log");
  {
    AppendLog log(path);
    for (const char* record : {"first", "second", "third"}) log.append(record);
  }
  const std::string whole = read_file(path);
  const std::size_t begin = whole.find('\n') + 1;
  const std::size_t end = whole.find('\n', begin);
  for (std::size_t at = begin; at < end; ++at) {
    std::string damaged = whole;
    damaged[at] = damaged[at] == 'x' ? 'y' : 'x';
    write_atomically(path, damaged);
    AppendLog log(path);
    CHECK(log.found().lines == Lines{"first", "third"});
    REQUIRE(log.found().dropped.size() == 1);
    CHECK(log.found().dropped[0].line == 2);
  }
  // A block of zeros, as a crashed disk leaves it, is one cut line.
  write_atomically(path, whole + std::string(4096, '\0'));
  AppendLog log(path);
  CHECK(log.found().lines.size() == 3);
  CHECK(log.found().dropped.size() == 1);
  CHECK(fs::file_size(path) == whole.size());
}

TEST_CASE("threads and processes that append at once lose and mix nothing", "[append_log]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("log");
  constexpr int kWriters = 4, kRecords = 200;
  const auto record = [](int writer, int i) {
    return std::to_string(writer) + ":" + std::to_string(i) + std::string(300 + i, '.');
  };
  const pid_t child = ::fork();
  if (child == 0) {
    AppendLog own(path);
    for (int i = 0; i < kRecords; ++i) own.append(record(kWriters, i));
    ::_exit(0);
  }
  AppendLog shared(path), second(path);
  std::vector<std::thread> threads;
  for (int writer = 0; writer < kWriters; ++writer)
    threads.emplace_back([&, writer] {
      for (int i = 0; i < kRecords; ++i) (writer % 2 ? shared : second).append(record(writer, i));
    });
  for (std::thread& thread : threads) thread.join();
  int status = -1;
  ::waitpid(child, &status, 0);
  REQUIRE(status == 0);

  const ReadLog read = AppendLog::read_log(path);
  CHECK(read.dropped.empty());
  std::multiset<std::string> expected;
  for (int writer = 0; writer <= kWriters; ++writer)
    for (int i = 0; i < kRecords; ++i) expected.insert(record(writer, i));
  CHECK(std::multiset<std::string>(read.lines.begin(), read.lines.end()) == expected);
}

TEST_CASE("an append that does not fit leaves nothing and the log stays usable", "[append_log]") {
  const TemporaryFolder folder;
  AppendLog log(folder.file("log"));
  log.append("first");
  const auto size = fs::file_size(log.path());
  std::string message;
  {
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before = {};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const rlimit small = {size + 50, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    try {
      log.append(std::string(500, 'x'));
    } catch (const Failure& failure) {
      message = failure.what();
    }
    ::setrlimit(RLIMIT_FSIZE, &before);
  }
  CHECK(message.find(log.path()) != std::string::npos);
  CHECK(fs::file_size(log.path()) == size);
  log.append("second");
  CHECK(AppendLog::read_log(log.path()).lines == Lines{"first", "second"});
}

TEST_CASE("a log that cannot be opened is a failure that names path and reason", "[append_log]") {
  const TemporaryFolder folder;
  write_atomically(folder.file("f"), "x\n");
  const auto message = [](const std::string& path) {
    try {
      AppendLog log(path);
    } catch (const Failure& failure) {
      return std::string(failure.what());
    }
    return std::string();
  };
  CHECK(message(folder.file("f/log")).find("Not a directory") != std::string::npos);
  CHECK(message(folder.file("f/log")).find(folder.file("f/log")) != std::string::npos);
  CHECK(message(folder.path.string()).find("Is a directory") != std::string::npos);
  CHECK(message("/dev/full").find("regular file") != std::string::npos);
  CHECK_THROWS_AS(AppendLog::read_log(folder.file("none")), Failure);
}
