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
  head_ = "[" + std::to_string(number) + "/" + std::to_string(count) + "] " + id;
  started_at_ = shown_at_ = clock_();
  first_generation_ = -1;
  if (in_place_) show(head_);
}

void ProgressPrinter::progressed(const OptimizerProgress& progress) {
  const double now = clock_(), spent = now - started_at_;
  if (first_generation_ < 0) {  // a resumed search does not begin at 0
    first_generation_ = progress.generation;
    first_evaluations_ = progress.generation == 0 ? 0 : progress.evaluations;
  }
  const bool last = progress.generation >= progress.generations;
  if (!last && now - shown_at_ < (in_place_ ? kSecondsInPlace : kSecondsInLog)) return;
  shown_at_ = now;
  std::string line = head_ + "  generation " + std::to_string(progress.generation) + "/" +
                     std::to_string(progress.generations) + "  " +
                     std::to_string(progress.evaluations) + " evaluations";
  const double rate =
      spent > 0 ? static_cast<double>(progress.evaluations - first_evaluations_) / spent : 0;
  if (rate > 0) line += "  " + std::to_string(std::lround(rate)) + "/s";
  line += "  " + std::to_string(progress.failed) + " failed  best " +
          error_text(progress.best_frequency) + " " + error_text(progress.best_damping);
  const int done = progress.generation - first_generation_;
  if (done > 0 && !last)
    line +=
        "  " + duration_text(spent / done * (progress.generations - progress.generation)) + " left";
  show(line);
}

void ProgressPrinter::finished(const CombinationSummary& summary) {
  end_line(head_ + "  " + std::to_string(summary.front_points) + " points on the front, " +
           std::to_string(summary.evaluations) + " evaluations, " +
           std::to_string(summary.failed_evaluations) + " failed, " +
           duration_text(clock_() - started_at_));
}

void ProgressPrinter::kept(const std::string& id, int number, int count) {
  end_line("[" + std::to_string(number) + "/" + std::to_string(count) + "] " + id +
           "  finished earlier, kept");
}

void ProgressPrinter::noted(const std::string& id, const std::string& note) {
  end_line("note on " + id + ": " + note);
}

void ProgressPrinter::show(const std::string& line) {
  // Carriage return and "erase to the end of the line" (ECMA-48).
  if (in_place_)
    out_ << "\r" << line << "\033[K" << std::flush;
  else
    out_ << line << "\n" << std::flush;
}

void ProgressPrinter::end_line(const std::string& line) {
  show(line);
  if (in_place_) out_ << "\n" << std::flush;
}

}  // namespace slipfront
