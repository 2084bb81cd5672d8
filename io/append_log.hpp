// An append-only text log that survives what befalls a run: one record per line, each
// behind a checksum of itself.
//
//   <16 hexadecimal digits of the record's XXH3 fingerprint> <record>\n
//
// A process that is killed in the middle of an append leaves a cut last line, a full
// disk the same, a bad disk a corrupted one. Reading keeps every line whose checksum
// holds and reports the others; opening for appending cuts a last line without its end.
//
// Appends may come from several threads and several processes: each is one write(2) at
// the end of the file under an advisory lock (flock). An append outlives the process at
// once, and a power failure after sync().
//
// Limits: a record is text without line breaks; a log is read whole into memory.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace slipfront {

struct DroppedLine {
  std::size_t line = 0;  // 1-based, in the file as it was found
  std::string reason;    // "has no end (cut off)", "does not match its checksum"
};

struct ReadLog {
  std::vector<std::string> lines;    // the good records, in order
  std::vector<DroppedLine> dropped;  // what was not usable
  std::size_t whole_bytes = 0;       // size of the file up to its last line end
};

class AppendLog {
 public:
  /// Creates the file if there is none, cuts a last line that has no end, and is ready
  /// to append. What the file held is returned by found(). Throws a Failure.
  explicit AppendLog(std::string path);
  ~AppendLog();
  AppendLog(const AppendLog&) = delete;
  AppendLog& operator=(const AppendLog&) = delete;

  const std::string& path() const { return path_; }
  /// The records and the dropped lines met on opening.
  const ReadLog& found() const { return found_; }
  /// Frees the memory of found().
  void forget_found() { found_ = {}; }

  /// Thread-safe. A Failure if the record has a line break or cannot be written whole; in
  /// that case nothing of it stays in the file.
  void append(std::string_view record);
  /// Forces everything appended so far to the disk.
  void sync();

  /// Reads without opening for appending and without changing the file; a Failure if
  /// there is no such file.
  static ReadLog read_log(const std::string& path);

 private:
  std::string path_;
  std::mutex mutex_;
  int descriptor_ = -1;
  ReadLog found_;
};

}  // namespace slipfront
