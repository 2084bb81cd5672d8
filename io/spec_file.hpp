// A description in JSON: groups of named values, each read once with its rule. Everything
// that is wrong is collected and reported together: missing or unknown keys ("did
// you mean"), values of the wrong kind or out of range.
//
//   SpecFile file(text, "beam.json");
//   SpecGroup root = file.root();
//   root.number("length", length, {.low = 0, .open = true});
//   file.finish();                                    // one Failure with all problems
//
// A key that is absent leaves its variable as it is, unless it is required. null counts as
// absent nowhere: it is a value of the wrong kind.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace slipfront {

/// low <= value <= high; with `open`, low < value.
struct NumberRange {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool open = false;
};

enum class Presence { optional, required };

class SpecGroup;

class SpecFile {
 public:
  /// `source` names the text in messages. A Failure at once if it is no JSON object, or one in
  /// which a key stands twice (io/json_text.hpp).
  SpecFile(std::string_view text, std::string source);
  ~SpecFile();
  SpecFile(const SpecFile&) = delete;
  SpecFile& operator=(const SpecFile&) = delete;

  SpecGroup root();
  /// Adds a problem of the caller's own; `key` as "/load/place".
  void add(const std::string& key, std::string found, std::string rule, std::string remedy = "");
  /// Throws one Failure with every problem met, also keys that nobody asked for.
  void finish();

 private:
  friend class SpecGroup;
  struct State;
  std::unique_ptr<State> state_;
};

class SpecGroup {
 public:
  bool has(const std::string& key) const;
  void number(const std::string& key, double& value, const NumberRange& range = {},
              Presence presence = Presence::optional);
  void number(const std::string& key, std::optional<double>& value, const NumberRange& range = {});
  void whole(const std::string& key, int& value, int low, int high,
             Presence presence = Presence::optional);
  void text(const std::string& key, std::string& value, Presence presence = Presence::optional);
  void choice(const std::string& key, std::string& value, const std::vector<std::string>& allowed,
              Presence presence = Presence::optional);
  /// An object of numbers by name, in the order of the file.
  std::vector<std::pair<std::string, double>> numbers(const std::string& key);
  /// The object of that key; an empty one if it is absent.
  SpecGroup group(const std::string& key);

 private:
  friend class SpecFile;
  SpecGroup(SpecFile::State& state, std::string path) : state_(&state), path_(std::move(path)) {}
  void add(const std::string& key, std::string found, std::string rule, std::string remedy = "");

  SpecFile::State* state_;
  std::string path_;  // JSON pointer of the group
};

}  // namespace slipfront
