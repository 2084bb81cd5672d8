#include <algorithm>
#include <array>
#include <cctype>

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
    keep_signals();
    if (raw_.channels.empty())
      throw Failure(Problem{raw_.source, "", "no vector of samples",
                            "must hold accelerations as vectors or columns, alone or in a struct",
                            raw_.notes.empty() ? "" : raw_.notes.front()});
    return std::move(raw_);
  }

 private:
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
    if (names_unit(name)) unit_ = *file_.find_text(name);
  }

  void read_matrix(const std::string& name, const Eigen::MatrixXd& m) {
    if (m.size() == 1) {
      const double value = m(0, 0);
      if (names_rate(name)) set_rate(name, value);
      if (names_step(name) && value > 0) set_rate(name, 1 / value);
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
    if (count == 1 && names_time(field(name)) && raw_.time.empty()) {
      raw_.time = column_of(m, 0, across);
      raw_.time_name = name;
      return;
    }
    for (Eigen::Index i = 0; i < count; ++i) {
      std::string own = name;
      if (count > 1)
        own += across ? "(" + std::to_string(i + 1) + ",:)" : "(:," + std::to_string(i + 1) + ")";
      raw_.channels.push_back({own, "", column_of(m, i, across)});
    }
  }

  void set_rate(const std::string& name, double value) {
    raw_.sampling_hz = value;
    raw_.rate_name = name;
  }

  /// Leaves vectors of another length than the record's, finds an unnamed time axis,
  /// and drops the name of the struct if all channels share it.
  void keep_signals() {
    std::size_t samples = raw_.time.size();
    if (samples == 0)
      for (const auto& channel : raw_.channels) samples = std::max(samples, channel.values.size());
    std::vector<RawRecord::RawChannel> kept;
    for (auto& channel : raw_.channels) {
      if (channel.values.size() != samples) {
        raw_.notes.push_back("left out: " + channel.name + ", " +
                             std::to_string(channel.values.size()) + " values");
      } else if (raw_.time.empty() && is_ramp(channel.values)) {
        raw_.notes.push_back("time: " + channel.name + ", which ascends in equal steps");
        raw_.time_name = channel.name;
        raw_.time = std::move(channel.values);
      } else {
        kept.push_back(std::move(channel));
      }
    }
    raw_.channels = std::move(kept);
    if (raw_.sampling_hz && raw_.time.empty())
      raw_.notes.push_back("sampling rate from " + raw_.rate_name);
    drop_common_prefix();
    for (auto& channel : raw_.channels) channel.unit = unit_;
  }

  void drop_common_prefix() {
    if (raw_.channels.empty()) return;
    const std::string first = raw_.channels.front().name;
    const std::size_t dot = first.rfind('.');
    if (dot == first.npos) return;
    const std::string prefix = first.substr(0, dot + 1);
    const auto shares = [&](const auto& channel) { return channel.name.starts_with(prefix); };
    if (!std::all_of(raw_.channels.begin(), raw_.channels.end(), shares)) return;
    for (auto& channel : raw_.channels) channel.name.erase(0, prefix.size());
  }

  MatFile file_;
  RawRecord raw_;
  std::string unit_;
};

}  // namespace

RawRecord raw_from_mat(const std::string& path) { return MatRecordReader(path).read(); }

}  // namespace slipfront
