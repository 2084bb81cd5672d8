// Who works in a folder: the file `lock` in it, held by flock(2).
//
// The kernel gives the lock back when its process ends, however it ends. The file itself
// stays; while somebody holds the folder alone, it says who:
//
//   process 4711 on host n01, since 2025-01-31T12:00:00Z, last heard of 2025-01-31T12:00:20Z
//
// The last time is a heartbeat, written anew every 20 s; who ends in order empties the file. So
// a disk that several hosts share is safe also where flock does not reach from one to the other:
//
//   flock is held                              in use: refused, with the text
//   free, text of this host                    its process is dead: taken over
//   free, text of this very Slurm array task   its life before a requeue: taken over
//   free, text of another host                 refused, with when it was heard of last, and what
//                                              to do if it is dead
//
// Limits: a disk without flock (some cluster file systems) is refused with a Failure. Where
// flock does not reach between hosts, two that begin within the same second are not told apart.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace slipfront {

enum class Hold {
  alone,     // nobody else
  together,  // beside others that hold it together; leaves no text
};

class FolderLock {
 public:
  /// Makes the folder if there is none. Throws a Failure that names host and process if
  /// somebody else holds it.
  explicit FolderLock(const std::string& folder, Hold hold = Hold::alone);
  ~FolderLock();
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&& other) noexcept;

  /// For a process that is about to end without leaving its locks one by one: takes its texts
  /// away, so that other hosts do not wait for it.
  static void leave_all();

  /// The text above if the folder is held alone now: by a process of this host, or by one of
  /// another that was heard of within five minutes.
  static std::optional<std::string> holder(const std::string& folder);
  /// The text of a process of another host that has been silent for longer: FolderLock would be
  /// refused.
  static std::optional<std::string> silent_holder(const std::string& folder);

 private:
  class Held;
  std::unique_ptr<Held> held_;
};

/// One process at a time, for a moment: waits for those that came before. For files of a
/// folder that several processes change by reading and writing them whole.
class FolderTurn {
 public:
  explicit FolderTurn(const std::string& folder);
  ~FolderTurn();
  FolderTurn(const FolderTurn&) = delete;
  FolderTurn& operator=(const FolderTurn&) = delete;

 private:
  int descriptor_;
};

}  // namespace slipfront
