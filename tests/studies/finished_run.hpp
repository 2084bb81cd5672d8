// The small study (small_study.hpp) run to its end, once for all tests that only read it.
#pragma once

#include <filesystem>

#include "studies/run_study.hpp"
#include "studies/small_study.hpp"

namespace slipfront {

class QuietObserver : public RunObserver {
 public:
  void started(const std::string&, int, int) override {}
  void progressed(const std::string&, const OptimizerProgress&) override {}
  void finished(const CombinationSummary&) override {}
  void kept(const std::string&, int, int) override {}
  void noted(const std::string&, const std::string&) override {}
  bool stop() override { return false; }
};

/// A copy of its folder, for a test to change.
class FinishedRun {
 public:
  FinishedRun() { std::filesystem::copy(original(), path(), kWhole); }
  std::string path() const { return folder_.file("run"); }
  static const SmallStudy& study() {
    static const SmallStudy small;
    return small;
  }

 private:
  static constexpr auto kWhole = std::filesystem::copy_options::recursive;
  static std::string original() {
    static const TemporaryFolder out;
    static const bool done = [] {
      QuietObserver quiet;
      run_study(study().load(), Registry::built_in(), {.out = out.file("run"), .jobs = 2}, quiet);
      return true;
    }();
    return done ? out.file("run") : "";
  }
  TemporaryFolder folder_;
};

}  // namespace slipfront
