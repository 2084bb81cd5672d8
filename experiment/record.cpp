#include "experiment/record.hpp"

#include <algorithm>
#include <cmath>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "core/suggest.hpp"
#include "core/time_steps.hpp"
#include "experiment/raw_records.hpp"
#include "experiment/units.hpp"
#include "io/atomic_file.hpp"

namespace slipfront {

namespace {

// A stated sampling rate and the time column agree to this share.
constexpr double kSameRate = 1e-3;
constexpr int kDigits = 6;           // of numbers in sentences
constexpr std::size_t kFewest = 16;  // samples below which there is nothing to look at

class RecordMaker {
 public:
  RecordMaker(const RawRecord& raw, const RecordOptions& options) : raw_(raw), options_(options) {}

  Record make() {
    record_.source = raw_.source;
    record_.notes = raw_.notes;
    const std::vector<const RawRecord::RawChannel*> list = chosen();
    if (!list.empty() && list.front()->own) sampling_ = list.front()->own.get();
    for (const RawRecord::RawChannel* channel : list) add_channel(*channel);
    const auto other = [&](const auto* channel) { return channel->own != list.front()->own; };
    if (const auto odd = std::find_if(list.begin(), list.end(), other); odd != list.end())
      add("channel " + (*odd)->name, "another sampling than that of channel " + list.front()->name,
          "all channels of a ring-down must share one", "choose one at a time by --channel");
    if (!record_.channels.empty() && record_.samples() < kFewest)
      add("", std::to_string(record_.samples()) + " samples",
          "a ring-down has at least " + std::to_string(kFewest), "measure longer");
    set_sampling();
    throw_if_any(std::move(problems_));
    return std::move(record_);
  }

 private:
  void add(std::string key, std::string found, std::string rule, std::string remedy) {
    problems_.push_back(
        {raw_.source, std::move(key), std::move(found), std::move(rule), std::move(remedy)});
  }

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& channel : raw_.channels) all.push_back(channel.name);
    return all;
  }

  std::vector<const RawRecord::RawChannel*> chosen() {
    std::vector<const RawRecord::RawChannel*> list;
    if (raw_.channels.empty())
      add("", "no channel", "the file must hold at least one acceleration", "");
    if (options_.channels.empty()) {
      if (raw_.channels.size() > 1 && !options_.all_channels) {
        std::string known;
        for (const std::string& name : names()) known += (known.empty() ? "" : ", ") + name;
        add("", std::to_string(raw_.channels.size()) + " channels: " + known, "one must be chosen",
            "as --channel " + raw_.channels.front().name);
        return {};
      }
      for (const auto& channel : raw_.channels) list.push_back(&channel);
      return list;
    }
    for (const std::string& name : options_.channels) {
      const auto it = std::find_if(raw_.channels.begin(), raw_.channels.end(),
                                   [&](const auto& channel) { return channel.name == name; });
      if (it != raw_.channels.end())
        list.push_back(&*it);
      else
        add("channel " + name, "no such channel", "the file must have it",
            suggestion(name, names()));
    }
    return list;
  }

  void add_channel(const RawRecord::RawChannel& raw) {
    const std::string key = "channel " + raw.name;
    const std::string& unit = raw.unit.empty() ? options_.unit : raw.unit;
    if (unit.empty()) {
      add(key, "no unit", "the unit of the accelerations must be stated",
          "as --unit m/s^2 or --unit g, or in the column's name as 'acc [m/s^2]'");
      return;
    }
    const std::optional<double> factor = acceleration_unit(unit);
    if (!factor) {
      add(key, "the unit '" + unit + "'", "must be an acceleration: " + known_acceleration_units(),
          "");
      return;
    }
    if (!raw.unit.empty() && !options_.unit.empty()) {
      const std::optional<double> stated = acceleration_unit(options_.unit);
      if (!stated || *stated != *factor)
        add(key, "the unit '" + raw.unit + "' in the file and '" + options_.unit + "' as an option",
            "both must be the same", "leave the option out, or mend the file");
    }
    if (!sampling_->time.empty() && raw.values.size() != sampling_->time.size())
      add(key, std::to_string(raw.values.size()) + " samples",
          sampling_->time_name + " has " + std::to_string(sampling_->time.size()), "");
    if (!record_.channels.empty() && raw.values.size() != record_.samples())
      add(key, std::to_string(raw.values.size()) + " samples",
          "channel " + record_.channels.front().name + " has " + std::to_string(record_.samples()),
          "");
    check_finite(key, raw.values);
    Channel channel{raw.name, raw.values};
    for (double& value : channel.acceleration) value *= *factor;
    record_.notes.push_back(key + ": unit " + unit);
    record_.channels.push_back(std::move(channel));
  }

  void check_finite(const std::string& key, const std::vector<double>& values) {
    const auto bad = [](double value) { return !std::isfinite(value); };
    const auto count = std::count_if(values.begin(), values.end(), bad);
    if (count == 0) return;
    const auto first = std::find_if(values.begin(), values.end(), bad) - values.begin();
    add(key,
        std::to_string(count) + " of " + std::to_string(values.size()) +
            " samples empty or not finite, first sample " + std::to_string(first + 1),
        "every sample must be a finite number", "cut the record there, or measure again");
  }

  void set_sampling() {
    if (options_.sampling_hz && !(*options_.sampling_hz > 0))
      add("--sampling", to_text(*options_.sampling_hz), "must be above 0 Hz", "");
    if (!sampling_->time.empty()) return set_from_time();
    if (sampling_->sampling_hz &&
        !(*sampling_->sampling_hz > 0 && std::isfinite(*sampling_->sampling_hz))) {
      add("sampling rate", to_text(*sampling_->sampling_hz), "must be above 0 Hz", "");
      return;
    }
    if (!sampling_->sampling_hz && !options_.sampling_hz) {
      add("", "neither a time nor a sampling rate", "the sampling must be stated",
          "as --sampling 25600 (Hz)");
      return;
    }
    record_.start = sampling_->start;
    record_.sampling_hz = sampling_->sampling_hz ? *sampling_->sampling_hz : *options_.sampling_hz;
    compare_rates();
  }

  void set_from_time() {
    const std::vector<double>& t = sampling_->time;
    const std::optional<double> unit = time_unit(sampling_->time_unit);
    if (!unit) {
      add(sampling_->time_name, "the unit '" + sampling_->time_unit + "'",
          "must be s, ms, us or min", "");
      return;
    }
    for (std::size_t i = 0; i < t.size(); ++i) {
      if (std::isfinite(t[i]) && (i == 0 || t[i] > t[i - 1])) continue;
      const std::string sample = "sample " + std::to_string(i + 1) + ": ";
      if (!std::isfinite(t[i]))
        add(sampling_->time_name, sample + "an empty or not finite time", "time must be a number",
            "");
      else
        add(sampling_->time_name, sample + to_text(t[i]) + " after " + to_text(t[i - 1]),
            t[i] < t[i - 1] ? "time must not run backwards" : "time must not stand still",
            t[i] < t[i - 1] ? "are two records in one file? split them"
                            : "write the times with more digits, or give --sampling without them");
      return;
    }
    if (t.size() < 2) return;
    const TimeSteps steps = time_steps(t);
    if (!steps.equal) {
      const double worst = t[steps.worst] - t[steps.worst - 1];
      add(sampling_->time_name,
          "a step of " + to_text(worst, kDigits) + " at sample " + std::to_string(steps.worst + 1) +
              ", " + to_text(steps.mean, kDigits) + " in the mean",
          "samples must stand at equal steps", "are samples missing? resample or cut the record");
      return;
    }
    record_.start = t.front() * *unit;
    record_.sampling_hz = 1 / (steps.mean * *unit);
    if (sampling_->sampling_hz &&
        !(std::abs(record_.sampling_hz / *sampling_->sampling_hz - 1) <= kSameRate))
      add(sampling_->rate_name, to_text(*sampling_->sampling_hz, kDigits) + " Hz",
          sampling_->time_name + " says " + to_text(record_.sampling_hz, kDigits) + " Hz",
          "mend the file: which of them is right?");
    compare_rates();
  }

  /// What the file says and what the caller says must be the same.
  void compare_rates() {
    if (!options_.sampling_hz || !(*options_.sampling_hz > 0)) return;
    if (std::abs(record_.sampling_hz / *options_.sampling_hz - 1) <= kSameRate) return;
    add("--sampling", to_text(*options_.sampling_hz, kDigits) + " Hz",
        "the file says " + to_text(record_.sampling_hz, kDigits) + " Hz",
        "leave the option out, or mend the file");
  }

  const RawRecord& raw_;
  const RawSampling* sampling_ = &raw_;  // of the chosen channels
  const RecordOptions& options_;
  Record record_;
  std::vector<Problem> problems_;
};

/// Universal files begin with a line that holds -1 alone.
bool looks_universal(const std::string& head) {
  const std::size_t at = head.find_first_not_of(" \t\r\n");
  return at != head.npos && head.compare(at, 2, "-1") == 0 &&
         head.find_first_not_of(" \t\r", at + 2) == head.find('\n', at);
}

bool looks_like_mat(const std::string& head) {
  return head.starts_with("MATLAB 5.0 MAT-file") || head.starts_with("MATLAB 7.3 MAT-file") ||
         head.starts_with("\x89HDF");
}

}  // namespace

Record make_record(const RawRecord& raw, const RecordOptions& options) {
  return RecordMaker(raw, options).make();
}

Record read_record(const std::string& path, const RecordOptions& options) {
  constexpr std::size_t kHead = 512;  // the first block tells the format
  const std::string bytes = read_file(path), head = bytes.substr(0, kHead);
  if (looks_like_mat(head) || path.ends_with(".mat"))
    return make_record(raw_from_mat(path), options);
  if (looks_universal(head)) return make_record(raw_from_uff(bytes, path), options);
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first != head.npos && (head[first] == '{' || head[first] == '['))
    throw Failure(Problem{path, "", "a JSON text", "must be CSV, .mat or a universal file",
                          "is this the measured file?"});
  return make_record(raw_from_csv(bytes, path), options);
}

}  // namespace slipfront
