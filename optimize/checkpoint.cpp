#include "optimize/checkpoint.hpp"

#include <algorithm>
#include <charconv>
#include <locale>
#include <sstream>

#include "core/hash.hpp"
#include "core/number.hpp"

namespace slipfront {
namespace {

constexpr std::string_view kFormat = "slipfront-nsga2 1\n";
constexpr std::string_view kEnd = "end ";
// Characters of the line behind the keys, and more.
constexpr std::size_t kLastLine = 64;

void put(std::string& text, const std::vector<double>& values) {
  text += ' ' + std::to_string(values.size());
  for (const double value : values) text += ' ' + to_text(value);
}

/// Reads the words of a checkpoint one by one; `good` turns false at the first that is
/// not what was expected, and stays so.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  std::string_view next() {
    const std::size_t from = text_.find_first_not_of(" \n", at_);
    if (from == std::string_view::npos) return fail();
    at_ = std::min(text_.find_first_of(" \n", from), text_.size());
    return text_.substr(from, at_ - from);
  }
  /// What is left of the line.
  std::string_view line() {
    const std::size_t from = at_;
    at_ = std::min(text_.find('\n', from), text_.size());
    return text_.substr(from, at_ - from);
  }
  void expect(std::string_view word) {
    if (next() != word) fail();
  }
  double number() {
    const auto value = to_number(next());
    if (!value) fail();
    return value.value_or(0);
  }
  long integer() {
    const std::string_view word = next();
    long value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) fail();
    return value;
  }
  /// Of entries that take at least one byte each: never more than the text is long.
  std::size_t count() {
    const long value = integer();
    if (value < 0 || static_cast<std::size_t>(value) > text_.size()) fail();
    return good ? static_cast<std::size_t>(value) : 0;
  }
  std::vector<double> numbers() {
    std::vector<double> values(count());
    for (double& value : values) value = number();
    return values;
  }
  bool at_end() const { return text_.find_first_not_of(" \n", at_) == std::string_view::npos; }

  bool good = true;

 private:
  std::string_view fail() {
    good = false;
    at_ = text_.size();
    return {};
  }
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::string checkpoint_text(const std::string& settings, const Nsga2State& state,
                            const std::vector<std::string>& keys, long failed) {
  std::ostringstream random;
  random.imbue(std::locale::classic());
  random << state.random;

  std::string text(kFormat);
  text += "settings " + settings;
  text += "\ngeneration " + std::to_string(state.generation);
  text += "\nrandom " + random.str();
  text += "\nstep " + to_text(state.step);
  text += "\nspread " + std::to_string(state.last_spread.measured ? 1 : 0) + ' ' +
          to_text(state.last_spread.value);
  for (const auto& extreme : state.last_spread.extremes)
    for (const double value : extreme) text += ' ' + to_text(value);
  text += "\nspreads";
  put(text, state.spreads);
  text += "\npopulation " + std::to_string(state.population.size());
  for (const Individual& member : state.population) {
    text += '\n';
    put(text, member.x);
    put(text, member.fitness);
  }
  text += "\narchive " + std::to_string(state.archive.size());
  for (const ArchivedPoint& point : state.archive) {
    text += '\n' + std::to_string(point.generation);
    put(text, point.x);
    put(text, point.fitness);
  }
  text += "\nfailed " + std::to_string(failed);
  text += "\nkeys " + std::to_string(keys.size());
  if (!keys.empty())
    text.reserve(text.size() + keys.size() * (keys.front().size() + 1) + kLastLine);
  for (const std::string& key : keys) text.append(1, '\n').append(key);
  text += '\n';
  const std::string mark = fingerprint(text);
  text.append(kEnd).append(mark).append(1, '\n');
  return text;
}

std::optional<Checkpoint> read_checkpoint(std::string_view text) {
  const std::size_t end = text.rfind("\n" + std::string(kEnd));
  if (!text.starts_with(kFormat) || end == std::string_view::npos) return {};
  const std::string_view body = text.substr(0, end + 1);
  if (text.substr(end + 1) != std::string(kEnd) + fingerprint(body) + '\n') return {};

  Words words(body.substr(kFormat.size()));
  Checkpoint checkpoint;
  Nsga2State& state = checkpoint.state;
  words.expect("settings");
  checkpoint.settings = words.next();
  words.expect("generation");
  state.generation = static_cast<int>(words.integer());
  words.expect("random");
  std::istringstream stream{std::string(words.line())};
  stream.imbue(std::locale::classic());
  if (!(stream >> state.random)) return {};
  words.expect("step");
  state.step = words.number();
  words.expect("spread");
  state.last_spread.measured = words.integer() == 1;
  state.last_spread.value = words.number();
  for (auto& extreme : state.last_spread.extremes)
    for (double& value : extreme) value = words.number();
  words.expect("spreads");
  state.spreads = words.numbers();
  words.expect("population");
  state.population.resize(words.count());
  for (Individual& member : state.population) {
    member.x = words.numbers();
    member.fitness = words.numbers();
  }
  words.expect("archive");
  state.archive.resize(words.count());
  for (ArchivedPoint& point : state.archive) {
    point.generation = static_cast<int>(words.integer());
    point.x = words.numbers();
    point.fitness = words.numbers();
  }
  words.expect("failed");
  checkpoint.failed = words.integer();
  words.expect("keys");
  checkpoint.keys.resize(words.count());
  for (std::string& key : checkpoint.keys) key = words.next();
  if (!words.good || !words.at_end()) return {};
  return checkpoint;
}

}  // namespace slipfront
