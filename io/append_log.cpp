#include "io/append_log.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "core/failure.hpp"
#include "core/hash.hpp"
#include "io/atomic_file.hpp"

namespace slipfront {

namespace {

constexpr mode_t kNewFileMode = 0666;        // for everybody, as far as the user's umask allows
constexpr std::size_t kChecksumDigits = 16;  // 64 of the fingerprint's 128 bits

[[noreturn]] void fail(const std::string& path, const std::string& rule, int error) {
  throw Failure({path, "", "", rule + ": " + std::strerror(error), ""});
}

std::string checksum(std::string_view record) {
  return fingerprint(record).substr(0, kChecksumDigits);
}

ReadLog parse(std::string_view bytes) {
  ReadLog log;
  std::size_t line = 0;
  while (!bytes.empty()) {
    ++line;
    const std::size_t end = bytes.find('\n');
    if (end == std::string_view::npos) {
      log.dropped.push_back({line, "has no end (cut off)"});
      break;
    }
    const std::string_view text = bytes.substr(0, end);
    bytes.remove_prefix(end + 1);
    log.whole_bytes += end + 1;
    if (text.size() <= kChecksumDigits || text[kChecksumDigits] != ' ') {
      log.dropped.push_back({line, "has no checksum"});
      continue;
    }
    const std::string_view record = text.substr(kChecksumDigits + 1);
    if (text.substr(0, kChecksumDigits) == checksum(record))
      log.lines.emplace_back(record);
    else
      log.dropped.push_back({line, "does not match its checksum"});
  }
  return log;
}

/// Holds flock(2) on a descriptor while it lives: appends and repairs of several
/// processes come one after another.
class FileLock {
 public:
  FileLock(int descriptor, const std::string& path) : descriptor_(descriptor) {
    while (::flock(descriptor_, LOCK_EX) != 0)
      if (errno != EINTR) fail(path, "cannot be locked", errno);
  }
  ~FileLock() { ::flock(descriptor_, LOCK_UN); }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace

ReadLog AppendLog::read_log(const std::string& path) { return parse(read_file(path)); }

AppendLog::AppendLog(std::string path) : path_(std::move(path)) {
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, kNewFileMode);
  if (descriptor_ < 0) fail(path_, "cannot be opened for appending", errno);
  try {
    struct stat status = {};
    if (::fstat(descriptor_, &status) != 0) fail(path_, "cannot be examined", errno);
    if (!S_ISREG(status.st_mode))
      throw Failure({path_, "", "a device, pipe or socket", "must be a regular file", ""});
    const FileLock lock(descriptor_, path_);
    found_ = read_log(path_);
    if (::fstat(descriptor_, &status) != 0) fail(path_, "cannot be examined", errno);
    if (static_cast<std::size_t>(status.st_size) > found_.whole_bytes &&
        ::ftruncate(descriptor_, static_cast<off_t>(found_.whole_bytes)) != 0)
      fail(path_, "has a cut last line that cannot be removed", errno);
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

AppendLog::~AppendLog() { ::close(descriptor_); }

void AppendLog::append(std::string_view record) {
  if (record.find('\n') != std::string_view::npos)
    throw Failure({path_, "", "a line break in a record", "a record must be one line", ""});
  std::string line = checksum(record);
  line.reserve(line.size() + record.size() + 2);  // the blank and the line end
  line += ' ';
  line += record;
  line += '\n';

  // flock belongs to the open file, so it does not hold back this object's other threads.
  const std::lock_guard<std::mutex> guard(mutex_);
  const FileLock lock(descriptor_, path_);
  struct stat before = {};
  if (::fstat(descriptor_, &before) != 0) fail(path_, "cannot be examined", errno);
  ssize_t written = -1;
  do {
    written = ::write(descriptor_, line.data(), line.size());
  } while (written < 0 && errno == EINTR);
  if (written == static_cast<ssize_t>(line.size())) return;
  // A part of the line (disk full) goes again, so that the next append starts a line.
  const int error = written < 0 ? errno : ENOSPC;
  if (written > 0 && ::ftruncate(descriptor_, before.st_size) != 0)
    fail(path_, "holds a part of a record that cannot be removed", errno);
  fail(path_, "cannot be appended to", error);
}

void AppendLog::sync() {
  if (::fdatasync(descriptor_) != 0) fail(path_, "cannot be forced to the disk", errno);
}

}  // namespace slipfront
