#include "results/folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "core/failure.hpp"
#include "io/atomic_file.hpp"
#include "results/provenance.hpp"

namespace slipfront {

namespace {

constexpr char kLockName[] = "lock";
constexpr mode_t kNewFileMode = 0666;  // for everybody, as far as the user's umask allows

std::string lock_path(const std::string& folder) { return folder + "/" + kLockName; }

/// What the holder wrote about itself; it may not have come to that yet.
std::string holder_text(const std::string& path) {
  std::string text = read_file(path);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.empty() ? "another process" : text;
}

/// flock that is not stopped by a signal.
int lock_now(int descriptor, int operation) {
  while (::flock(descriptor, operation | LOCK_NB) != 0)
    if (errno != EINTR) return errno;
  return 0;
}

}  // namespace

FolderLock::FolderLock(const std::string& folder) {
  make_folder(folder);
  const std::string path = lock_path(folder);
  descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kNewFileMode);
  if (descriptor_ < 0)
    throw Failure({path, "", "", std::string("cannot be written: ") + std::strerror(errno), ""});
  if (const int error = lock_now(descriptor_, LOCK_EX); error != 0) {
    ::close(descriptor_);
    if (error == EWOULDBLOCK)
      throw Failure({folder, "", holder_text(path) + " at work in it",
                     "one run at a time may write to a folder",
                     "Wait for it, end it, or choose another --out"});
    throw Failure({path, "", "", std::string("cannot be locked: ") + std::strerror(error),
                   "Choose an --out on a disk that knows flock"});
  }
  const std::string text = "process " + std::to_string(::getpid()) + " on host " + host_name() +
                           ", since " + utc_now() + "\n";
  // Only for messages: a full disk must not keep anybody from running on what is there.
  if (::ftruncate(descriptor_, 0) == 0) [[maybe_unused]]
    const ssize_t ignored = ::pwrite(descriptor_, text.data(), text.size(), 0);
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

std::optional<std::string> FolderLock::holder(const std::string& folder) {
  const std::string path = lock_path(folder);
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return {};
  const int error = lock_now(descriptor, LOCK_SH);
  ::close(descriptor);
  if (error != EWOULDBLOCK) return {};
  return holder_text(path);
}

}  // namespace slipfront
