#include "experiment/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/failure.hpp"
#include "core/measured_backbone.hpp"
#include "core/number.hpp"
#include "core/suggest.hpp"
#include "experiment/gaussian_process.hpp"
#include "experiment/specimen_model.hpp"
#include "io/atomic_file.hpp"
#include "io/json_text.hpp"
#include "rom/reduce/craig_bampton.hpp"

namespace slipfront {

namespace {

constexpr std::size_t kFewestPoints = 5;
// A band around each mode for the ring-downs, as shares of its linear frequency: wide enough
// for the drop and for a fast decay.
constexpr double kBandLow = 0.76, kBandHigh = 1.2;
// A record of fewer samples per cycle at the band's upper edge is refused by ringdown.
constexpr double kSamplesPerCycle = 8;
constexpr int kDigits = 4;             // of numbers in sentences
constexpr double kDecorrelate = 7919;  // a prime: tests do not share their noise

/// Reads the members of one object, each declared once, and collects all problems.
class Members {
 public:
  Members(const OrderedJson& json, std::string file, std::string pointer,
          std::vector<Problem>& problems)
      : json_(json), file_(std::move(file)), pointer_(std::move(pointer)), problems_(problems) {
    if (!json_.is_object()) add("", json_, "must be an object");
  }

  void number(const char* key, double& value, double low, double high) {
    if (const OrderedJson* member = find(key)) {
      const bool fits =
          member->is_number() && member->get<double>() >= low && member->get<double>() <= high;
      if (fits)
        value = member->get<double>();
      else
        add(key, *member, "must be a number from " + to_text(low) + " to " + to_text(high));
    }
  }
  template <typename Whole>
  void whole(const char* key, Whole& value, double low, double high) {
    if (const OrderedJson* member = find(key)) {
      const bool fits = member->is_number_integer() && member->get<double>() >= low &&
                        member->get<double>() <= high;
      if (fits)
        value = member->get<Whole>();
      else
        add(key, *member, "must be a whole number from " + to_text(low) + " to " + to_text(high));
    }
  }
  const OrderedJson* find(const char* key) {
    known_.push_back(key);
    return json_.is_object() && json_.contains(key) ? &json_[key] : nullptr;
  }
  void add(const std::string& key, const OrderedJson& found, const std::string& rule) {
    problems_.push_back({file_, place(key), excerpt(found), rule, ""});
  }
  /// After all members: what is left over is unknown.
  void finish() {
    if (!json_.is_object()) return;
    for (const auto& [key, value] : json_.items())
      if (std::find(known_.begin(), known_.end(), key) == known_.end())
        problems_.push_back(
            {file_, place(key), "a key of unknown meaning", "", suggestion(key, known_)});
  }
  std::string place(const std::string& key) const {
    return key.empty() ? pointer_ : pointer_ + "/" + key;
  }

 private:
  const OrderedJson& json_;
  std::string file_, pointer_;
  std::vector<Problem>& problems_;
  std::vector<std::string> known_;
};

// Ranges beyond which a value is a slip of the pen.
void read_properties(const OrderedJson& json, const std::string& file, SpecimenProperties& p,
                     std::vector<Problem>& problems) {
  Members m(json, file, "/properties", problems);
  m.number("log10_kt", p.log10_kt, 8, 16);
  m.number("log10_kn", p.log10_kn, 8, 16);
  m.number("friction_coefficient", p.friction_coefficient, 1e-4, 2);
  m.number("gap_scale", p.gap_scale, 0, 10);
  m.number("traction_spread", p.traction_spread, 0, 2);
  m.number("correlation_length", p.correlation_length, 1e-5, 1);
  m.whole("seed", p.seed, 0, 1e15);
  m.number("viscous_damping", p.viscous_damping, 0, 0.1);
  m.number("preload", p.preload, 1, 1e6);
  m.finish();
}

void read_spread(const OrderedJson& json, const std::string& file, TestSpread& s,
                 std::vector<Problem>& problems) {
  Members m(json, file, "/spread", problems);
  m.number("log10_kt", s.log10_kt, 0, 1);
  m.number("friction", s.friction, 0, 0.5);
  m.number("preload", s.preload, 0, 0.5);
  m.number("viscous", s.viscous, 0, 0.5);
  m.number("strength", s.strength, 0, 0.5);
  m.finish();
}

void read_hammer(const OrderedJson& json, const std::string& file, HammerOptions& h,
                 std::vector<Problem>& problems) {
  Members m(json, file, "/hammer", problems);
  m.number("sampling_hz", h.sampling_hz, 100, 1e6);
  m.number("seconds", h.seconds, 0.1, 60);
  m.number("before", h.before, 0, 10);
  m.number("contact", h.contact, 1e-5, 0.01);
  m.number("pulse", h.pulse, 0, 1e5);
  m.number("noise", h.noise, 0, 1e4);
  m.number("resolution", h.resolution, 0, 1);
  m.finish();
  if (!(h.before + h.contact < h.seconds))
    problems.push_back({file, "/hammer/seconds", to_text(h.seconds),
                        "must be longer than before (" + to_text(h.before) + ") and contact (" +
                            to_text(h.contact) + ") together: the decay comes after them",
                        ""});
}

void read_modes(const OrderedJson& json, const std::string& file, std::vector<SimulatedMode>& modes,
                std::vector<Problem>& problems) {
  if (!json.is_array() || json.empty()) {
    problems.push_back({file, "/modes", excerpt(json), "must be a list of modes", ""});
    return;
  }
  for (std::size_t i = 0; i < json.size(); ++i) {
    SimulatedMode mode;
    Members m(json[i], file, "/modes/" + std::to_string(i), problems);
    m.whole("mode", mode.mode, 1, 3);
    m.number("lowest", mode.lowest, 1e-15, 1);
    m.number("highest", mode.highest, 1e-15, 1);
    m.number("hit", mode.hit, 1e-15, 1);
    m.number("level_off", mode.level_off, 0, 1);
    m.finish();
    if (!(mode.lowest < mode.hit && mode.hit < mode.highest))
      problems.push_back(
          {file, m.place("hit"), to_text(mode.hit), "must lie between lowest and highest", ""});
    if (mode.level_off > 0 && !(mode.lowest < mode.level_off && mode.level_off < mode.highest))
      problems.push_back({file, m.place("level_off"), to_text(mode.level_off),
                          "must lie between lowest and highest, or be 0", ""});
    for (const SimulatedMode& other : modes)
      if (other.mode == mode.mode)
        problems.push_back({file, m.place("mode"), std::to_string(mode.mode) + " a second time",
                            "every mode may stand once", "leave it out"});
    modes.push_back(mode);
  }
}

std::string signal_csv(const std::vector<double>& a, double sampling_hz) {
  constexpr int kAllDigits = 9;
  std::string csv = "time [s],acc [m/s^2]\n";
  for (std::size_t i = 0; i < a.size(); ++i)
    csv += to_text(static_cast<double>(i) / sampling_hz, kAllDigits) + "," +
           to_text(a[i], kAllDigits) + "\n";
  return csv;
}

/// Above the amplitude `from` the slope of frequency against ln amplitude dies away within a
/// factor of kWithin: the sum of the old steps, each times exp(-ln(q / from) / ln kWithin).
void level_off(SpecimenBackbone& b, double from) {
  constexpr double kWithin = 1.3;
  const std::vector<double> old = b.frequency_hz;
  for (std::size_t i = 1; i < old.size(); ++i) {
    const double middle = std::sqrt(b.amplitude[i - 1] * b.amplitude[i]);
    const double share = middle > from ? std::pow(middle / from, -1 / std::log(kWithin)) : 1;
    b.frequency_hz[i] = b.frequency_hz[i - 1] + share * (old[i] - old[i - 1]);
  }
}

SpecimenBackbone backbone_of(const Specimen& specimen, const SimulatedMode& mode, int points) {
  SpecimenBackbone b = specimen.backbone(
      mode.mode, log_spaced(mode.lowest, mode.highest, static_cast<std::size_t>(points)));
  if (mode.level_off > 0) level_off(b, mode.level_off);
  return b;
}

}  // namespace

SimulationSpec read_simulation(const std::string& path, const std::string& own_rom) {
  const OrderedJson json = parse_json_text(read_file(path), path);
  SimulationSpec spec;
  spec.source = path;
  std::vector<Problem> problems;
  Members m(json, path, "", problems);
  const OrderedJson* rom = m.find("rom");
  if (!own_rom.empty()) {
    spec.rom = own_rom;
  } else if (rom && rom->is_string()) {
    const std::filesystem::path name = rom->get<std::string>();
    spec.rom =
        (name.is_absolute() ? name : std::filesystem::path(path).parent_path() / name).string();
  } else {
    problems.push_back({path, "/rom", rom ? rom->dump() : "nothing",
                        "must be a beam's dimensions or a full-joint model",
                        "name it here or with --rom"});
  }
  if (const OrderedJson* part = m.find("properties"))
    read_properties(*part, path, spec.properties, problems);
  if (const OrderedJson* part = m.find("spread")) read_spread(*part, path, spec.spread, problems);
  if (const OrderedJson* part = m.find("hammer")) read_hammer(*part, path, spec.hammer, problems);
  if (const OrderedJson* part = m.find("modes"))
    read_modes(*part, path, spec.modes, problems);
  else
    problems.push_back({path, "/modes", "nothing", "must be a list of modes", ""});
  m.whole("hits", spec.hits, 1, 100);
  m.whole("elements", spec.elements, 0, 1e4);
  m.whole("points", spec.points, static_cast<double>(kFewestPoints), 1000);
  m.whole("response_row", spec.response_row, 0, 1000);
  m.whole("seed", spec.seed, 0, 1e15);
  m.finish();
  throw_if_any(std::move(problems));
  return spec;
}

namespace {

void check_sampling(const SimulationSpec& spec, const std::vector<SimulatedTruth>& truth) {
  std::vector<Problem> problems;
  for (const SimulatedTruth& t : truth) {
    const double least = kSamplesPerCycle * kBandHigh * t.linear_hz;
    if (spec.hammer.sampling_hz < least)
      problems.push_back({spec.source, "/hammer/sampling_hz", to_text(spec.hammer.sampling_hz),
                          "must be at least " + to_text(least, kDigits) + " for mode " +
                              std::to_string(t.mode) + " at " + to_text(t.linear_hz, kDigits) +
                              " Hz",
                          ""});
  }
  throw_if_any(std::move(problems));
}

}  // namespace

Simulation simulate(const SimulationSpec& spec, const Progress& progress) {
  tell(progress, "model of " + spec.rom);
  const auto [structure, x, y] = specimen_model(spec.rom, spec.elements, progress);
  if (spec.response_row >= structure->response.rows())
    throw Failure(Problem{spec.rom, "R", std::to_string(structure->response.rows()) + " rows",
                          "response_row must be one of them, from 0", ""});
  Simulation result;
  const Specimen nominal(structure, x, y, spec.properties);
  for (const SimulatedMode& mode : spec.modes)
    if (const std::size_t there = nominal.bending_hz().size();
        static_cast<std::size_t>(mode.mode) > there)
      throw Failure(
          Problem{spec.rom, "mode " + std::to_string(mode.mode),
                  "a model with " + std::to_string(there) + " bending modes along the bolts",
                  "must have every mode that is simulated", "leave the mode out"});
  for (const SimulatedMode& mode : spec.modes)
    result.truth.push_back({mode.mode,
                            nominal.bending_hz().at(static_cast<std::size_t>(mode.mode - 1)),
                            nominal.response(mode.mode, spec.response_row),
                            {}});
  check_sampling(spec, result.truth);
  for (std::size_t i = 0; i < spec.modes.size(); ++i) {
    tell(progress, "true backbone of mode " + std::to_string(spec.modes[i].mode));
    result.truth[i].backbone = backbone_of(nominal, spec.modes[i], spec.points);
  }

  std::uint64_t state = spec.seed;
  for (int hit = 0; hit < spec.hits; ++hit) {
    tell(progress, "hammer test " + std::to_string(hit + 1) + " of " + std::to_string(spec.hits));
    constexpr Eigen::Index kRandom = 6;  // four properties, strength, phase
    const Eigen::VectorXd z = normal_numbers(kRandom, state);
    SpecimenProperties p = spec.properties;
    p.log10_kt += spec.spread.log10_kt * z(0);
    p.friction_coefficient *= std::exp(spec.spread.friction * z(1));
    p.preload *= std::exp(spec.spread.preload * z(2));
    p.viscous_damping *= std::exp(spec.spread.viscous * z(3));
    const double strength = std::exp(spec.spread.strength * z(4));
    const Specimen specimen(structure, x, y, p);
    std::vector<ModeCurve> curves;
    for (const SimulatedMode& mode : spec.modes) {
      const SpecimenBackbone b = backbone_of(specimen, mode, spec.points);
      ModeCurve curve{b.amplitude, b.frequency_hz, b.damping,
                      specimen.response(mode.mode, spec.response_row)};
      curve.start = std::min(mode.hit * strength, mode.highest);
      curve.phase = z(5) + mode.mode;
      curves.push_back(std::move(curve));
    }
    HammerOptions hammer = spec.hammer;
    hammer.pulse *= strength;
    hammer.seed =
        spec.seed + static_cast<std::uint64_t>(kDecorrelate) * static_cast<std::uint64_t>(hit + 1);
    result.tests.push_back(hammer_test(curves, hammer));
  }
  return result;
}

std::vector<std::string> write_simulation(const SimulationSpec& spec, const std::string& folder,
                                          const Progress& progress) {
  const Simulation simulation = simulate(spec, progress);
  make_folder(folder);
  std::vector<std::string> written;
  const auto write = [&](const std::string& name, const std::string& text) {
    written.push_back(folder + "/" + name);
    write_atomically(written.back(), text);
  };
  std::string modes = "mode,linear_frequency_hz,mode_shape,band_low,band_high\n";
  for (const SimulatedTruth& truth : simulation.truth) {
    std::string csv = "amplitude,frequency_hz,damping\n";
    for (std::size_t i = 0; i < truth.backbone.amplitude.size(); ++i)
      csv += to_text(truth.backbone.amplitude[i]) + "," + to_text(truth.backbone.frequency_hz[i]) +
             "," + to_text(truth.backbone.damping[i]) + "\n";
    const std::string number = std::to_string(truth.mode);
    write("true-mode-" + number + ".csv", csv);
    modes += number + "," + to_text(truth.linear_hz) + "," + to_text(truth.mode_shape) + "," +
             to_text(kBandLow * truth.linear_hz) + "," + to_text(kBandHigh * truth.linear_hz) +
             "\n";
  }
  write("modes.csv", modes);
  for (std::size_t i = 0; i < simulation.tests.size(); ++i)
    write("hit-" + std::to_string(i + 1) + ".csv",
          signal_csv(simulation.tests[i], spec.hammer.sampling_hz));
  return written;
}

}  // namespace slipfront
