// A measured ring-down: accelerations of one or more channels against time, on a uniform
// grid, in SI units.
//
// Units and sampling are taken from the file where it states them and from the caller
// where it does not; they are never guessed.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace slipfront {

struct Channel {
  std::string name;
  std::vector<double> acceleration;  // [m/s^2]
};

struct Record {
  std::string source;
  double sampling_hz = 0;
  double start = 0;  // time of the first sample [s]
  std::vector<Channel> channels;
  std::vector<std::string> notes;  // what was taken from where, and what was left out

  std::size_t samples() const {
    return channels.empty() ? 0 : channels.front().acceleration.size();
  }
  double time(std::size_t sample) const {
    return start + static_cast<double>(sample) / sampling_hz;
  }
};

struct RecordOptions {
  std::optional<double> sampling_hz;  // needed if the file has no time; must agree if it has
  std::string unit;                   // of the accelerations, if the file does not state it
  std::vector<std::string> channels;  // names; none: the only one
  bool all_channels = false;          // every channel of the file
};

/// When samples were taken, as a file states it.
struct RawSampling {
  std::vector<double> time;        // empty if there is none
  std::string time_name = "time";  // for messages
  std::string time_unit = "s";
  std::optional<double> sampling_hz;  // if the file states it
  std::string rate_name = "sampling rate";
  double start = 0;  // of the first sample [s], where there is no time
};

/// A file as its reader found it: units and time still as stated there.
struct RawRecord : RawSampling {
  struct RawChannel {
    std::string name;
    std::string unit;  // empty if the file does not state it
    std::vector<double> values;
    std::shared_ptr<const RawSampling> own = {};  // in place of the record's
  };
  std::string source;
  std::vector<RawChannel> channels;
  std::vector<std::string> notes;
};

/// Chooses channels, converts units, checks the time axis and every value. One Failure
/// with all that is wrong: unknown or missing channel, unit not stated, time that stands
/// still or runs backwards or in unequal steps, values that are not finite.
Record make_record(const RawRecord& raw, const RecordOptions& options);

/// Reads CSV, .mat or universal files (.uff, .unv, .58), told apart by their contents.
Record read_record(const std::string& path, const RecordOptions& options = {});

}  // namespace slipfront
