// The progress of a run on stderr: a line per combination that is under way, rewritten in
// place on a terminal; in a log, a plain line of each every few seconds.
//
//   [2/5] iwan4  generation 37/60  1480 evaluations  910/s  12 failed  best 0.0012 0.031  20 s left
//   [3/5] gjp  step 9  638 of 1872 backbones  279 evaluations  24/min  ...  8 min 20 s left
//
// The second where what a search may cost is limited, not its steps (the hybrid).
#pragma once

#include <functional>
#include <iosfwd>
#include <map>
#include <string>

#include "studies/run_study.hpp"

namespace slipfront {

class ProgressPrinter : public RunObserver {
 public:
  /// `clock` gives seconds from any start; `stop_requested` answers stop().
  ProgressPrinter(std::ostream& out, bool in_place, std::function<double()> clock,
                  std::function<bool()> stop_requested);

  void started(const std::string& id, int number, int count) override;
  void progressed(const std::string& id, const OptimizerProgress& progress) override;
  void finished(const CombinationSummary& summary) override;
  void kept(const std::string& id, int number, int count) override;
  void noted(const std::string& id, const std::string& note) override;
  bool stop() override { return stop_requested_(); }

 private:
  /// How far a search had come.
  struct Mark {
    double spent = 0;  // seconds of this run
    long done = 0;     // backbones or generations, whichever its limit counts
  };

  /// A combination that is under way.
  struct Running {
    std::string head;       // "[2/5] iwan4"
    std::string line;       // as shown
    double started_at = 0;  // in this run
    double shown_at = 0;
    bool heard_of = false;  // where this run began or goes on is known
    long first_evaluations = 0;
    Mark before;  // the pace is counted from here
    Mark last;    // at twice the time of `before`, or later; becomes it at twice its own
  };

  /// A line that stays, above those of what is under way.
  void print(const std::string& line);
  void erase_block();
  void draw_block();

  std::ostream& out_;
  bool in_place_;
  std::function<double()> clock_;
  std::function<bool()> stop_requested_;
  std::map<std::string, Running> running_;  // by id
  int drawn_ = 0;                           // lines of the block on the terminal
};

/// "45 s", "3 min 20 s", "2 h 5 min".
std::string duration_text(double seconds);

}  // namespace slipfront
