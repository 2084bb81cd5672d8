// What slipfront and a plugin's worker process say to each other. Requests and answers
// stand in memory that both see; a byte on a socket says "your turn".
//
//   [WireHeader][parameter values][arrays that are present, one after another]
//
// Both sides are built from this header, which kWireVersion stands for: a worker that a later
// build replaced under a run says so and does nothing. Either side may make the memory larger,
// and the other follows at its turn; nobody can make it smaller. A plugin may scribble over
// anything here: the asking side takes no size from it that it has not checked.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/friction_law.hpp"

namespace slipfront {

/// Raise it with every change of what stands in the memory.
inline constexpr int kWireVersion = 1;
/// Exit code of a worker that was given another version.
inline constexpr int kOtherWireVersion = 86;

enum class WireRequest : std::uint32_t {
  describe,    // answer in the data: pack_description
  domain,      // answer in the text: the rule that the values break
  bind,        // binds once, to report what is wrong; answer: history[0], history[1], spring
  start,       // arrays: start_sizes
  settle,      // arrays: settle_sizes
  virgin,      // arrays: virgin_sizes
  hysteretic,  // arrays: hysteretic_sizes
};

enum class WireAnswer : std::uint32_t {
  done,
  failed,   // the text says what the law reported
  refused,  // the file is no plugin: the text is a Problem's found, rule and remedy, packed
};

struct WireHeader {
  static constexpr std::size_t kTextSize = 4096;

  std::uint64_t memory = 0;  // bytes, header and all
  WireRequest request = WireRequest::describe;
  WireAnswer answer = WireAnswer::done;
  Framework framework = Framework::masing;
  std::uint32_t present = 0;  // bit i: array i is there
  std::uint64_t values = 0, points = 0, directions = 0;
  std::uint64_t history[2] = {0, 0};  // sizes for one and two directions
  double spring = 0;                  // stiffness of the law's own spring
  std::uint64_t text = 0;             // bytes of it
  char characters[kTextSize];

  void write(const std::string& said);
  std::string read() const { return {characters, text < kTextSize ? text : kTextSize}; }
};

/// Sizes of a batch's arrays in the order of its members: first the inputs.
inline constexpr std::size_t kStartInputs = 1, kSettleInputs = 2, kVirginInputs = 2,
                             kHystereticInputs = 3;
std::array<std::size_t, 2> start_sizes(std::size_t directions, std::size_t history);
std::array<std::size_t, 3> settle_sizes(std::size_t directions, std::size_t history);
std::array<std::size_t, 7> virgin_sizes(std::size_t points, std::size_t parameters);
std::array<std::size_t, 9> hysteretic_sizes(std::size_t points, std::size_t directions,
                                            std::size_t history, std::size_t parameters);

/// Where each array lies from `begin` on; null for those that are not present.
std::vector<double*> place(double* begin, std::span<const std::size_t> sizes,
                           std::uint32_t present);
/// Doubles of all arrays that are present.
std::size_t total(std::span<const std::size_t> sizes, std::uint32_t present);

/// Texts and numbers in a row of bytes.
std::string pack_description(const LawDescription& about, const std::vector<Parameter>& parameters);
void unpack_description(std::string_view bytes, LawDescription& about,
                        std::vector<Parameter>& parameters);
std::string pack_texts(const std::vector<std::string>& texts);
/// As many as were packed, else a runtime_error.
std::vector<std::string> unpack_texts(std::string_view bytes, std::size_t count);

/// The descriptor, or in its place one that is none of stdin, stdout and stderr: these are replaced
/// in a worker, and a program may have been started without them. Closed over exec.
int above_standard(int descriptor);

/// Memory that is shared with another process through a file descriptor.
class WireMemory {
 public:
  /// New memory, or (with a descriptor) memory that the other process made.
  WireMemory();
  explicit WireMemory(int descriptor);
  ~WireMemory();
  WireMemory(const WireMemory&) = delete;
  WireMemory& operator=(const WireMemory&) = delete;

  int descriptor() const { return descriptor_; }
  WireHeader& header() { return *static_cast<WireHeader*>(begin_); }
  double* data();
  /// The data as bytes, at most as many as there are.
  std::string_view bytes(std::size_t count);
  /// Makes room for so many doubles; moves what `header` and `data` return.
  void reserve(std::size_t doubles);
  /// Follows the other process, which may have made the memory larger.
  void follow();

 private:
  void map(std::size_t bytes);

  int descriptor_ = -1;
  void* begin_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace slipfront
