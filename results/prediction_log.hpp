// Backbones of front points that are solved already, while a combination is between its search
// and its result: predictions.log (io/append_log.hpp) in its folder, one JSON record per backbone
// with the parameters, the mode and, per amplitude, what backbones.csv has, every double exact.
//
// A front of a hundred points on elements takes minutes: a run that is stopped there goes on with
// those that are left. What else determines a backbone stands in identity.json beside the log. The
// file goes once the combination is finished.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/backbone.hpp"

namespace slipfront {

class AppendLog;

class PredictionLog {
 public:
  /// Opens the log of an interrupted run, or begins one. Throws a Failure if it cannot be
  /// written; lines that are damaged are passed over and their backbones solved again.
  explicit PredictionLog(const std::string& folder);
  ~PredictionLog();

  /// Both may be called from several threads at once.
  std::optional<Backbone> find(const std::vector<double>& parameters, int mode) const;
  void add(const std::vector<double>& parameters, int mode, const Backbone& backbone);

  /// Removes the file: what it held stands in the combination's result.
  static void remove(const std::string& folder);

 private:
  std::unique_ptr<AppendLog> log_;
  mutable std::mutex mutex_;
  std::map<std::string, Backbone> backbones_;
};

}  // namespace slipfront
