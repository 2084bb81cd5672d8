// One process at a time in a folder: the file `lock` in it, held by flock(2).
//
// The kernel gives the lock back when its process ends, however it ends; the file itself
// stays and holds the text "host pid since" of the last holder, for messages only.
// Limit: a disk without flock (some cluster file systems) is refused with a Failure.
#pragma once

#include <optional>
#include <string>

namespace slipfront {

class FolderLock {
 public:
  /// Throws a Failure that names host and process if somebody else holds it.
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&& other) noexcept;

  /// "process 4711 on host n01, since 2025-01-31T12:00:00Z" if the folder is locked now.
  static std::optional<std::string> holder(const std::string& folder);

 private:
  int descriptor_ = -1;
};

}  // namespace slipfront
