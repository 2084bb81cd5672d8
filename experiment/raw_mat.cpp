#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "core/failure.hpp"
#include "core/number.hpp"
#include "experiment/raw_records.hpp"
#include "experiment/units.hpp"
#include "io/mat_file.hpp"

namespace slipfront {

namespace {

// A matrix of signals has few columns (channels, hits) and many rows.
constexpr Eigen::Index kMostColumns = 64;
constexpr Eigen::Index kFewestSamples = 16;

/// The part behind the last dot: the field's own name.
std::string field(const std::string& name) { return name.substr(name.rfind('.') + 1); }

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

template <std::size_t N>
bool among(const std::array<const char*, N>& known, const std::string& name) {
  return std::find(known.begin(), known.end(), lower(field(name))) != known.end();
}

bool names_rate(const std::string& name) {
  return among<8>({"fs", "fsamp", "samplerate", "sample_rate", "sampling_rate", "sampling_hz",
                   "samplingrate", "sampling_frequency"},
                  name);
}
bool names_step(const std::string& name) {
  return among<4>({"dt", "delta_t", "deltat", "tstep"}, name);
}
bool names_unit(const std::string& name) {
  return among<4>({"unit", "units", "acc_unit", "yunit"}, name);
}

std::vector<double> column_of(const Eigen::MatrixXd& matrix, Eigen::Index column, bool across) {
  const Eigen::VectorXd values = across ? Eigen::VectorXd(matrix.row(column).transpose())
                                        : Eigen::VectorXd(matrix.col(column));
  return {values.data(), values.data() + values.size()};
}

/// Ascending in equal steps: a time axis, whatever its name.
bool is_ramp(const std::vector<double>& values) {
  constexpr double kSame = 1e-6;  // of the step
  const double step = (values.back() - values.front()) / static_cast<double>(values.size() - 1);
  if (!(step > 0)) return false;
  for (std::size_t i = 1; i < values.size(); ++i)
    if (!(std::abs(values[i] - values[i - 1] - step) <= kSame * step + 1e-12 * std::abs(values[i])))
      return false;
  return true;
}

/// "a.b." of "a.b.acc": the struct that a name stands in; empty outside of structs.
std::string scope_of(const std::string& name) { return name.substr(0, name.rfind('.') + 1); }

/// The scope around a scope: "a." of "a.b."; empty of "a.".
std::string outer(const std::string& scope) {
  return scope_of(scope.substr(0, scope.empty() ? 0 : scope.size() - 1));
}

/// Something that the file says of signals: a unit, a sampling rate, a time axis.
template <typename Value>
struct Said {
  std::string name;
  Value value;
};

/// Structs of one file may each have their own unit, rate and time (one struct per hit, say): what
/// is said nearest to a signal counts, in its own struct or one around it; else what is said
/// anywhere, if that is the same everywhere. Two different answers in one place are refused.
class MatRecordReader {
 public:
  explicit MatRecordReader(const std::string& path) : file_(read_mat(path)) { raw_.source = path; }

  RawRecord read() {
    for (const std::string& name : file_.names()) {
      if (is_text(name))
        read_text(name);
      else if (const Eigen::MatrixXd* matrix = usable(name))
        read_matrix(name, *matrix);
    }
    find_unnamed_times();
    for (auto& channel : raw_.channels) settle(channel);
    drop_other_lengths();
    throw_if_any(std::move(problems_));
    share_sampling();
    drop_common_prefix();
    if (raw_.channels.empty())
      throw Failure(Problem{raw_.source, "", "no vector of samples",
                            "must hold accelerations as vectors or columns, alone or in a struct",
                            raw_.notes.empty() ? "" : raw_.notes.front()});
    return std::move(raw_);
  }

 private:
  using Times = std::vector<double>;

  bool is_text(const std::string& name) const {
    try {
      return file_.find_text(name) != nullptr;
    } catch (const Failure&) {
      return false;  // a matrix or something unusable
    }
  }

  const Eigen::MatrixXd* usable(const std::string& name) {
    try {
      return file_.find(name);
    } catch (const Failure& failure) {
      raw_.notes.push_back("left out: " + name + ", " + failure.problems().front().found);
      return nullptr;
    }
  }

  void read_text(const std::string& name) {
    if (!names_unit(name)) return;
    const std::string unit = *file_.find_text(name);
    const bool of_time = time_unit(unit) && !acceleration_unit(unit);
    (of_time ? time_units_ : units_).push_back({name, unit});
  }

  void read_matrix(const std::string& name, const Eigen::MatrixXd& m) {
    if (m.size() == 1) {
      const double value = m(0, 0);
      if (names_rate(name)) rates_.push_back({name, value});
      if (names_step(name) && value > 0) rates_.push_back({name, 1 / value});
      return;
    }
    const bool across = m.cols() > m.rows();
    const Eigen::Index samples = across ? m.cols() : m.rows(), count = across ? m.rows() : m.cols();
    if (samples < kFewestSamples || count > kMostColumns) {
      if (m.size() > 0)
        raw_.notes.push_back("left out: " + name + ", " + std::to_string(m.rows()) + " x " +
                             std::to_string(m.cols()));
      return;
    }
    if (count == 1 && names_time(field(name))) {
      times_.push_back({name, column_of(m, 0, across)});
      return;
    }
    for (Eigen::Index i = 0; i < count; ++i) {
      std::string own = name;
      if (count > 1)
        own += across ? "(" + std::to_string(i + 1) + ",:)" : "(:," + std::to_string(i + 1) + ")";
      raw_.channels.push_back({own, "", column_of(m, i, across)});
    }
  }

  /// What is said in the nearest scope around `name`, else anywhere with one voice; null if nothing
  /// is. Two answers in one scope are a problem.
  template <typename Value, typename Same>
  const Said<Value>* nearest(const std::vector<Said<Value>>& all, const std::string& name,
                             const Same& same, const char* what) {
    for (std::string scope = scope_of(name);; scope = outer(scope)) {
      const Said<Value>* found = nullptr;
      for (const Said<Value>& one : all) {
        if (scope_of(one.name) != scope) continue;
        if (found && !same(found->value, one.value)) contradict(*found, one, what);
        if (!found) found = &one;
      }
      if (found) return found;
      if (scope.empty()) break;
    }
    const auto differs = [&](const auto& one) { return !same(all.front().value, one.value); };
    if (all.empty()) return nullptr;
    if (std::none_of(all.begin(), all.end(), differs)) return &all.front();
    std::string names;
    for (const auto& one : all) names += (names.empty() ? "" : ", ") + one.name;
    note("of " + name + " no " + what + " is said: " + names + " differ");
    return nullptr;
  }

  template <typename Value>
  void contradict(const Said<Value>& one, const Said<Value>& other, const char* what) {
    const Problem problem{
        raw_.source, one.name + ", " + other.name, std::string("two different answers: ") + what,
        "what is said of a signal must be one thing", "remove the wrong one from the file"};
    const auto told = [&](const Problem& p) { return p.key == problem.key; };
    if (std::none_of(problems_.begin(), problems_.end(), told)) problems_.push_back(problem);
  }

  void note(const std::string& text) {
    if (std::find(raw_.notes.begin(), raw_.notes.end(), text) == raw_.notes.end())
      raw_.notes.push_back(text);
  }

  static bool same_unit(const std::string& a, const std::string& b) {
    return a == b || (acceleration_unit(a) && acceleration_unit(a) == acceleration_unit(b));
  }
  static bool same_rate(double a, double b) {
    constexpr double kSame = 1e-3;  // of the rate, as where a time axis is beside it
    return std::abs(a - b) <= kSame * std::abs(a);
  }
  static bool same_times(const Times& a, const Times& b) { return a == b; }

  /// A signal that ascends in equal steps, where no axis is named, is one.
  void find_unnamed_times() {
    std::vector<RawRecord::RawChannel> kept;
    for (auto& channel : raw_.channels) {
      const std::string scope = scope_of(channel.name);
      const bool has_time = std::any_of(times_.begin(), times_.end(), [&](const auto& time) {
        return scope.starts_with(scope_of(time.name));
      });
      if (!has_time && is_ramp(channel.values)) {
        raw_.notes.push_back("time: " + channel.name + ", which ascends in equal steps");
        times_.push_back({channel.name, std::move(channel.values)});
      } else {
        kept.push_back(std::move(channel));
      }
    }
    raw_.channels = std::move(kept);
  }

  /// Unit, time and rate of one channel.
  void settle(RawRecord::RawChannel& channel) {
    if (const auto* unit = nearest(units_, channel.name, same_unit, "unit"))
      channel.unit = unit->value;
    const auto* time = nearest(times_, channel.name, same_times, "time");
    const auto* rate = nearest(rates_, channel.name, same_rate, "sampling rate");
    auto& sampling = samplings_[{time, rate}];
    if (!sampling) {
      RawSampling found;
      if (time) {
        found.time = time->value;
        found.time_name = time->name;
        // Beside a time axis outside of structs a unit may be that of anything.
        for (const auto& unit : time_units_)
          if (!scope_of(unit.name).empty() && scope_of(unit.name) == scope_of(time->name))
            found.time_unit = unit.value;
      }
      if (rate) {
        found.sampling_hz = rate->value;
        found.rate_name = rate->name;
        if (!time) note("sampling rate from " + rate->name);
      }
      sampling = std::make_shared<const RawSampling>(std::move(found));
    }
    channel.own = sampling;
  }

  /// Vectors of another length than their time axis, or where there is none than the longest, are
  /// no signals.
  void drop_other_lengths() {
    std::size_t longest = 0;
    for (const auto& channel : raw_.channels)
      if (channel.own->time.empty()) longest = std::max(longest, channel.values.size());
    std::erase_if(raw_.channels, [&](const auto& channel) {
      const std::size_t samples = channel.own->time.empty() ? longest : channel.own->time.size();
      if (channel.values.size() == samples) return false;
      raw_.notes.push_back("left out: " + channel.name + ", " +
                           std::to_string(channel.values.size()) + " values");
      return true;
    });
  }

  /// Where all channels are sampled alike, that is the record's sampling.
  void share_sampling() {
    if (raw_.channels.empty()) return;
    const std::shared_ptr<const RawSampling> first = raw_.channels.front().own;
    const auto alike = [&](const auto& channel) { return channel.own == first; };
    if (!std::all_of(raw_.channels.begin(), raw_.channels.end(), alike)) return;
    static_cast<RawSampling&>(raw_) = *first;
    for (auto& channel : raw_.channels) channel.own.reset();
  }

  void drop_common_prefix() {
    if (raw_.channels.empty()) return;
    const std::string prefix = scope_of(raw_.channels.front().name);
    const auto shares = [&](const auto& channel) { return channel.name.starts_with(prefix); };
    if (!std::all_of(raw_.channels.begin(), raw_.channels.end(), shares)) return;
    for (auto& channel : raw_.channels) channel.name.erase(0, prefix.size());
  }

  MatFile file_;
  RawRecord raw_;
  std::vector<Said<std::string>> units_, time_units_;
  std::vector<Said<double>> rates_;
  std::vector<Said<Times>> times_;
  // By what they are from: shared by the channels of one struct.
  std::map<std::pair<const Said<Times>*, const Said<double>*>, std::shared_ptr<const RawSampling>>
      samplings_;
  std::vector<Problem> problems_;
};

}  // namespace

RawRecord raw_from_mat(const std::string& path) { return MatRecordReader(path).read(); }

}  // namespace slipfront
