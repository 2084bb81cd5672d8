#include "results/folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "core/failure.hpp"
#include "io/atomic_file.hpp"
#include "results/provenance.hpp"

namespace slipfront {

namespace {

constexpr char kLockName[] = "lock";
constexpr char kTurnName[] = "lock.turn";
constexpr mode_t kNewFileMode = 0666;  // for everybody, as far as the user's umask allows
// Rarely enough for a network disk that hundreds of tasks share.
constexpr std::chrono::seconds kBeat{20};
// Fifteen missed beats: a slow disk or clocks that differ by a minute do not make a holder dead.
constexpr double kSilence = 300;
// Whoever only looks (holder) takes the lock for microseconds: a few looks are waited for.
constexpr int kTries = 25;
constexpr std::chrono::milliseconds kBetweenTries{20};

std::string lock_path(const std::string& folder) { return folder + "/" + kLockName; }

/// flock that is not stopped by a signal.
int lock_now(int descriptor, int operation) {
  while (::flock(descriptor, operation | LOCK_NB) != 0)
    if (errno != EINTR) return errno;
  return 0;
}

int lock_soon(int descriptor, int operation) {
  int error = lock_now(descriptor, operation);
  for (int tries = 1; error == EWOULDBLOCK && tries < kTries; ++tries) {
    std::this_thread::sleep_for(kBetweenTries);
    error = lock_now(descriptor, operation);
  }
  return error;
}

/// What stands between two marks; up to the end if the second is not there.
std::string between(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + from.size();
  return text.substr(begin, text.find(to, begin) - begin);
}

/// "12_3": this process is that task of a Slurm job array; empty if it is none.
std::string slurm_task() {
  const char* job = std::getenv("SLURM_ARRAY_JOB_ID");
  const char* task = std::getenv("SLURM_ARRAY_TASK_ID");
  return job && task ? std::string(job) + "_" + task : "";
}

/// What a holder wrote about itself; an empty text if nobody did, or not yet.
struct Holder {
  std::string text, host, task;
  double silence = 0;  // seconds since it was heard of last
};

Holder read_holder(const std::string& path) {
  Holder holder;
  holder.text = read_file(path);
  while (!holder.text.empty() && holder.text.back() == '\n') holder.text.pop_back();
  holder.host = between(holder.text, " on host ", ",");
  holder.task = between(holder.text, ", Slurm task ", ",");
  std::tm parts = {};
  const std::string heard = between(holder.text, ", last heard of ", ",");
  if (::strptime(heard.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts) != nullptr)
    holder.silence = std::difftime(std::time(nullptr), ::timegm(&parts));
  return holder;
}

/// Whether the text, met on a file that nobody locks, is that of a process which may live.
bool may_live(const Holder& holder) {
  if (holder.host.empty() || holder.host == host_name()) return false;
  return holder.task.empty() || holder.task != slurm_task();
}

/// A folder's lock as one sees it who does not want it.
struct Look {
  bool locked = false;
  Holder holder;

  explicit Look(const std::string& folder) {
    const std::string path = lock_path(folder);
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return;
    locked = lock_now(descriptor, LOCK_SH) == EWOULDBLOCK;
    ::close(descriptor);
    holder = read_holder(path);
  }
};

[[noreturn]] void refuse(const std::string& folder, const std::string& who, bool elsewhere) {
  std::string remedy = "Wait for it, end it, or choose another --out";
  if (elsewhere)
    remedy += "; if you know that it is dead, delete " + lock_path(folder) +
              " and give the same command again";
  throw Failure(
      {folder, "", who + " at work in it", "one run at a time may write to a folder", remedy});
}

}  // namespace

/// The open file and, if held alone, the heart that beats in it.
class FolderLock::Held {
 public:
  static void leave_all() {
    const std::lock_guard lock(beating_mutex());
    for (Held* held : beating()) held->fall_silent();
  }

  Held(const std::string& folder, Hold hold) : hold_(hold) {
    make_folder(folder);
    const std::string path = lock_path(folder);
    descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kNewFileMode);
    if (descriptor_ < 0)
      throw Failure({path, "", "", std::string("cannot be written: ") + std::strerror(errno),
                     "Choose an --out where files can be written"});
    try {
      take(folder, path);
    } catch (...) {
      ::close(descriptor_);
      throw;
    }
    if (hold_ == Hold::together) return;
    head_ = "process " + std::to_string(::getpid()) + " on host " + host_name();
    if (const std::string task = slurm_task(); !task.empty()) head_ += ", Slurm task " + task;
    head_ += ", since " + utc_now();
    beat();
    {
      const std::lock_guard lock(beating_mutex());
      beating().insert(this);
    }
    heart_ = std::thread([this] {
      std::unique_lock lock(mutex_);
      while (!changed_.wait_for(lock, kBeat, [this] { return ended_; })) beat();
    });
  }

  ~Held() {
    if (heart_.joinable()) {
      {
        const std::lock_guard lock(beating_mutex());
        beating().erase(this);
      }
      fall_silent();
      heart_.join();
    }
    ::close(descriptor_);
  }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;

 private:
  /// All of this process. Never destroyed: leave_all may come when the program ends.
  static std::set<Held*>& beating() {
    static auto* const all = new std::set<Held*>;
    return *all;
  }
  static std::mutex& beating_mutex() {
    static auto* const mutex = new std::mutex;
    return *mutex;
  }

  /// The last beat was the last: the file is emptied.
  void fall_silent() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
      // A text that stays behind is taken over on this host; elsewhere it only asks once.
      [[maybe_unused]] const int ignored = ::ftruncate(descriptor_, 0);
    }
    changed_.notify_all();
  }

  void take(const std::string& folder, const std::string& path) const {
    const int error = lock_soon(descriptor_, hold_ == Hold::alone ? LOCK_EX : LOCK_SH);
    const Holder holder = read_holder(path);
    if (error == EWOULDBLOCK)
      refuse(folder, holder.text.empty() ? "another process" : holder.text,
             !holder.host.empty() && holder.host != host_name());
    if (error != 0)
      throw Failure({path, "", "", std::string("cannot be locked: ") + std::strerror(error),
                     "Choose an --out on a disk that knows flock"});
    if (may_live(holder)) refuse(folder, holder.text, true);
  }

  /// Only for others: a full disk must not keep anybody from running on what is there.
  void beat() const {
    const std::string text = head_ + ", last heard of " + utc_now() + "\n";
    if (::pwrite(descriptor_, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size()))
        [[maybe_unused]]
      const int ignored = ::ftruncate(descriptor_, static_cast<off_t>(text.size()));
  }

  Hold hold_;
  int descriptor_ = -1;
  std::string head_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;
  std::thread heart_;
};

FolderLock::FolderLock(const std::string& folder, Hold hold)
    : held_(std::make_unique<Held>(folder, hold)) {}
FolderLock::~FolderLock() = default;
FolderLock::FolderLock(FolderLock&& other) noexcept = default;
FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
  std::swap(held_, other.held_);
  return *this;
}

void FolderLock::leave_all() { Held::leave_all(); }

std::optional<std::string> FolderLock::holder(const std::string& folder) {
  const Look look(folder);
  if (look.locked) return look.holder.text.empty() ? "another process" : look.holder.text;
  if (may_live(look.holder) && look.holder.silence < kSilence) return look.holder.text;
  return {};
}

std::optional<std::string> FolderLock::silent_holder(const std::string& folder) {
  const Look look(folder);
  if (!look.locked && may_live(look.holder) && look.holder.silence >= kSilence)
    return look.holder.text;
  return {};
}

FolderTurn::FolderTurn(const std::string& folder) {
  const std::string path = folder + "/" + kTurnName;
  descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kNewFileMode);
  if (descriptor_ < 0)
    throw Failure({path, "", "", std::string("cannot be written: ") + std::strerror(errno), ""});
  while (::flock(descriptor_, LOCK_EX) != 0) {
    if (errno == EINTR) continue;
    const int error = errno;
    ::close(descriptor_);
    throw Failure({path, "", "", std::string("cannot be locked: ") + std::strerror(error),
                   "Choose an --out on a disk that knows flock"});
  }
}

FolderTurn::~FolderTurn() { ::close(descriptor_); }

}  // namespace slipfront
