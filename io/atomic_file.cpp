#include "io/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "core/failure.hpp"

namespace slipfront {

namespace {

namespace fs = std::filesystem;

constexpr mode_t kNewFileMode = 0666;      // for everybody, as far as the user's umask allows
constexpr std::size_t kReadChunk = 65536;  // bytes per read(2)
constexpr std::string_view kTemporary = ".tmp";

[[noreturn]] void fail(const std::string& path, const std::string& rule, int error) {
  throw Failure({path, "", "", rule + ": " + std::strerror(error), ""});
}

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }
  /// Closes now; errno of close(2), which may be the first to tell of a full disk, or 0.
  int close() {
    const int result = ::close(number_);
    number_ = -1;
    return result == 0 ? 0 : errno;
  }

 private:
  int number_;
};

/// errno of the first write that failed, or 0.
int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

/// Where a link ends: renaming over the link would replace the link itself.
fs::path follow(const std::string& path) {
  constexpr int kMostLinks = 40;  // as the kernel follows
  fs::path target = path;
  std::error_code error;
  for (int link = 0; link < kMostLinks && fs::is_symlink(target, error); ++link) {
    const fs::path next = fs::read_symlink(target, error);
    if (error) return path;
    target = target.parent_path() / next;  // `next` alone if it is absolute
  }
  return target;
}

int sync_folder(const fs::path& folder) {
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.number() < 0) return errno;
  // Some network disks know no fsync of a folder; the rename itself is done by then.
  if (::fsync(opened.number()) != 0 && errno != EINVAL && errno != ENOTSUP) return errno;
  return 0;
}

/// Whether the name is one that write_atomically gives to a temporary file.
bool is_temporary(std::string_view name) {
  const auto digits = [&] {
    std::size_t count = 0;
    for (; !name.empty() && name.back() >= '0' && name.back() <= '9'; ++count)
      name.remove_suffix(1);
    return count > 0;
  };
  const auto end = [&](std::string_view text) {
    const bool there = name.ends_with(text);
    if (there) name.remove_suffix(text.size());
    return there;
  };
  return end(kTemporary) && digits() && end("-") && digits() && end(".") && name.size() > 1 &&
         name.front() == '.';
}

}  // namespace

void write_atomically(const std::string& path, std::string_view bytes) {
  static std::atomic<unsigned long> counter{0};
  const fs::path target = follow(path);
  std::error_code ignored;
  const fs::file_status status = fs::status(target, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status))
    throw Failure({path, "", fs::is_directory(status) ? "a folder" : "a device, pipe or socket",
                   "must be a regular file, or not exist", "Give the name of a file"});

  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  fs::path temporary;
  int opened = -1;
  do {  // a name that a killed process of the same number left behind is passed over
    temporary = folder / ("." + target.filename().string() + "." + std::to_string(::getpid()) +
                          "-" + std::to_string(counter.fetch_add(1)) + std::string(kTemporary));
    opened = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kNewFileMode);
  } while (opened < 0 && errno == EEXIST);
  Descriptor file(opened);
  if (file.number() < 0) fail(path, "cannot be written", errno);

  int error = write_all(file.number(), bytes);
  if (error == 0 && ::fsync(file.number()) != 0) error = errno;
  const int closing = file.close();
  if (error == 0) error = closing;
  if (error == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(temporary.c_str());
    fail(path, "cannot be written", error);
  }
  if (const int folder_error = sync_folder(folder); folder_error != 0)
    fail(path, "is written, but its folder cannot be forced to the disk", folder_error);
}

void remove_temporary_files(const std::string& folder) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code ignored;
    if (is_temporary(entry->path().filename().string())) fs::remove(entry->path(), ignored);
  }
}

std::string read_file(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) fail(path, "cannot be read", errno);
  std::string bytes;
  char chunk[kReadChunk];
  while (true) {
    const ssize_t count = ::read(file.number(), chunk, sizeof chunk);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(path, "cannot be read", errno);
    if (count == 0) return bytes;
    bytes.append(chunk, static_cast<std::size_t>(count));
  }
}

bool file_exists(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error);
}

void make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error && !fs::is_directory(path, error) && !error)
    error = std::make_error_code(std::errc::not_a_directory);
  if (error) fail(path, "cannot be made a folder", error.value());
}

}  // namespace slipfront
