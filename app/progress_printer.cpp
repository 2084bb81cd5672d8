#include "app/progress_printer.hpp"

#include <cmath>
#include <ostream>

#include "core/number.hpp"

namespace slipfront {

namespace {

constexpr double kSecondsInPlace = 0.1;  // often enough for the eye, cheap for the terminal
constexpr double kSecondsInLog = 5;      // a log stays readable
constexpr int kDigits = 3;               // of an error or a rate
constexpr long kMinute = 60, kHour = 3600;

std::string error_text(double error) {
  return std::isfinite(error) ? to_text(error, kDigits) : "-";
}

/// "  80/s", "  24/min"; nothing for none.
std::string rate_text(double per_second) {
  if (!(per_second > 0)) return "";
  if (per_second >= 1) return "  " + std::to_string(std::lround(per_second)) + "/s";
  return "  " + to_text(per_second * kMinute, 2) + "/min";
}

/// At the pace of what took `seconds`; 0 if nothing tells.
double seconds_left(double seconds, long done, long left) {
  return done > 0 && left > 0 ? seconds * static_cast<double>(left) / static_cast<double>(done) : 0;
}

}  // namespace

std::string duration_text(double seconds) {
  const long total = std::lround(std::max(0.0, seconds));
  if (total < kMinute) return std::to_string(total) + " s";
  if (total < kHour)
    return std::to_string(total / kMinute) + " min " + std::to_string(total % kMinute) + " s";
  return std::to_string(total / kHour) + " h " + std::to_string(total % kHour / kMinute) + " min";
}

ProgressPrinter::ProgressPrinter(std::ostream& out, bool in_place, std::function<double()> clock,
                                 std::function<bool()> stop_requested)
    : out_(out),
      in_place_(in_place),
      clock_(std::move(clock)),
      stop_requested_(std::move(stop_requested)) {}

void ProgressPrinter::started(const std::string& id, int number, int count) {
  Running& running = running_[id];
  running.head = "[" + std::to_string(number) + "/" + std::to_string(count) + "] " + id;
  running.line = running.head;
  running.started_at = running.shown_at = clock_();
  if (!in_place_) return;
  erase_block();
  draw_block();
}

void ProgressPrinter::progressed(const std::string& id, const OptimizerProgress& progress) {
  Running& running = running_[id];
  const double now = clock_(), spent = now - running.started_at;
  const bool by_cost = progress.cost_limit > 0;
  const Mark mark{spent, by_cost ? progress.cost : progress.generation};
  if (!running.heard_of) {  // a resumed search does not begin at 0
    running.heard_of = true;
    running.first_evaluations = progress.generation == 0 ? 0 : progress.evaluations;
    running.before = running.last = {0, mark.done};
  }
  if (spent > 0 && spent >= 2 * running.last.spent) {
    running.before = running.last;
    running.last = mark;
  }
  const bool last = progress.generations > 0 && progress.generation >= progress.generations;
  if (!last && now - running.shown_at < (in_place_ ? kSecondsInPlace : kSecondsInLog)) return;
  running.shown_at = now;
  std::string line = running.head;
  if (progress.generations > 0)
    line += "  generation " + std::to_string(progress.generation) + "/" +
            std::to_string(progress.generations);
  else
    line += "  step " + std::to_string(progress.generation);
  if (by_cost)
    line += "  " + std::to_string(progress.cost) + " of " + std::to_string(progress.cost_limit) +
            " backbones";
  line += "  " + std::to_string(progress.evaluations) + " evaluations";
  if (spent > 0)
    line +=
        rate_text(static_cast<double>(progress.evaluations - running.first_evaluations) / spent);
  line += "  " + std::to_string(progress.failed) + " failed  best " +
          error_text(progress.best_frequency) + " " + error_text(progress.best_damping);
  const double left =
      seconds_left(spent - running.before.spent, mark.done - running.before.done,
                   (by_cost ? progress.cost_limit : progress.generations) - mark.done);
  if (left > 0) line += "  " + duration_text(left) + " left";
  running.line = line;
  if (in_place_) {
    erase_block();
    draw_block();
  } else {
    print(line);
  }
}

void ProgressPrinter::finished(const CombinationSummary& summary) {
  const Running running = running_[summary.id];
  running_.erase(summary.id);
  print(running.head + "  " + std::to_string(summary.front_points) + " points on the front, " +
        std::to_string(summary.evaluations) + " evaluations, " +
        std::to_string(summary.failed_evaluations) + " failed, " +
        duration_text(clock_() - running.started_at));
}

void ProgressPrinter::kept(const std::string& id, int number, int count) {
  print("[" + std::to_string(number) + "/" + std::to_string(count) + "] " + id +
        "  finished earlier, kept");
}

void ProgressPrinter::noted(const std::string& id, const std::string& note) {
  print("note on " + id + ": " + note);
}

void ProgressPrinter::print(const std::string& line) {
  erase_block();
  out_ << line << "\n";
  draw_block();
  out_ << std::flush;
}

// "Up so many lines", "erase from here on" (ECMA-48).
void ProgressPrinter::erase_block() {
  if (in_place_ && drawn_ > 0) out_ << "\033[" << drawn_ << "A\r\033[J";
  drawn_ = 0;
}

void ProgressPrinter::draw_block() {
  if (!in_place_) return;
  for (const auto& [id, running] : running_) {
    out_ << running.line << "\n";
    ++drawn_;
  }
  out_ << std::flush;
}

}  // namespace slipfront
