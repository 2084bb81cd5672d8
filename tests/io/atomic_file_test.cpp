// Writing whole files or none: content, replacement, and what is left after a failure.
#include "io/atomic_file.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "core/failure.hpp"
#include "temporary_folder.hpp"

namespace fs = std::filesystem;
using namespace slipfront;

namespace {

/// While it lives, no file of this process can grow beyond `bytes`: write(2) then fails
/// halfway, as on a full disk.
struct FileSizeLimit {
  rlimit before = {};
  explicit FileSizeLimit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before);
    const rlimit now = {bytes, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &before); }
};

template <class Action>
std::string message_of(Action action) {
  try {
    action();
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "";
}

}  // namespace

TEST_CASE("what is written is read back byte for byte", "[atomic_file]") {
  const TemporaryFolder folder;
  std::string bytes;
  for (int i = 0; i < 300000; ++i) bytes.push_back(static_cast<char>(i * 7 % 256));
  for (const std::string& content : {std::string(), std::string("a\r\n\0b", 5), bytes}) {
    write_atomically(folder.file("f"), content);
    CHECK(read_file(folder.file("f")) == content);
  }
  CHECK(folder.entries() == 1);
}

TEST_CASE("a relative name without a folder is written to the current one", "[atomic_file]") {
  const TemporaryFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path);
  write_atomically("plain", "x");
  fs::current_path(before);
  CHECK(read_file(folder.file("plain")) == "x");
}

TEST_CASE("a link stays a link and its target is replaced", "[atomic_file]") {
  const TemporaryFolder folder;
  write_atomically(folder.file("target"), "old");
  fs::create_symlink("target", folder.path / "link");
  write_atomically(folder.file("link"), "new");
  CHECK(fs::is_symlink(folder.path / "link"));
  CHECK(read_file(folder.file("target")) == "new");
  CHECK(folder.entries() == 2);
}

TEST_CASE("a write that fails halfway leaves the old file and nothing else", "[atomic_file]") {
  const TemporaryFolder folder;
  write_atomically(folder.file("f"), "old");
  const std::string message = [&] {
    const FileSizeLimit limit(1000);
    return message_of([&] { write_atomically(folder.file("f"), std::string(5000, 'x')); });
  }();
  CHECK(message.find(folder.file("f")) != std::string::npos);
  CHECK(message.find("File too large") != std::string::npos);
  CHECK(read_file(folder.file("f")) == "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("a path that cannot be written is a failure that names path and reason",
          "[atomic_file]") {
  const TemporaryFolder folder;
  write_atomically(folder.file("f"), "old");
  SECTION("below a regular file") {
    const std::string path = folder.file("f/below");
    const std::string message = message_of([&] { write_atomically(path, "x"); });
    CHECK(message.find(path) != std::string::npos);
    CHECK(message.find("Not a directory") != std::string::npos);
  }
  SECTION("in a folder that is not there") {
    CHECK(message_of([&] {
            write_atomically(folder.file("none/f"), "x");
          }).find("No such file or directory") != std::string::npos);
  }
  SECTION("a folder") {
    CHECK(message_of([&] { write_atomically(folder.path.string(), "x"); }).find("a folder") !=
          std::string::npos);
  }
  SECTION("a device is refused, not replaced") {
    CHECK(message_of([&] { write_atomically("/dev/full", "x"); }).find("a device") !=
          std::string::npos);
    CHECK(fs::is_character_file("/dev/full"));
  }
  CHECK(read_file(folder.file("f")) == "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("reading what is not there or is a folder is a failure", "[atomic_file]") {
  const TemporaryFolder folder;
  CHECK(message_of([&] { read_file(folder.file("none")); }).find("No such file") !=
        std::string::npos);
  CHECK(message_of([&] { read_file(folder.path.string()); }).find("Is a directory") !=
        std::string::npos);
}

TEST_CASE("a reader beside a writer sees whole files only", "[atomic_file]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("f");
  write_atomically(path, std::string(20000, 'a'));
  std::thread writer([&] {
    for (int i = 0; i < 40; ++i) write_atomically(path, std::string(20000, i % 2 ? 'a' : 'b'));
  });
  bool whole = true;
  for (int i = 0; i < 200; ++i) {
    const std::string seen = read_file(path);
    whole = whole && seen.size() == 20000 && seen == std::string(20000, seen[0]);
  }
  writer.join();
  CHECK(whole);
  CHECK(folder.entries() == 1);
}

TEST_CASE("folders are made with their parents", "[atomic_file]") {
  const TemporaryFolder folder;
  make_folder(folder.file("a/b/c"));
  make_folder(folder.file("a/b/c"));
  CHECK(fs::is_directory(folder.path / "a/b/c"));
  write_atomically(folder.file("f"), "x");
  CHECK(message_of([&] { make_folder(folder.file("f")); }).find("Not a directory") !=
        std::string::npos);
  CHECK(message_of([&] { make_folder(folder.file("f/g")); }).find("Not a directory") !=
        std::string::npos);
}

TEST_CASE("what a killed process of the same number left is in nobody's way", "[atomic_file]") {
  const TemporaryFolder folder;
  // In a container every process may have the number 1, and counts from the beginning.
  constexpr int kLeft = 2000;
  const std::string left = folder.file(".f." + std::to_string(::getpid()) + "-");
  for (int n = 0; n < kLeft; ++n) std::ofstream(left + std::to_string(n) + ".tmp") << "half";
  write_atomically(folder.file("f"), "whole");
  CHECK(read_file(folder.file("f")) == "whole");

  for (const char* mine : {".f.tmp", ".f.1-.tmp", ".f.-1.tmp", "f.1-2.tmp", ".1-2.tmp", ".f.1-2"})
    std::ofstream(folder.file(mine)) << "mine";
  std::ofstream(folder.file(".other.4711-12.tmp")) << "half";
  remove_temporary_files(folder.path.string());
  CHECK(folder.entries() == 7);  // f and mine
  remove_temporary_files(folder.file("never-there"));
}

TEST_CASE("a link is followed, also to what is not there yet", "[atomic_file]") {
  const TemporaryFolder folder;
  fs::create_directory(folder.path / "deep");
  fs::create_symlink("deep/second", folder.path / "first");
  fs::create_symlink("real", folder.path / "deep/second");
  write_atomically(folder.file("first"), "x");
  CHECK(fs::is_symlink(folder.path / "first"));
  CHECK(fs::is_symlink(folder.path / "deep/second"));
  CHECK(read_file(folder.file("deep/real")) == "x");
}
