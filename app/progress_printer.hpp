// The progress of a run on stderr: one line per combination, rewritten in place on a
// terminal; in a log, a plain line every few seconds.
//
//   [2/5] iwan4  generation 37/60  1480 evaluations  910/s  12 failed  best 0.0012 0.031  20 s left
#pragma once

#include <functional>
#include <iosfwd>

#include "studies/run_study.hpp"

namespace slipfront {

class ProgressPrinter : public RunObserver {
 public:
  /// `clock` gives seconds from any start; `stop_requested` answers stop().
  ProgressPrinter(std::ostream& out, bool in_place, std::function<double()> clock,
                  std::function<bool()> stop_requested);

  void started(const std::string& id, int number, int count) override;
  void progressed(const OptimizerProgress& progress) override;
  void finished(const CombinationSummary& summary) override;
  void kept(const std::string& id, int number, int count) override;
  void noted(const std::string& id, const std::string& note) override;
  bool stop() override { return stop_requested_(); }

 private:
  void show(const std::string& line);
  void end_line(const std::string& line);

  std::ostream& out_;
  bool in_place_;
  std::function<double()> clock_;
  std::function<bool()> stop_requested_;

  std::string head_;       // "[2/5] iwan4"
  double started_at_ = 0;  // of this combination, in this run
  double shown_at_ = 0;
  int first_generation_ = -1;  // that this run computed
  long first_evaluations_ = 0;
};

/// "45 s", "3 min 20 s", "2 h 5 min".
std::string duration_text(double seconds);

}  // namespace slipfront
